"""The plan of a comparison: its methods, how many runs it takes, and what a full queue leaves out."""

import pytest

from pages.session import runs
from pages.ui import comparison_plan
from tests.pages.app import PATIENCE, open_page
from tests.pages.test_compare import ready, said

pytestmark = pytest.mark.usefixtures("empty_results")


def test_seeds_and_further_graphs_multiply_the_runs():
    app = ready()
    app.number_input(key="seeds").set_value(2).run()
    assert "4 runs, one after the other" in said(app)
    app.multiselect(key="also").set_value(["Cora"]).run()
    assert "8 runs, one after the other" in said(app)
    assert "at most about" in said(app)
    app.multiselect(key="methods").set_value([]).run()
    assert "Choose one or more methods" in said(app)
    assert not app.exception


def test_a_full_queue_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setitem(runs.TRAINING, "queue_limit", 1)
    app = open_page("compare", dataset="karate")
    app.number_input(key="seeds").set_value(5).run()
    app.button(key="compare.run").click().run()
    assert not app.exception
    assert "runs were not queued: 1 jobs are waiting already" in app.error[0].value.replace("\\", "")
    app.button(key="compare.stop").click().run()
    for id in list(runs.jobs()._jobs):
        runs.jobs().wait(id, PATIENCE)
    app.run()
    assert app.button(key="compare.stop").disabled


def test_the_defaults_are_methods():
    from n2n.paper.experiments import families

    assert set(comparison_plan.DEFAULT) < set(families())
