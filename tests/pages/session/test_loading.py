"""A dataset that does not come with the app: it is loaded in the background, or the page says why not."""

import threading

import pytest
import streamlit as st

import n2n
from pages.session import loading
from tests.pages.app import PATIENCE, open_page, texts


@pytest.fixture(autouse=True)
def _nothing_loaded(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(loading, "PATIENCE", 0.05)
    yield
    st.cache_resource.clear()


def until_loaded(app):
    """Look again, as the page does by itself in a browser, until the load has ended."""
    jobs = loading._jobs()
    for id in app.session_state["loading"].values():
        assert jobs.wait(id, PATIENCE).ended
    return app.run()


@pytest.fixture
def nowhere(monkeypatch, tmp_path):
    """No folder of datasets, an empty home, and (as in all tests) no network."""
    monkeypatch.delenv("N2N_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.mark.parametrize("page", ["start", "smoothness"])
def test_a_dataset_out_of_reach_is_one_sentence_with_ways_out(nowhere, page):
    app = until_loaded(open_page(page, dataset="texas"))
    assert len(app.error) == 1
    assert "Texas could not be downloaded" in app.error[0].value
    assert "choose another dataset" in app.error[0].value
    app.selectbox(key="dataset").select("karate").run()
    assert not app.error
    assert "What to notice." in texts(app)


def test_one_may_try_again(nowhere, monkeypatch):
    app = until_loaded(open_page("start", dataset="texas"))
    karate = n2n.load("karate")
    monkeypatch.setattr(n2n, "load", lambda key, progress=None: karate)
    app.button[0].click().run()
    until_loaded(app)
    assert not app.error
    assert "What to notice." in texts(app)


def test_a_load_shows_progress_and_can_be_given_up(monkeypatch):
    real, began, go_on, ended = n2n.load, threading.Event(), threading.Event(), threading.Event()

    def slow(key, progress=None):
        if key != "photo":
            return real(key, progress)
        try:
            progress("Reading the far end", 0.3)
            began.set()
            go_on.wait(PATIENCE)
            progress("Keeping it", 0.9)
        except Exception:
            ended.set()
            raise

    monkeypatch.setattr(n2n, "load", slow)
    app = open_page("graph", dataset="photo")
    assert began.wait(PATIENCE)
    app.run()
    assert "Reading the far end" in app.get("progress")[0].proto.text
    app.button[0].click().run()
    until_loaded(app)
    assert "you cancelled it" in app.info[0].value
    go_on.set()
    assert ended.wait(PATIENCE)  # the work that nobody waits for is left at its next report
    app.selectbox(key="dataset").select("karate").run()
    assert "What to notice." in texts(app)


def test_what_has_been_loaded_is_there_for_all(dataset):
    dataset("texas")
    until_loaded(open_page("start", dataset="texas"))
    app = open_page("graph", dataset="texas")
    assert "loading" not in app.session_state
    assert "What to notice." in texts(app)


def test_a_load_that_is_no_longer_kept_begins_again(nowhere, monkeypatch):
    app = until_loaded(open_page("start", dataset="texas"))
    [id] = app.session_state["loading"].values()
    loading._jobs().forget(id)
    karate = n2n.load("karate")
    monkeypatch.setattr(n2n, "load", lambda key, progress=None: karate)
    app.run()
    assert not app.exception, app.exception
    until_loaded(app)
    assert not app.exception, app.exception
    assert "What to notice." in texts(app)


def test_a_full_queue_is_one_sentence(monkeypatch):
    monkeypatch.setattr(loading._jobs(), "queue_limit", 0)
    app = open_page("start", dataset="texas")
    assert "jobs are waiting already" in app.warning[0].value
