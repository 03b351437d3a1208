"""The work of N2N grows with what it does."""

import numpy as np
import pytest

import n2n
from n2n.methods.n2n.work import BYTES_PER_NODE, _stored, n2n_work

SETTINGS_OF_BATCHES = n2n.Settings(framework="URL", width=32, batch_size=500)


def test_each_estimator_is_counted(karate):
    s = n2n.Settings(width=8)
    exact, sampled = (n2n_work(karate, s.replace(estimator=name)) for name in ("exact", "sampled"))
    assert (exact.estimator, sampled.estimator) == ("exact", "sampled")
    assert exact.exponentials == 2 * 34**2
    assert n2n_work(karate, s.replace(alpha=0.0)).exponentials == 0


def test_several_positives_are_aggregated(karate):
    s = n2n.Settings(width=8)
    assert n2n_work(karate, s.replace(k=3)).sparse > n2n_work(karate, s).sparse
    assert n2n_work(karate, s.replace(k="all")).sparse > n2n_work(karate, s.replace(k=3)).sparse


def test_ways_out_are_those_that_help(karate):
    ways = n2n_work(karate, n2n.Settings(k=5, estimator="exact")).ways_out
    assert ways == (
        "estimator 'sampled'",
        "fewer positives (k = 1)",
        "a smaller width than 512",
        "batch_size=1024",
    )
    assert n2n_work(karate, n2n.Settings(width=8, estimator="sampled")).ways_out == ("batch_size=1024",)


def test_batches_need_memory_that_hardly_grows_with_the_graph():
    def work(nodes, **changes):
        x = np.random.default_rng(0).random((nodes, 16), np.float32)
        edges = np.random.default_rng(0).integers(0, nodes, (2, 4 * nodes))
        return n2n_work(n2n.Graph.from_edges(edges, x=x), SETTINGS_OF_BATCHES.replace(**changes))

    small, large = work(2_000), work(20_000)
    assert large.bytes - small.bytes == BYTES_PER_NODE * 18_000
    assert large.dense == pytest.approx(10 * small.dense)
    assert work(20_000, batch_size=0).bytes > 2 * large.bytes
    assert "batch_size=1024" in work(2_000, batch_size=0).ways_out
    assert "a smaller batch_size" in small.ways_out
    assert work(2_000, k="all").sparse > small.sparse


def test_dense_features_beyond_a_size_are_counted_by_a_sample(monkeypatch):
    x = np.zeros((5_000, 4), np.float32)
    x[:, 0] = 1
    monkeypatch.setattr("n2n.methods.n2n.work.COUNTED_WHOLE", 10)
    assert _stored(x) == 5_000
