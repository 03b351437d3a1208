"""Runs after a restart of the server, as their visitor and as others see them."""

import json
import threading
import time

import numpy as np
import pytest
import streamlit as st

import n2n
from n2n.training import kept_run
from pages.session import graph_shelf, own_graphs, runs, visitor
from tests.pages.app import PATIENCE, open_page, texts
from tests.pages.test_your_data import EDGES, use
from tests.pages.training import LONG, QUICK, button, finish, said, start, until_epoch

pytestmark = pytest.mark.usefixtures("own_workers")


@pytest.fixture
def same_browser(monkeypatch):
    """All sessions are those of one browser, until told otherwise."""
    name = {"value": "a" * 64}
    monkeypatch.setattr(visitor, "cookie", lambda cookie: name["value"] if cookie == visitor.COOKIE else "")
    return name


def restart() -> None:
    """What a server that was killed and started again is like: locks are free, memory is empty."""
    for job in list(runs.jobs()._jobs.values()):
        for cell in getattr(job.on_end, "__closure__", None) or ():
            if isinstance(cell.cell_contents, kept_run.KeptRun):
                cell.cell_contents._failed = True  # it writes nothing any more
                cell.cell_contents._stop()
                cell.cell_contents.let_go()
        runs.jobs().cancel(job.status.id)
    own_graphs.shelf().wait()
    st.cache_resource.clear()


def interrupt(app, monkeypatch, epoch=5) -> str:
    """The id of a run that a restart found at an epoch, where it waits: however fast it learns."""
    monkeypatch.setattr(kept_run, "FIRST", 0.0)
    there, restarted = threading.Event(), threading.Event()
    after_step = kept_run.KeptRun._after_step

    def hold(kept):
        if len(kept.recorder.run.history) < epoch:
            return after_step(kept)
        there.set()
        restarted.wait(PATIENCE)

    with monkeypatch.context() as patch:
        patch.setattr(kept_run.KeptRun, "_after_step", hold)
        start(app)
        id = app.query_params["run"]
        assert there.wait(PATIENCE)
        status, end = runs.table().store.folder / id / "status.json", time.monotonic() + PATIENCE
        while json.loads(status.read_text())["checkpoint"] is None:
            assert time.monotonic() < end, "there is no checkpoint"
            time.sleep(0.01)
        restart()
        restarted.set()
    return id


def test_a_reload_brings_back_all_runs_of_the_browser_and_of_no_other(same_browser):
    app = finish(start(open_page("train", dataset="karate", **QUICK)))
    app = finish(start(app))
    assert len(open_page("train", dataset="karate").checkbox) == 2
    restart()
    again = open_page("train", dataset="karate")
    assert len(again.checkbox) == 2
    assert "the oldest finished runs are removed first" in said(again)
    same_browser["value"] = "b" * 64
    assert not open_page("train", dataset="karate").checkbox


def test_an_interrupted_run_is_offered_to_its_owner_and_resumed(same_browser, monkeypatch):
    many = QUICK | {"train.epochs": 60, "train.patience": 0, "train.evaluate_every": 20}
    id = interrupt(open_page("train", dataset="karate", **many), monkeypatch)
    app = open_page("graph", dataset="karate")
    assert "Interrupted at epoch" in texts(app)
    app.button(key=f"banner.resume.{id}").click().run()
    assert not app.exception
    assert "Interrupted at epoch" not in texts(app)
    assert runs.jobs().wait(id, PATIENCE).state == "done"
    run = runs.table().get(id)
    whole = n2n.fit(n2n.load("karate"), run.settings)
    np.testing.assert_array_equal(run.embeddings, whole.embeddings)
    assert run.scores == whole.scores


def test_a_link_to_an_interrupted_run_shows_it_and_hands_over_nothing(same_browser, monkeypatch):
    id = interrupt(open_page("train", dataset="karate", **LONG), monkeypatch)
    same_browser["value"] = "b" * 64
    guest = open_page("train", dataset="karate", run=id)
    assert "Interrupted at epoch" in said(guest)
    assert not any(button.label in ("Resume", "Discard", "Stop") and not button.disabled
                   for button in guest.button)  # fmt: skip
    same_browser["value"] = "a" * 64
    app = open_page("train", dataset="karate")
    app.button(key=f"banner.discard.{id}").click().run()
    assert not app.checkbox
    assert not list(runs.table().store.folder.iterdir())


def test_a_run_that_waited_is_offered(same_browser, monkeypatch):
    app = open_page("train", dataset="karate", **LONG)
    interrupt_first = start(app).query_params["run"]
    second = start(app).query_params["run"]
    restart()
    app = open_page("start")
    assert "The server stopped before this run had started" in texts(app).replace("\\", "")
    app.button(key=f"banner.discard.{interrupt_first}").click().run()
    app.button(key=f"banner.resume.{second}").click().run()
    until_epoch(second, 3)
    runs.jobs().cancel(second)


def test_an_own_graph_and_a_run_on_it_survive(same_browser, monkeypatch):
    app = use(open_page("your_data"), ("plan.csv", EDGES))
    key = app.selectbox(key="dataset").value
    short = {"train.width": 8, "train.epochs": 60, "train.patience": 0, "train.evaluate_every": 20}
    id = interrupt(open_page("train", dataset=key, **short), monkeypatch)
    app = open_page("train", dataset=key)
    assert app.selectbox(key="dataset").value == key
    app.button(key=f"banner.resume.{id}").click().run()
    assert runs.jobs().wait(id, PATIENCE).state == "done"


def test_an_own_graph_that_is_gone_is_a_sentence(same_browser, monkeypatch):
    app = use(open_page("your_data"), ("plan.csv", EDGES))
    key = app.selectbox(key="dataset").value
    id = interrupt(open_page("train", dataset=key, **LONG), monkeypatch)
    monkeypatch.setattr(graph_shelf, "KEPT_SECONDS", 0.0)
    st.cache_resource.clear()
    app = open_page("train", dataset="karate")
    app.button(key=f"banner.resume.{id}").click().run()
    assert "This graph is no longer here: upload its files again" in said(app).replace("\\", "")
    assert "Interrupted at epoch" in texts(app)
    monkeypatch.setattr(graph_shelf, "KEPT_SECONDS", 3600.0)
    app.switch_page("your_data.py").run()
    use(app, ("plan.csv", EDGES))
    app.button(key=f"banner.resume.{id}").click().run()
    until_epoch(id, 3)
    runs.jobs().cancel(id)


def test_a_reload_keeps_an_own_graph_and_one_button_deletes_it(same_browser):
    app = use(open_page("your_data"), ("plan.csv", EDGES))
    key = app.selectbox(key="dataset").value
    again = open_page("your_data", dataset=key)
    assert again.selectbox(key="dataset").value == key
    own_graphs.shelf().wait()
    assert any(own_graphs.shelf().folder.rglob("*.npy"))
    button(again, "Remove").click().run()
    assert not any(own_graphs.shelf().folder.rglob("*.npy"))
    assert open_page("graph", dataset=key).selectbox(key="dataset").value == "cora"
