"""PNA aggregates as torch-geometric does."""

import torch

from tests.rivals import GRAPH, features_and_edges, small_model


def test_pna_aggregates_as_torch_geometric_does():
    from torch_geometric.nn.aggr import MultiAggregation

    model, (_, edges) = small_model("PNA"), features_and_edges()
    m = torch.randn(GRAPH.num_nodes, 6, generator=torch.Generator().manual_seed(0))
    joined = MultiAggregation(["mean", "max", "min", "std"])(m[edges[0]], edges[1], dim_size=GRAPH.num_nodes)
    some = torch.from_numpy(GRAPH.degree > 0)
    torch.testing.assert_close(model.aggregate(m)[some], joined[some], rtol=1e-3, atol=4e-3)
