"""Every baseline learns, repeats itself for the same seed, stops when told, and can be kept in a file."""

from functools import cache

import numpy as np
import pytest

import n2n
from n2n.graph import Graph
from n2n.methods.baselines.catalogue import baselines
from n2n.methods.baselines.settings import BaselineSettings
from tests.graphs import planted
from tests.runs import resumed

# What suits a graph of 400 nodes and less than a second.
QUICK = {
    "URL": {"learning_rate": 0.01, "dropout": 0.0, "weight_decay": 0.0, "epochs": 20, "evaluate_every": 10},
    "supervised": {"learning_rate": 0.04, "dropout": 0.2, "epochs": 20},
    "JL": {"learning_rate": 0.02, "dropout": 0.2, "epochs": 30, "alpha": 10.0, "tau": 0.5},
}
WALKS = {"learning_rate": 0.1, "epochs": 4, "walk_length": 20, "evaluate_every": 2}


def quick(method: str, **changes) -> BaselineSettings:
    values = QUICK[baselines()[method].framework] | {"width": 32, "samples": 400, "split": "random"}
    values |= WALKS if baselines()[method].family == "random walks" else {}
    values |= {"PNA": {"learning_rate": 0.01}, "SimMLP": {"learning_rate": 0.04}}.get(method, {})
    return BaselineSettings(method).replace(**(values | changes))


@cache
def fitted(method: str):
    return n2n.fit(planted(), quick(method))


@pytest.mark.parametrize("method", baselines())
def test_it_learns(method):
    graph, run = planted(), fitted(method)
    test = graph.split("random").test
    majority = np.bincount(graph.y[test]).max() / len(test)
    assert run.scores.test > majority + 0.15
    if method != "MLP":
        assert run.scores.test > fitted("MLP").scores.test
    assert run.history[-1].loss < run.history[0].loss or baselines()[method].framework == "JL"
    assert run.embeddings.shape[0] == graph.num_nodes
    assert np.isfinite(run.embeddings).all()
    right = (run.predictions[test] == graph.y[test]).mean()
    assert right == pytest.approx(run.scores.test), "predictions are those of the best validation epoch"


@pytest.mark.parametrize("method", baselines())
def test_a_run_is_kept_in_a_file(method, tmp_path):
    run = fitted(method)
    run.save(tmp_path / "run.n2n")
    loaded = n2n.Run.load(tmp_path / "run.n2n")
    assert loaded.settings == run.settings
    assert loaded.scores == run.scores
    assert np.array_equal(loaded.embeddings, run.embeddings)


@pytest.mark.parametrize("method", baselines())
def test_dense_features_nodes_without_neighbours_more_layers_and_snapshots(method):
    rng = np.random.default_rng(0)
    graph = Graph.from_edges(
        rng.integers(0, 50, (2, 100)), x=rng.random((60, 5)), y=rng.integers(0, 3, 60), num_nodes=60
    )
    layers = 2 if method == "FastGCN" else 3
    settings = quick(method, epochs=4, evaluate_every=2, samples=30, layers=layers, snapshots=2)
    run = n2n.fit(graph, settings)
    assert np.isfinite(run.embeddings).all()
    assert len(run.history) == settings.total_epochs
    assert list(run.snapshots) == [1, settings.total_epochs]


def losses(epochs) -> list[float]:
    return [epoch.loss for epoch in epochs]


@pytest.mark.parametrize("method", baselines())
def test_the_same_seed_gives_the_same_run_even_resumed_and_another_seed_another(method):
    settings = quick(method, epochs=3, evaluate_every=2)
    whole, broken = n2n.Trainer(planted(100), settings), n2n.Trainer(planted(100), settings)
    list(whole)
    broken.step(), broken.step()
    assert broken.run().scores.epoch == 2
    assert losses(broken.history) == losses(whole.history[:2])
    again = resumed(broken)
    list(again)
    assert losses(again.history) == losses(whole.history)
    assert np.array_equal(again.run().embeddings, whole.run().embeddings)
    other = n2n.Trainer(planted(100), settings.replace(seed=settings.seed + 1))
    assert other.step().loss != whole.history[0].loss


@pytest.mark.parametrize("method", baselines())
def test_closing_the_iterator_stops_the_run(method):
    epochs = n2n.train(planted(100), quick(method, epochs=1000, evaluate_every=1000))
    assert [next(epochs).index, next(epochs).index] == [1, 2]
    epochs.close()
    assert list(epochs) == []


def test_a_graph_that_cannot_work_is_refused_in_one_sentence():
    graph = planted()
    bare = Graph.from_edges([[0], [1]], x=None, y=[0, 1])
    with pytest.raises(ValueError, match="has no features, so GCN has nothing to encode"):
        n2n.fit(bare, quick("GCN"))
    unlabelled = graph.replace(y=np.full(graph.num_nodes, -1), class_names=())
    with pytest.raises(ValueError, match="has no labels, which GAT needs"):
        n2n.fit(unlabelled, quick("GAT"))
    huge = graph.replace(indptr=np.zeros(50_000_001, np.int64), indices=np.zeros(0, np.int64))
    with pytest.raises(ValueError, match=r"GCN on planted would need .* GB are free: try a smaller width"):
        n2n.fit(huge, BaselineSettings("GCN", width=8192))
    with pytest.raises(ValueError, match="width 30 cannot be shared by 8 heads"):
        n2n.fit(graph, quick("GAT", width=30))


def test_a_method_without_labels_learns_where_there_are_none():
    graph = planted().replace(y=np.full(400, -1), class_names=())
    run = n2n.fit(graph, quick("DGI", epochs=2))
    assert run.scores is None
    assert (run.predictions == -1).all()


def test_random_walks_need_no_features():
    graph = Graph.from_edges([[0, 1, 2], [1, 2, 3]], x=None, num_nodes=4)
    assert n2n.fit(graph, quick("DeepWalk", epochs=1)).embeddings.shape == (4, 32)
