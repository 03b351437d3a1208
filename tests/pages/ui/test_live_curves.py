"""The curves of a run in progress follow it; the table behind a figure is made when it is asked for."""

import pytest

from n2n.plots.training import curves
from pages.ui.live_curves import _curves
from tests.pages.app import followed, open_page
from tests.pages.training import LONG, QUICK, finish, start, stopped, until_epoch
from tests.runs import listed

pytestmark = pytest.mark.usefixtures("own_workers")


def test_the_sketch_of_a_run_grows_with_it():
    app = start(open_page("train", dataset="karate", **LONG))
    id = app.query_params["run"]
    until_epoch(id, 5)
    before = followed(app.run())["curves"]
    assert "<polyline" in before
    until_epoch(id, 60)
    assert followed(app.run())["curves"] != before
    stopped(app)


def test_the_table_of_a_figure_is_made_when_it_is_asked_for(monkeypatch):
    from n2n.training import tables

    made = []
    monkeypatch.setattr(tables, "epochs", lambda chosen: made.append(chosen) or {})
    app = finish(start(open_page("train", dataset="karate", **QUICK)))
    assert len(app.get("plotly_chart")) == 1
    assert not made


def test_curves_are_drawn_once_until_a_run_changes_and_each_page_gets_a_copy():
    run = listed()
    first, again = _curves([run]), _curves([run])
    assert first is not again
    assert first.to_plotly_json() == again.to_plotly_json() == curves([run]).to_plotly_json()
    for change in (lambda: setattr(run, "name", "another"), run.history.pop):
        change()
        assert _curves([run]).to_plotly_json() == curves([run]).to_plotly_json() != first.to_plotly_json()
