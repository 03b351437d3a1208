"""The runs that Compare draws: those of the chosen methods, graphs and split, and of this visitor only."""

import pytest

import n2n
from pages.session import runs
from pages.ui.comparison_plan import Plan
from pages.ui.comparison_runs import _panels, _runs_of
from tests import legacy


@pytest.fixture
def finished(monkeypatch):
    graph = n2n.load("karate")
    made = [legacy.fit(graph, n2n.Settings(width=4, epochs=2, evaluate_every=1, k=k)) for k in (1, 2)]
    for run in made:
        run.dataset, run.name = "karate", run.settings.name
    monkeypatch.setattr(runs, "mine", lambda: made)
    return made


def plan(**changes) -> Plan:
    given = {name: None for name in Plan.__dataclass_fields__}
    chosen = {"graphs": {"karate": n2n.load("karate")}, "methods": ["N2N-TAPS-1 (JL)"], "split": "paper"}
    return Plan(**given | chosen | changes)


def test_only_runs_of_the_plan_are_drawn(finished):
    assert _runs_of(plan()) == finished[:1]
    assert _runs_of(plan(methods=["N2N-TAPS-1 (JL)", "N2N-TAPS-2 (JL)"])) == finished
    assert _runs_of(plan(split="random")) == []
    assert _runs_of(plan(graphs={"cora": None})) == []


def test_panels_are_drawn_once_and_each_visitor_gets_a_copy(finished):
    graph = n2n.load("karate")
    first, again = _panels(graph, finished), _panels(graph, finished)
    assert first is not again
    assert first.to_json() == again.to_json()
    assert {note.text.partition(" ")[0] for note in first.layout.annotations} >= {"N2N-TAPS-1"}
