"""What a batch holds, and the thread that makes the next ones."""

import threading

import numpy as np
import pytest
import scipy.sparse as sp
import torch

import n2n
from n2n.compute.sparse import SparseRows
from n2n.methods.n2n import batches as module
from n2n.methods.n2n.batches import Batches, Features, prefetch
from n2n.methods.n2n.order import Order
from n2n.methods.ranks import ALONE, Ranks

CPU = torch.device("cpu")


def make(graph, k, ranks=ALONE, x=None, **more):
    x = np.arange(34, dtype=np.float32)[:, None] if x is None else x
    positives = n2n.all_neighbours(graph) if k == "all" else n2n.rank(graph).top(k)
    train, labels = np.array([3, 7, 9]), np.array([0, 1, 1])
    return Batches(Features(x, CPU), Order(34, 10, 0), ranks, positives, train, labels, drawn=2, **more)


def test_rows_are_the_nodes_their_positives_and_training_nodes(karate):
    batches = make(karate, 1)
    batch = batches.make(0, 1)
    nodes = batches.order.batch(0, 1)
    own, positives, training = batch.x[:, 0].split(batch.sizes)
    assert own.tolist() == nodes.tolist()
    assert positives.tolist() == n2n.rank(karate).top(1).indices[nodes].tolist()
    assert set(training.tolist()) < {3, 7, 9}
    assert (batch.total, batch.drawn, len(batch.labels)) == (len(nodes), 2, 2)


@pytest.mark.parametrize("k", [3, "all"])
@pytest.mark.parametrize("aggregator", ["mean", "sum", "max"])
@pytest.mark.parametrize("include_self", [False, True])
@pytest.mark.parametrize("together", [1 << 15, 4])
def test_several_positives_are_aggregated(karate, monkeypatch, k, aggregator, include_self, together):
    """Each node is encoded once, all at once or piece by piece; the sum over pieces is the same."""
    monkeypatch.setattr(module, "ROWS_TOGETHER", together)
    batches = make(karate, k, aggregator=aggregator, include_self=include_self)
    batch, nodes = batches.make(2, 0), batches.order.batch(2, 0)
    h = batch.x[: sum(batch.sizes[:2])]
    if batch.pieces:
        s = h.new_full((len(nodes), 1), -torch.inf if aggregator == "max" else 0.0)
        for piece in batch.pieces:
            part = piece.aggregation(batches.features.rows(piece.nodes))
            s[piece.rows] = (
                torch.maximum(s[piece.rows], part) if aggregator == "max" else s[piece.rows] + part
            )
    else:
        s = batch.aggregation(h)
        assert len(set(h[:, 0].tolist())) == len(h)
    assert bool(batch.pieces) == (together == 4)
    for node, value in zip(nodes, s[:, 0].tolist(), strict=True):
        members = set(batches.positives.of(node).tolist()) | ({int(node)} if include_self else set())
        wanted = {"mean": np.mean, "sum": np.sum, "max": np.max}[aggregator](list(members))
        assert value == pytest.approx(wanted)


def test_a_node_without_positives_is_its_own(karate):
    graph = n2n.Graph.from_edges([[0, 1], [1, 2]], x=None, num_nodes=5)
    positives = n2n.taps.positives.Positives(graph.indptr, graph.indices)
    x = np.arange(5, dtype=np.float32)[:, None]
    batches = Batches(Features(x, CPU), Order(5, 5, 0), ALONE, positives, np.zeros(0, int), np.zeros(0, int))
    batch, nodes = batches.make(0, 0), batches.order.batch(0, 0)
    s = dict(zip(nodes.tolist(), batch.aggregation(batch.x)[:, 0].tolist(), strict=True))
    assert s == {0: 1.0, 1: 1.0, 2: 1.0, 3: 3.0, 4: 4.0}


def test_ranks_share_a_batch(karate):
    whole = make(karate, 1).make(0, 0)
    shares = [make(karate, 1, Ranks(rank, 2)).make(0, 0) for rank in range(2)]
    for kind in range(3):
        parts = [share.x[:, 0].split(share.sizes)[kind] for share in shares]
        assert torch.equal(torch.cat(parts), whole.x[:, 0].split(whole.sizes)[kind])
    assert [share.total for share in shares] == [whole.total] * 2


def test_sparse_features_stay_sparse(karate):
    x = sp.random_array((34, 40), density=0.1, format="csr", dtype=np.float32, rng=np.random.default_rng(0))
    rows = Features(x, CPU).rows(np.array([5, 0, 5]))
    assert isinstance(rows, SparseRows)
    dense = torch.from_numpy(x.toarray()[[5, 0, 5]])
    torch.testing.assert_close(rows.product(torch.eye(40)), dense)
    torch.testing.assert_close(rows.transposed_product(torch.eye(3)), dense.T)


def test_mapped_features_are_given_back(tmp_path, monkeypatch):
    np.save(tmp_path / "x.npy", np.arange(20, dtype=np.float32).reshape(10, 2))
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r").view(np.ndarray)
    assert Features(mapped, CPU).rows(np.array([3, 1])).tolist() == [[6.0, 7.0], [2.0, 3.0]]
    monkeypatch.setattr(module.RowFile, "of", lambda x: None)  # as where a system has no pread
    features = Features(mapped, CPU)
    assert len(features._files) == 1
    monkeypatch.setattr(module, "MAPPED_BYTES", 1)
    for _ in range(3):
        assert features.rows(np.array([3, 1])).tolist() == [[6.0, 7.0], [2.0, 3.0]]
    assert features._mapped == 0


def threads():
    return [thread for thread in threading.enumerate() if thread.name.startswith("n2n-batches")]


def test_the_thread_ends_when_the_batches_do():
    made = []
    batches = prefetch(lambda step: made.append(step) or step, range(100), depth=2)
    assert [next(batches), next(batches)] == [0, 1]
    batches.close()
    assert len(made) <= 5
    assert not threads()


def test_an_error_in_the_thread_is_raised_here():
    def fail(step):
        if step == 1:
            raise OSError("the disk is gone")
        return step

    batches = prefetch(fail, range(5))
    assert next(batches) == 0
    with pytest.raises(OSError, match="the disk is gone"):
        next(batches)
    assert not threads()
