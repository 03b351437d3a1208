"""The chip in the sidebar: the run in progress on every page, and the way to it."""

import pytest

from tests.pages.app import followed, open_page
from tests.pages.training import LONG, start, stopped, until_epoch

pytestmark = pytest.mark.usefixtures("own_workers")


def test_the_chip_shows_the_run_on_every_page():
    app = start(open_page("train", dataset="karate", **LONG))
    id = app.query_params["run"]
    until_epoch(id, 2)
    for page in ("start", "graph", "taps", "subgraphs", "smoothness"):
        app.switch_page(f"{page}.py").run()
        assert not app.exception
        assert "of 100,000" in followed(app.sidebar)["bar"]
        assert app.query_params["run"] in (id, [id]), "a reload of any page finds the run again"
    app.switch_page("train.py").run()
    stopped(app)
    assert not followed(app.sidebar)


def test_the_chip_leads_to_its_run():
    app = start(open_page("train", dataset="karate", **LONG))
    id = app.query_params["run"]
    until_epoch(id, 2)
    app.selectbox(key="dataset").select("cora").run()
    link = app.sidebar.get("page_link")[-1].proto
    assert link.page == "train"
    assert f"run={id}" in link.query_string
    assert "dataset=karate" in link.query_string
    opened = open_page("train", dataset="karate", run=id)
    assert "of 100,000" in followed(opened)["head"]
    app.session_state["runs chosen"] = [id]
    stopped(app.run())
