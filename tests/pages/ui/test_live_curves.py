"""A run in progress: its numbers are always new, its curves are drawn again only when they have grown."""

import pytest

from pages.ui import live_curves
from tests.pages.app import open_page, values
from tests.pages.training import LONG, start, stopped, until_epoch

pytestmark = pytest.mark.usefixtures("own_workers")


def curves(app) -> str:
    return app.get("plotly_chart")[0].proto.spec


def seen(app) -> int:
    return int(values(app)["Epochs"].replace(",", ""))


def test_curves_are_drawn_again_only_when_they_have_grown(monkeypatch):
    app = start(open_page("train", dataset="karate", **LONG))
    id = app.query_params["run"]
    until_epoch(id, 5)
    monkeypatch.setattr(live_curves, "GROWTH", 1e9)
    monkeypatch.setattr(live_curves, "REDRAW", 1e9)
    before, epoch = curves(app.run()), seen(app)
    until_epoch(id, epoch + 5)
    assert curves(app.run()) == before
    assert seen(app) >= epoch + 5, "the numbers are new all the same"
    monkeypatch.setattr(live_curves, "GROWTH", 1.0)
    grown = curves(app.run())
    assert grown != before
    monkeypatch.setattr(live_curves, "GROWTH", 1e9)
    monkeypatch.setattr(live_curves, "REDRAW", 0.0)
    until_epoch(id, seen(app) + 5)
    assert curves(app.run()) != grown, "however slowly they grow, they are drawn again after a while"
    stopped(app)


def test_the_table_of_a_figure_is_made_when_it_is_asked_for(monkeypatch):
    from n2n.training import tables

    made = []
    monkeypatch.setattr(tables, "epochs", lambda chosen: made.append(chosen) or {})
    app = start(open_page("train", dataset="karate", **LONG))
    until_epoch(app.query_params["run"], 2)
    app.run()
    assert len(app.get("plotly_chart")) == 1
    stopped(app)
    assert not made
