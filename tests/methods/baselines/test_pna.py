"""PNA aggregates as torch-geometric does."""

import torch

from tests.baselines import GRAPH, features_and_edges, small_model


def test_pna_aggregates_as_torch_geometric_does():
    from torch_geometric.nn.aggr import MultiAggregation

    model, (_, edges) = small_model("PNA"), features_and_edges()
    m = torch.randn(GRAPH.num_nodes, 6, generator=torch.Generator().manual_seed(0))
    joined = MultiAggregation(["mean", "max", "min", "std"])(m[edges[0]], edges[1], dim_size=GRAPH.num_nodes)
    some = torch.from_numpy(GRAPH.degree > 0)
    torch.testing.assert_close(model.aggregate(m)[some], joined[some], rtol=1e-3, atol=4e-3)


def test_batch_normalisation_brings_the_hidden_layer_to_one_scale():
    model = small_model("PNA", norm="batch").train()
    hidden = model.layer(0, model.x)
    torch.testing.assert_close(hidden.mean(0), torch.zeros(16), rtol=0, atol=1e-5)
    torch.testing.assert_close(hidden.var(0, unbiased=False), torch.ones(16), rtol=0, atol=1e-2)
    assert model.classify(hidden).std() > 0
    assert len(model.norms) == 1  # none for the logits
