"""Small models of baselines for the tests, and what they are compared with."""

import torch

from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.registry import build
from tests.graphs import planted

GRAPH = planted(60)


def small_model(method: str, **changes):
    """A baseline of width 16 on `GRAPH`, without dropout, ready to be evaluated."""
    model = build(GRAPH, BaselineSettings(method, width=16, dropout=0.0, split="random").replace(**changes))
    return model.eval()


def features_and_edges():
    """What a layer of torch-geometric takes."""
    pyg = GRAPH.to_pyg()
    return pyg.x, pyg.edge_index


def close(found: torch.Tensor, expected: torch.Tensor) -> None:
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)


def same_gradients(found: torch.Tensor, expected: torch.Tensor, inputs) -> None:
    """Both are equal, and so are the gradients of a random sum of them."""
    close(found, expected)
    aim = torch.randn(found.shape, generator=torch.Generator().manual_seed(1))
    gradients = (torch.autograd.grad(value, inputs, aim) for value in (found, expected))
    for one, two in zip(*gradients, strict=True):
        close(one, two)


def set_weights(module, **tensors) -> None:
    """Copy tensors into the parameters of these names."""
    with torch.no_grad():
        for name, tensor in tensors.items():
            module.get_parameter(name).copy_(tensor)
