"""A fork goes on from its parent's state; without a change it is the parent, bit by bit."""

from functools import cache

import pytest

import n2n
from tests.graphs import planted

FACTS = {"width": 8, "evaluate_every": 4, "dropout": 0.5}
METHODS = {
    "JL": n2n.Settings(epochs=8, watch_theorem=True, **FACTS),
    "URL": n2n.Settings(framework="URL", epochs=8, **FACTS),
    "PT&FT": n2n.Settings(framework="PT&FT", epochs=4, finetune_epochs=4, **FACTS),
    "batches": n2n.Settings(epochs=8, batch_size=96, k=2, **FACTS),
    "GCN": n2n.BaselineSettings("GCN", epochs=8, **FACTS),
    "GraphSAGE": n2n.BaselineSettings("GraphSAGE-Mean", k=2, epochs=8, **FACTS),
    "GLNN": n2n.BaselineSettings("GLNN", epochs=4, **FACTS),
    "DeepWalk": n2n.BaselineSettings("DeepWalk", epochs=8, **FACTS),
}


@cache
def fitted(settings):
    """The run that several tests fork."""
    return n2n.fit(planted(), settings)


def numbers(run):
    """Everything that a run recorded but its times."""
    return [tuple(value for name, value in vars(epoch).items() if name != "seconds") for epoch in run.history]


@pytest.mark.parametrize("snapshots", [0, 4], ids=["replayed", "kept"])
@pytest.mark.parametrize("name", METHODS)
def test_without_a_change_a_fork_is_its_parent(name, snapshots):
    graph = planted()
    parent = n2n.fit(graph, METHODS[name].replace(snapshots=snapshots))
    child = n2n.fork(graph, parent, 5)
    assert numbers(child) == numbers(parent)
    assert (child.embeddings == parent.embeddings).all()
    assert (child.predictions == parent.predictions).all()
    assert child.scores == parent.scores
    assert list(child.snapshots) == list(parent.snapshots)


@pytest.mark.parametrize("change", [{"tau": 0.5}, {"alpha": 0.1}, {"learning_rate": 0.1}, {"k": "all"}])
def test_a_change_counts_from_the_fork_on(change):
    graph = planted()
    parent = fitted(METHODS["JL"])
    child = n2n.fork(graph, parent, 5, **change)
    assert numbers(child)[:5] == numbers(parent)[:5]
    assert child.history[6].loss != parent.history[6].loss
    assert child.fork.changes(child.settings) == change
    assert (child.fork.parent, child.fork.epoch) == (parent.id, 5)


def test_a_finished_run_is_trained_for_longer():
    graph, settings = planted(), METHODS["JL"]
    longer = n2n.fork(graph, fitted(settings), 8, epochs=12)
    assert numbers(longer) == numbers(n2n.fit(graph, settings.replace(epochs=12)))


def test_settings_alone_can_be_forked():
    graph = planted()
    by_run = n2n.fork(graph, fitted(METHODS["JL"]), 5, tau=2.0)
    assert numbers(n2n.fork(graph, METHODS["JL"], 5, tau=2.0)) == numbers(by_run)


def test_forks_of_forks():
    graph = planted()
    child = n2n.fork(graph, METHODS["JL"], 3, tau=0.5)
    grandchild = n2n.fork(graph, child, 6, k=3)
    assert numbers(grandchild)[:6] == numbers(child)[:6]
    assert [until for _, until, _ in grandchild.fork.segments()] == [3, 6]
    again = n2n.Run.from_bytes(grandchild.to_bytes())
    assert again.fork == grandchild.fork.without_ids()
    assert child.id not in str(again.fork)
    assert numbers(n2n.fork(graph, again, 7)) == numbers(grandchild)


def test_patience_begins_again_where_something_changed():
    graph = planted()
    settings = METHODS["JL"].replace(epochs=60, evaluate_every=2, patience=4, learning_rate=0.05)
    parent = n2n.fit(graph, settings)
    assert len(parent.history) < 60
    last = len(parent.history)
    assert len(n2n.fork(graph, parent, last - 1).history) == last
    assert len(n2n.fork(graph, parent, last, tau=2.0).history) > last
