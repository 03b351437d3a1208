"""What a batch holds, the order of nodes, and the thread that prepares the next batches."""

import threading

import numpy as np
import pytest
import scipy.sparse as sp
import torch

import n2n
from n2n.compute.sparse import SparseRows
from n2n.methods.n2n import batches as module
from n2n.methods.n2n.batches import Batches, Features, Order, prefetch
from n2n.methods.ranks import ALONE, Ranks
from n2n.taps.positives import Positives

CPU = torch.device("cpu")


@pytest.mark.parametrize(
    ("count", "batch", "most"), [(10, 4, 1 << 20), (100, 7, 10), (103, 16, 10), (8, 8, 4), (64, 16, 10)]
)
def test_an_epoch_is_each_node_once_in_steps_of_almost_equal_size(monkeypatch, count, batch, most):
    monkeypatch.setattr(module, "SHUFFLED_ONE_BY_ONE", most)
    order = Order(count, batch, seed=3)
    parts = [order.batch(5, step) for step in range(order.steps)]
    assert sorted(np.concatenate(parts).tolist()) == list(range(count))
    sizes = [len(part) for part in parts]
    assert max(sizes) <= batch
    assert max(sizes) - min(sizes) <= 1
    if count == 64:  # more than `most`: two runs of eight consecutive nodes
        assert (np.diff(parts[0]) == 1).sum() == 14


def test_order_and_draws_depend_on_seed_epoch_and_step_alone(monkeypatch):
    def nodes(seed, epoch):
        return tuple(Order(50, 10, seed).batch(epoch, 2).tolist())

    assert nodes(1, 4) == nodes(1, 4)
    assert len({nodes(1, 4), nodes(1, 5), nodes(2, 4)}) == 3
    order = Order(50, 10, 0)
    one, two = order.draw(0, 0, 1000, 20), order.draw(0, 1, 1000, 20)
    assert len(set(one.tolist())) == 20
    assert one.tolist() != two.tolist()
    assert order.draw(0, 0, 5, 20).tolist() == [0, 1, 2, 3, 4]
    monkeypatch.setattr(module, "SHUFFLED_ONE_BY_ONE", 10)
    runs = order.draw(0, 0, 1000, 33)
    assert len(set(runs.tolist())) == 32
    assert (np.diff(runs) == 1).sum() >= 28


def batches_of(graph, positives, ranks=ALONE, **more):
    x, n = np.arange(graph.num_nodes, dtype=np.float32)[:, None], graph.num_nodes
    train, labels = np.array([3, 7, 9]), np.array([0, 1, 1])
    return Batches(Features(x, CPU), Order(n, 10, 0), ranks, positives, train, labels, drawn=2, **more)


@pytest.mark.parametrize(
    ("k", "aggregator", "include_self"),
    [(1, "mean", False), (3, "mean", True), (3, "sum", False), ("all", "max", False)],
)
def test_rows_are_the_nodes_their_positives_and_training_nodes(karate, k, aggregator, include_self):
    positives = n2n.all_neighbours(karate) if k == "all" else n2n.rank(karate).top(k)
    batches = batches_of(karate, positives, aggregator=aggregator, include_self=include_self)
    batch, nodes = batches.prepare(2, 0), batches.order.batch(2, 0)
    ids = batch.x[:, 0]
    assert ids[: batch.size].tolist() == nodes.tolist()
    assert set(ids[batch.train].tolist()) < {3, 7, 9}
    assert (batch.total, batch.total_train, len(batch.labels)) == (len(nodes), 2, 2)
    encoded = ids[: -len(batch.train)].tolist()
    assert len(set(encoded)) == len(encoded), "each node is encoded once"
    for node, value in zip(nodes, batch.aggregation(batch.x)[:, 0].tolist(), strict=True):
        members = set(positives.of(node).tolist()) | ({int(node)} if include_self else set())
        assert value == pytest.approx(
            {"mean": np.mean, "sum": np.sum, "max": np.max}[aggregator](list(members))
        )


def test_a_node_without_positives_is_its_own():
    graph = n2n.Graph.from_edges([[0, 1], [1, 2]], x=None, num_nodes=10)
    batches = batches_of(graph, Positives(graph.indptr, graph.indices))
    batch, nodes = batches.prepare(0, 0), batches.order.batch(0, 0)
    s = dict(zip(nodes.tolist(), batch.aggregation(batch.x)[:, 0].tolist(), strict=True))
    assert s == {0: 1.0, 1: 1.0, 2: 1.0, **{node: float(node) for node in range(3, 10)}}


def test_ranks_share_a_batch(karate):
    positives = n2n.rank(karate).top(1)
    whole = batches_of(karate, positives).prepare(0, 0)
    shares = [batches_of(karate, positives, Ranks(rank, 2)).prepare(0, 0) for rank in range(2)]
    for part in (lambda b: b.x[: b.size], lambda b: b.x[b.train], lambda b: b.labels):
        assert torch.equal(torch.cat([part(share) for share in shares]), part(whole))
    assert [share.total for share in shares] == [whole.total] * 2


def test_features_stay_sparse_and_mapped_ones_are_read_from_their_file(tmp_path, monkeypatch):
    x = sp.random_array((34, 40), density=0.1, format="csr", dtype=np.float32, rng=np.random.default_rng(0))
    rows = Features(x, CPU).rows(np.array([5, 0, 5]))
    assert isinstance(rows, SparseRows)
    torch.testing.assert_close(rows @ torch.eye(40), torch.from_numpy(x.toarray()[[5, 0, 5]]))
    np.save(tmp_path / "x.npy", np.arange(20, dtype=np.float32).reshape(10, 2))
    monkeypatch.setattr(module, "MAPPED_BYTES", 1)
    features = Features(np.load(tmp_path / "x.npy", mmap_mode="r").view(np.ndarray), CPU)
    for _ in range(3):
        assert features.rows(np.array([3, 1])).tolist() == [[6.0, 7.0], [2.0, 3.0]]


def threads():
    return [thread for thread in threading.enumerate() if thread.name.startswith("n2n-batches")]


def test_the_thread_ends_with_the_batches_and_its_errors_are_raised_here():
    prepared = []
    batches = prefetch(lambda step: prepared.append(step) or step, range(100), CPU)
    assert [next(batches), next(batches)] == [0, 1]
    batches.close()
    assert len(prepared) <= 5
    assert not threads()

    def fail(step):
        if step == 1:
            raise OSError("the disk is gone")
        return step

    batches = prefetch(fail, range(5), CPU)
    assert next(batches) == 0
    with pytest.raises(OSError, match="the disk is gone"):
        next(batches)
    assert not threads()


def test_the_thread_has_the_gpu_of_its_process(monkeypatch):
    chosen = []
    monkeypatch.setattr(torch.cuda, "set_device", chosen.append)
    device = torch.device("cuda:2")
    assert list(prefetch(lambda step: threading.get_ident(), range(1), device)) != [threading.get_ident()]
    assert chosen == [device]
