"""Features that are made in the background: the progress, the result, and what goes wrong."""

import threading

import pytest
import streamlit as st

from n2n.graph import features
from pages.session import progress
from pages.ui import made_features
from tests.pages.app import PATIENCE
from tests.pages.test_your_data import EDGES, press, upload


@pytest.fixture(autouse=True)
def _own_worker():
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


def read(app):
    return press(upload(app, ("friends.csv", EDGES)), "Read the graph")


def offered(app) -> bool:
    return any(button.label == "Use this graph" for button in app.button)


def test_spectral_features_are_the_default_and_explained(app):
    assert next(iter(made_features.FEATURES)) == features.DEFAULT == next(iter(features.KINDS))
    assert set(made_features.FEATURES) == set(features.KINDS)
    press(read(app), "Use this graph")
    [own] = app.session_state["own graphs"].values()
    assert own.features == "spectral"
    assert (own.graph.x == features.spectral(own.graph)).all()
    assert "features being made" not in app.session_state


def test_another_kind_can_be_chosen(app):
    read(app).radio(key="own features").set_value("degree").run()
    press(app, "Use this graph")
    [own] = app.session_state["own graphs"].values()
    assert (own.features, own.info.title) == ("degree", "friends, degree buckets")


def test_the_page_shows_the_progress_until_they_are_made(app, monkeypatch):
    reported, go_on = threading.Event(), threading.Event()

    def slow(graph, kind, progress):
        progress(0.4)
        reported.set()
        assert go_on.wait(PATIENCE)
        return features.with_features(graph, kind)

    monkeypatch.setattr(made_features, "with_features", slow)
    monkeypatch.setattr(made_features, "PATIENCE", 0.05)
    read(app)
    assert reported.wait(PATIENCE)
    while not any(bar.proto.value == 40 for bar in app.get("progress")):
        app.run()
        assert not offered(app)
    go_on.set()
    monkeypatch.setattr(made_features, "PATIENCE", 30.0)
    press(app.run(), "Use this graph")
    assert len(app.session_state["own graphs"]) == 1


def test_what_goes_wrong_is_told_and_can_be_tried_again(app, monkeypatch):
    def broken(graph, kind, progress):
        raise MemoryError("There is no room for them.")

    with monkeypatch.context() as patch:
        patch.setattr(made_features, "with_features", broken)
        read(app)
        assert "There is no room for them" in app.error[0].value
        assert not offered(app)
    assert offered(press(app, "Try again"))


def test_a_job_that_others_displaced_can_be_started_again(app, monkeypatch):
    def displaced(worker, id, patience=0.0):
        worker.wait(id, 30)
        worker.forget(id)
        return look(worker, id)

    look = progress.look
    with monkeypatch.context() as patch:
        patch.setattr(made_features, "with_features", lambda graph, kind, progress: 1 / 0)
        patch.setattr(progress, "look", displaced)
        read(app)
        assert "removed to make room" in app.error[0].value
        assert not offered(app)
    assert offered(app.run())


def test_the_worker_keeps_no_graph_of_a_visitor(app):
    read(app)
    [job] = made_features._jobs()._jobs.values()
    assert job.result is None
    made_features._jobs().forget(job.status.id)
    assert offered(app.run()), "the visitor has it"
    assert not made_features._jobs()._jobs, "it need not be made again"
