"""Each kind of cell is measured."""

import pytest

import n2n
from n2n.methods.baselines.settings import BaselineSettings
from n2n.paper import EXPERIMENTS, Task, compare, measuring, reproduce, stored
from n2n.paper.measuring import measure, trial


def test_a_trial_says_how_long_a_run_will_take():
    cora = EXPERIMENTS["table1"].tasks(["SGC"], ["cora"], [0])[0]
    short, long = (
        trial(Task("accuracy", "SGC", "cora", cora.settings.replace(epochs=epochs)))
        for epochs in (10, 100_000)
    )
    assert 0 < short < long


@pytest.mark.parametrize("name", ["table3", "fig4", "fig5", "fig6"])
def test_times_and_figures_of_the_graph_are_cells_too(name, tmp_path, monkeypatch):
    monkeypatch.setattr(measuring, "TIMED_EPOCHS", 2)
    rows = ["N2N-TAPS-1 (JL)", "N2N-TAPS-1 (JL) (inference)"] if name == "table3" else None
    plan = EXPERIMENTS[name].tasks(rows, ["cora"])
    list(reproduce(plan, folder=tmp_path))
    found = compare(name, stored(tmp_path), rows, ["cora"])
    assert len(found) == len(rows or EXPERIMENTS[name].rows)
    assert all(one.measured is not None for one in found)
    if name == "fig4":
        assert [round(one.measured["graph"], 3) for one in found[:5]] == [0.042, 0.078, 0.108, 0.126, 0.14]


def test_a_run_yields_its_progress_and_then_its_values():
    settings = BaselineSettings("SGC", epochs=4, evaluate_every=2)
    *shares, values = measure(Task("accuracy", "SGC", "karate", settings))
    assert shares == [0.25, 0.5, 0.75, 1.0]
    assert 0 <= values["test"] <= 1
    assert (values["epochs"], values["epoch"] in (2, 4)) == (4, True)


@pytest.mark.parametrize("kind", ["accuracy", "smoothness"])
def test_cells_of_a_graph_share_its_ranking(kind):
    measuring.ranking_of.cache_clear()
    list(measure(Task(kind, "TAPS-1", "karate", n2n.Settings(width=8, epochs=2))))
    assert "dependency" in vars(measuring.ranking_of("karate"))
