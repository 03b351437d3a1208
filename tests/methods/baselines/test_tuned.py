"""GCN-tuned: without its extras a plain GCN under a linear classifier, and each extra does its part."""

import pytest
import torch

from n2n.methods.baselines.settings import BaselineSettings
from tests.baselines import close, features_and_edges, set_weights, small_model


@pytest.mark.parametrize("residual", [False, True])
@pytest.mark.parametrize("norm", ["none", "layer", "batch"])
def test_it_is_made_of_torch_geometrics_layers(norm, residual):
    from torch_geometric.nn import GCNConv

    model, (x, edges) = small_model("GCN-tuned", depth=3, norm=norm, residual=residual), features_and_edges()
    h = x
    for place, layer in enumerate(model.layers):
        conv = GCNConv(h.shape[1], 16)
        set_weights(conv, **{"lin.weight": layer.weight.T})
        out = conv(h, edges)
        if residual:
            out = out + h @ model.shortcuts[place].weight
        if norm == "layer":
            out = torch.nn.functional.layer_norm(out, (16,))
        if norm == "batch":  # running statistics of a model that has learnt nothing yet
            out = out / (1 + 1e-5) ** 0.5
        h = torch.relu(out)
    close(model.encode(), h)
    close(model.classify(h), h @ model.head.weight)


def test_a_step_moves_the_running_statistics():
    model = small_model("GCN-tuned", norm="batch")
    before = model.norms[0].mean.clone()
    model.step("supervised")
    assert not torch.equal(model.norms[0].mean, before)


def test_every_graph_has_its_own_values():
    photo, cora = (BaselineSettings.for_dataset(name, "GCN-tuned") for name in ("photo", "cora"))
    assert (photo.width, photo.depth, photo.norm, photo.residual) == (256, 2, "layer", True)
    assert (cora.width, cora.depth, cora.norm, cora.residual) == (512, 3, "none", False)
    assert photo.note("photo").startswith("Width, depth, residual")
