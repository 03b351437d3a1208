"""Predictions that are there already: a visitor's run before a shipped one, and only one that fits."""

import numpy as np
import pytest

import n2n
from pages.session import predictions, runs
from tests import legacy


@pytest.fixture
def mine(monkeypatch):
    """The runs of the session, to be filled."""
    found = []
    monkeypatch.setattr(runs, "mine", lambda: found)
    monkeypatch.setattr(runs, "chosen", lambda: [])
    return found


def fitted(graph, dataset="karate", **changes):
    run = legacy.fit(graph, n2n.Settings(width=8, epochs=2, **changes))
    run.dataset = dataset
    return run


def test_a_shipped_run_where_there_is_no_other(karate, mine):
    found = predictions.known("karate", karate)
    assert found.bundled
    assert found.predictions.shape == (34,)


def test_a_run_of_the_visitor_comes_first(karate, mine):
    mine.append(fitted(karate))
    found = predictions.known("karate", karate)
    assert found.predictions is mine[0].predictions
    assert not found.bundled


def test_a_run_on_another_graph_or_size_does_not_count(karate, mine):
    mine.append(fitted(karate, dataset="cora"))
    other = fitted(karate)
    other.result = type(other.result)(
        other.embeddings[:5], other.predictions[:5], other.environment, other.snapshots
    )
    mine.append(other)
    assert predictions.known("karate", karate).bundled


def test_nothing_is_known_without_labels(karate, mine):
    assert predictions.known("karate", karate.replace(y=np.full(34, -1), class_names=())) is None
