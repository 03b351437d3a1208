"""The page Cold start: from the button to the numbers, and what it cannot do."""

import threading

import pytest

from pages.session import own_graphs, runs
from tests.pages.app import PATIENCE, open_page, texts
from tests.pages.training import button, said

pytestmark = pytest.mark.usefixtures("measured")


def finish(app):
    """Wait for the job of the page, and look again."""
    jobs = app.session_state["cold starts"]
    runs.jobs().wait(next(reversed(jobs.values())), PATIENCE)
    return app.run()


def test_hidden_nodes_are_predicted():
    app = open_page("cold_start", dataset="karate", **{"cold.methods": "GCN"})
    assert "Hide and train** hides nodes" in said(app)
    assert button(app, "Stop").disabled
    button(app, "Hide and train").click().run()
    assert not app.exception
    app = finish(app)
    assert "7 of 34 nodes hidden with 31 edges, paper split, seed 0" in said(app)
    assert "on this server" in said(app)
    assert "With the edges restored GCN reaches" in texts(app)
    assert len(app.get("plotly_chart")) == 2


def test_a_cold_start_can_be_stopped(own_workers):
    go_on = threading.Event()
    # However fast it would be: it waits for this one, and so cannot end before it is stopped.
    runs.jobs().submit("busy", lambda: iter([go_on.wait(PATIENCE)]))
    app = open_page("cold_start", dataset="karate", **{"cold.methods": "N2N"})
    button(app, "Hide and train").click().run()
    button(app, "Stop").click().run()
    go_on.set()
    app = finish(app)
    assert not app.exception
    assert "Stopped on request." in said(app)


def test_measured_results_are_shown_before_the_first_run():
    app = open_page("cold_start", dataset="cora")
    assert "results measured for this project" in said(app)
    assert "542 of 2,708 nodes hidden" in said(app)
    assert "From features alone N2N-TAPS-1 (JL) predicts" in texts(app)


def test_other_numbers_are_another_cold_start():
    app = open_page("cold_start", dataset="karate", **{"cold.methods": "MLP", "hidden": 10})
    button(app, "Hide and train").click().run()
    app = finish(app)
    assert "3 of 34 nodes hidden" in said(app)
    next(slider for slider in app.slider if slider.label == "Hidden nodes (%)").set_value(20).run()
    assert "Hide and train** hides nodes" in said(app)


def test_impossible_shares_in_the_address_are_replaced():
    app = open_page("cold_start", dataset="karate", hidden=95)
    assert "must be a whole number from 1 to 29" in app.warning[0].value


def test_without_labels_there_is_a_sentence(monkeypatch):
    graph = own_graphs.n2n.load("karate")
    blank = graph.replace(y=0 * graph.y - 1, class_names=())
    monkeypatch.setattr("pages.session.data.graph", lambda *_: blank)
    app = open_page("cold_start", dataset="karate")
    assert "has no labels, so predictions of hidden nodes cannot be checked" in said(app)


def test_a_large_graph_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr("pages.session.data.LARGE", 10)
    app = open_page("cold_start", dataset="karate")
    assert "too large to hide nodes here" in said(app)
