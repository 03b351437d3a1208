"""Every baseline learns, resumes bit by bit, and predicts new nodes; graphs that cannot work are refused."""

from functools import cache

import numpy as np
import pytest
import torch

from n2n.graph import Graph
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.recipes import baselines
from n2n.methods.registry import build
from n2n.training.fit import fit
from n2n.training.state import restore, state_of
from tests.graphs import planted

# What suits a graph of 400 nodes and less than a second.
QUICK = {
    "URL": {"learning_rate": 0.01, "dropout": 0.0, "weight_decay": 0.0, "epochs": 20, "evaluate_every": 10},
    "supervised": {"learning_rate": 0.04, "dropout": 0.2, "epochs": 20},
    "JL": {"learning_rate": 0.02, "dropout": 0.2, "epochs": 30, "alpha": 10.0, "tau": 0.5},
}
WALKS = {"learning_rate": 0.1, "epochs": 4, "walk_length": 20, "evaluate_every": 2}
EVERY = pytest.mark.parametrize("method", baselines())


def quick(method: str, **changes) -> BaselineSettings:
    values = QUICK[baselines()[method].framework] | {"width": 32, "samples": 400, "split": "random"}
    values |= WALKS if baselines()[method].family == "random walks" else {}
    values |= {"PNA": {"learning_rate": 0.01}, "SimMLP": {"learning_rate": 0.04}}.get(method, {})
    return BaselineSettings(method).replace(**(values | changes))


@cache
def fitted(method: str):
    return fit(planted(), quick(method))


@EVERY
def test_it_learns_and_predicts_new_nodes(method):
    graph, run = planted(), fitted(method)
    test = graph.split("random").test
    assert run.scores.test > np.bincount(graph.y[test]).max() / len(test) + 0.15
    if method != "MLP":
        assert run.scores.test > fitted("MLP").scores.test
    assert run.history[-1].loss < run.history[0].loss or baselines()[method].framework == "JL"
    assert np.isfinite(run.embeddings).all()
    right = (run.predictions[test] == graph.y[test]).mean()
    assert right == pytest.approx(run.scores.test), "predictions are those of the best validation epoch"
    # Weights alone are enough for a graph of other nodes, or for features where a node needs no more.
    if method == "L2-GCN" or run.settings.reach is None:
        return
    new = graph.x[test[:50]] if run.settings.reach == 0 else graph
    wanted = run.predictions[test[:50]] if run.settings.reach == 0 else run.predictions
    assert (run.predict(new) == wanted).mean() > 0.95


@EVERY
def test_a_run_resumes_bit_by_bit_and_another_seed_is_another_run(method):
    graph, settings = planted(100), quick(method, epochs=4, evaluate_every=2)
    whole, broken = build(graph, settings), build(graph, settings)
    stage, *later = settings.stages
    losses = [whole.step(stage).total.item() for _ in range(4)]
    assert [broken.step(stage).total.item() for _ in range(3)] == losses[:3]
    resumed = build(graph, settings)
    restore(resumed, state_of(broken, None))
    assert resumed.step(stage).total.item() == losses[3]
    for model in (whole, resumed):
        for further in later:
            model.begin_stage(further)
            model.step(further)
    assert torch.equal(resumed.embed(), whole.embed())
    other = build(graph, settings.replace(seed=settings.seed + 1))
    assert other.step(stage).total.item() != losses[0]


@EVERY
def test_dense_features_nodes_without_neighbours_and_more_layers(method):
    rng = np.random.default_rng(0)
    graph = Graph.from_edges(
        rng.integers(0, 50, (2, 100)), x=rng.random((60, 5)), y=rng.integers(0, 3, 60), num_nodes=60
    )
    layers = 2 if method == "FastGCN" else 3
    settings = quick(method, epochs=4, evaluate_every=2, samples=30, layers=layers, dropout=0.5)
    model = build(graph, settings)
    model.step(settings.stages[0])
    state = model.generator.get_state()
    h = model.embed()
    assert h.isfinite().all()
    assert torch.equal(h, model.embed())
    assert torch.equal(model.generator.get_state(), state), "an evaluation draws nothing"
    assert not model.facts()


def test_a_graph_that_cannot_work_is_refused_in_one_sentence():
    graph = planted()
    bare = Graph.from_edges([[0], [1]], x=None, y=[0, 1])
    with pytest.raises(ValueError, match="has no features, so GCN has nothing to encode"):
        fit(bare, quick("GCN"))
    unlabelled = graph.replace(y=np.full(graph.num_nodes, -1), class_names=())
    with pytest.raises(ValueError, match="has no labels, which GAT needs"):
        fit(unlabelled, quick("GAT"))
    with pytest.raises(ValueError, match="width 30 cannot be shared by 8 heads"):
        fit(graph, quick("GAT", width=30))
    with pytest.raises(ValueError, match="FastGCN has two layers here, not 3"):
        fit(graph, quick("FastGCN", layers=3))
    run = fit(unlabelled, quick("DGI", epochs=2))
    assert run.scores is None
    assert (run.predictions == -1).all()
    path = Graph.from_edges([[0, 1, 2], [1, 2, 3]], x=None, num_nodes=4)
    assert fit(path, quick("DeepWalk", epochs=1)).embeddings.shape == (4, 32)
