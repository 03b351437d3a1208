"""Exact denominators: the tiles, and that no large array is made."""

import torch

from n2n.methods.n2n import exact as loss_exact


def test_no_tile_is_larger_than_asked_and_each_pair_comes_once():
    u = torch.randn(100, 5)
    seen = torch.zeros(100, 100)
    for a, b, x in loss_exact._tiles(u, 2.0):
        torch.testing.assert_close(x, u[a] @ u[b].T / 2)
        seen[a, b] += 1
    assert torch.equal(seen, torch.ones(100, 100)), "one tile holds a small graph"


def test_the_size_of_a_tile_does_not_matter(monkeypatch):
    u = torch.randn(257, 16, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    results = []
    for tile in (1024, 64, 7):
        monkeypatch.setattr(loss_exact, "TILE", tile)
        sizes = [x.shape for _, _, x in loss_exact._tiles(u, 1.0)]
        assert max(max(size) for size in sizes) <= tile
        value, saved = loss_exact.forward(u, 1.0)
        out = torch.empty_like(u)
        loss_exact.gradient(u, saved, 1.0, out)
        results.append((value, out))
    torch.testing.assert_close(results[0], results[1])
    torch.testing.assert_close(results[0], results[2])
