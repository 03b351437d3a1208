"""The embeddings that can be compared, by names that tell them apart."""

from types import SimpleNamespace

import numpy as np
import pytest

import n2n
from pages.session import changes, runs


def run_of(id, name="a", dataset="karate", nodes=34, result=True, **snapshots):
    epochs = {int(epoch.removeprefix("at")): array for epoch, array in snapshots.items()}
    return SimpleNamespace(
        id=id,
        name=name,
        dataset=dataset,
        embeddings=np.zeros((nodes, 2)),
        snapshots=epochs,
        result=result or None,
    )


@pytest.fixture
def mine(monkeypatch):
    """The runs of the session, to be filled."""
    found = []
    monkeypatch.setattr(runs, "mine", lambda: found)
    monkeypatch.setattr(changes.st, "session_state", {})
    return found


def test_features_come_first_and_snapshots_last(mine):
    mine += [run_of("firstrun", at4=np.ones((34, 2))), run_of("otherrun"), run_of("x", dataset="cora")]
    mine += [run_of("y", nodes=5), run_of("z", result=False)]
    found = changes.embeddings("karate", n2n.load("karate"))
    assert list(found) == ["Raw features", "a", "a (other)", "a, epoch 4"]
    assert found["a, epoch 4"].vectors()[0, 0] == 1
    assert found["a (other)"].what == ("otherrun",)


def test_two_that_can_be_compared_are_compared(mine):
    graph = n2n.load("karate")
    assert changes.compared("karate", graph) is None
    assert not changes.values("karate", graph).any()
    mine += [run_of("one"), run_of("two", "b")]
    for chosen, pair in (
        (("b", "a"), ["b", "a"]),
        (("b", "b"), ["Raw features", "a"]),
        (("b", "c"), ["Raw features", "a"]),
    ):
        changes.st.session_state.update({changes.FROM: chosen[0], changes.TO: chosen[1]})
        assert [one.name for one in changes.compared("karate", graph)] == pair
