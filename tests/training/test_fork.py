"""Where a forked run comes from: what is possible, and what is told of it."""

import pytest

import n2n
from n2n.training.fork import Fork, is_parent, plan_fork
from tests.graphs import planted

FACTS = {"width": 8, "evaluate_every": 2, "dropout": 0.5}
METHODS = {
    "JL": n2n.Settings(epochs=8, watch_theorem=True, **FACTS),
    "PT&FT": n2n.Settings(framework="PT&FT", epochs=4, finetune_epochs=4, **FACTS),
    "GLNN": n2n.BaselineSettings("GLNN", epochs=4, **FACTS),
}


def test_a_fork_before_the_runs_own_fork_is_one_of_its_parent():
    graph = planted()
    child = n2n.fork(graph, METHODS["JL"], 5, tau=0.5)
    settings, origin = plan_fork(child, 3, k=2)
    assert (origin.settings, origin.epoch, origin.earlier) == (METHODS["JL"], 3, None)
    assert origin.changes(settings) == {"tau": 0.5, "k": 2}


def test_the_parent_is_known_by_its_numbers_too():
    graph = planted()
    parent, other = (n2n.fit(graph, METHODS["JL"].replace(seed=seed)) for seed in (0, 1))
    child = n2n.fork(graph, parent, 4, tau=0.5)
    assert is_parent(parent, child)
    assert is_parent(n2n.Run.from_bytes(parent.to_bytes()), n2n.Run.from_bytes(child.to_bytes()))
    assert not is_parent(other, child)
    assert not is_parent(child, child)
    assert not is_parent(parent, parent)


@pytest.mark.parametrize(
    ("epoch", "changes", "words"),
    [
        (0, {}, "from 1 to 8"),
        (9, {}, "from 1 to 8"),
        (8, {}, "nothing left to train"),
        (4, {"epochs": 4}, "nothing left to train"),
        (4, {"width": 16}, "width cannot change at a fork: choose among k,"),
        (4, {"heat": 1}, "no setting 'heat'"),
        (4, {"tau": -1}, "tau is -1"),
    ],
)
def test_impossible_forks_are_refused_in_a_sentence(epoch, changes, words):
    with pytest.raises(ValueError, match=words):
        plan_fork(METHODS["JL"], epoch, **changes)


def test_fine_tuning_has_no_temperature():
    with pytest.raises(ValueError, match="tau cannot change at a fork in the stage 'fine-tune'"):
        plan_fork(METHODS["PT&FT"], 6, tau=0.5)
    assert plan_fork(METHODS["PT&FT"], 2, tau=0.5)[0].tau == 0.5
    with pytest.raises(ValueError, match="epochs cannot change at a fork in the stage 'student'"):
        plan_fork(METHODS["GLNN"], 6, epochs=9)
    with pytest.raises(ValueError, match=r"fork it earlier\.$"):
        plan_fork(METHODS["GLNN"], 8)
    with pytest.raises(ValueError, match="choose more"):
        plan_fork(METHODS["PT&FT"], 3, epochs=2)


def test_a_file_with_an_impossible_fork_is_refused():
    child = n2n.fork(planted(), METHODS["JL"], 4, tau=0.5)
    child.fork = Fork(99, child.settings)
    with pytest.raises(ValueError, match="fork is not valid"):
        n2n.Run.from_bytes(child.to_bytes())
    with pytest.raises(ValueError, match="fork is not valid"):
        Fork.from_dict(Fork(0, child.settings).to_dict())
