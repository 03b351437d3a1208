"""Statistics of large graphs: a job makes them while the page shows its progress; then the page is whole."""

import gc

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import n2n
from n2n.compute.cache import BoundedCache
from pages.session import data, heavy, own_graphs
from tests.pages.app import APP, PATIENCE, open_page, texts

PAGES = ("start", "graph", "taps", "subgraphs", "smoothness", "train", "embeddings", "export")


@pytest.fixture(autouse=True)
def _everything_is_large(monkeypatch):
    st.cache_resource.clear()
    st.cache_data.clear()
    monkeypatch.setattr(data, "LARGE", 10)
    monkeypatch.setattr(heavy, "PATIENCE", 0.0)
    yield
    st.cache_resource.clear()
    st.cache_data.clear()


def until_whole(app):
    """Look again, as the page does by itself in a browser, until nothing is being computed."""
    for _ in range(12):
        requested = [id for id in heavy._requested()._values.values() if id]
        for id in requested:
            assert heavy.jobs().wait(id, PATIENCE).ended
        app.run()
        assert not app.exception, app.exception
        if requested == [id for id in heavy._requested()._values.values() if id]:
            return app
    raise AssertionError("the page asks for ever more")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_waits_for_jobs_and_is_whole_afterwards(page):
    app = open_page(page, dataset="karate")
    assert heavy._requested()._values or page == "train"
    app = until_whole(app)
    assert "takes a moment" not in " ".join(caption.value for caption in app.caption)
    assert not app.error
    large = texts(app)
    data.LARGE = 10**9
    small = open_page(page, dataset="karate")
    # A large graph cannot be downloaded, so nothing is said about the formats.
    formats = [f"{caption.value} " for caption in small.caption if caption.value.startswith("npz: ")]
    assert texts(small).replace("".join(formats), "") == large


def test_a_graph_of_the_visitor_is_lent_to_the_job():
    graph = n2n.load("karate").replace(name="my club")
    key = own_graphs.add(graph, ("a.csv",), {}, None)
    own = own_graphs.find(key)
    own_graphs.forget(key)  # the threads of the jobs must not find it in the session of this test
    app = AppTest.from_file(str(APP), default_timeout=PATIENCE)
    app.session_state["own graphs"] = {key: own}
    app.query_params["dataset"] = key
    app = until_whole(app.switch_page("smoothness.py").run())
    assert not app.error
    assert "With k = 1, TAPS gives" in texts(app)
    assert ("pages.session.data", "smoothness", 10) in own.results._values


def test_a_failure_is_said_and_the_worker_goes_on():
    results = BoundedCache(3)

    def fails():
        raise ValueError("there is no room")

    id = heavy.jobs().submit("x", lambda: heavy._work(results, "x", fails, "Counting"))
    assert heavy.jobs().wait(id, PATIENCE).cause == "there is no room"

    def works():
        heavy.report("half way", 0.5)
        return 5

    id = heavy.jobs().submit("y", lambda: heavy._work(results, "y", works, "Counting"))
    assert heavy.jobs().wait(id, PATIENCE).state == "done"
    assert results.get("y") == 5


def test_what_was_asked_for_does_not_keep_the_results_of_a_visitor(monkeypatch):
    monkeypatch.setattr(heavy, "PATIENCE", 30.0)
    results = BoundedCache(3)
    assert heavy.ensure(results, "x", lambda: 5, "Counting") == 5
    [(owner, what)] = heavy._requested()._values
    assert (owner(), what) == (results, "x")
    del results
    gc.collect()
    assert owner() is None, "nor are they taken for others that come to lie in the same place"
