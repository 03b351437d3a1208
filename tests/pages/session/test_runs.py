"""Runs in the background: seen on every page, found again by their id, never mixed between visitors."""

import dataclasses

import pytest
from streamlit.testing.v1 import AppTest

from n2n.training.jobs import Jobs
from pages.session import progress, runs
from tests.pages.app import followed, open_page, texts
from tests.pages.training import LONG, QUICK, button, finish, said, start, stopped, until_epoch

pytestmark = pytest.mark.usefixtures("own_workers")


def test_a_run_is_watched_and_stopped_and_keeps_what_it_had():
    app = start(open_page("train", dataset="karate", **LONG))
    id = app.query_params["run"]
    until_epoch(id, 20)
    app.run()
    assert "of 100,000" in followed(app)["head"]
    assert "<svg" in followed(app)["curves"]
    stopped(app)
    assert "Stopped on request. What it learnt up to epoch" in said(app)
    assert runs.table().get(id).embeddings.shape == (34, 8)
    assert button(app, "Stop").disabled


def test_two_visitors_share_the_queue_and_nothing_else():
    one = start(open_page("train", dataset="karate", **LONG))
    app_id = one.query_params["run"]
    until_epoch(app_id, 2)
    two = start(open_page("train", dataset="karate", **QUICK, **{"train.tau": 7}))
    assert two.query_params["run"] != app_id
    assert "Waiting, 1 run ahead" in followed(two)["head"]
    one.run()
    for app in (one, two):
        assert any(expander.label == "Queue of all visitors: 2" for expander in app.expander)
        assert "1. N2N\\-TAPS\\-1 \\(JL\\) on Karate" in texts(app)
        assert app_id not in texts(app)
        assert len(app.checkbox) == 1, "each sees the own run alone"
    assert "τ = 7" not in texts(one)
    stopped(one)
    finish(two)
    assert not any("Stopped" in info.value for info in two.info)
    assert runs.jobs().status(two.query_params["run"]).state == "done"


def test_a_waiting_run_can_be_stopped():
    one = start(open_page("train", dataset="karate", **LONG))
    two = start(open_page("train", dataset="karate", **QUICK))
    stopped(two)
    assert "Stopped on request." in said(two)
    assert not two.exception
    stopped(one)


def test_a_reload_finds_the_run_again_and_nobody_else_does():
    app = finish(start(open_page("train", dataset="karate", **QUICK)))
    id = app.query_params["run"]
    again = open_page("train", dataset="karate", run=id)
    assert len(again.checkbox) == 1
    assert len(again.get("plotly_chart")) == 1
    assert not open_page("train", dataset="karate").checkbox


def test_a_run_that_is_not_here_any_more_is_a_sentence():
    app = open_page("train", dataset="karate", run="never-heard-of")
    assert "no longer here" in app.sidebar.warning[0].value
    assert "run" not in app.query_params


def test_only_so_many_runs_are_kept_and_the_others_leave_a_sentence(monkeypatch):
    app = finish(start(open_page("train", dataset="karate", **QUICK)))
    id = app.query_params["run"]
    monkeypatch.setattr(runs, "KEPT_RUNS", 1)
    other = finish(start(open_page("train", dataset="karate", **QUICK)))
    app.run()
    assert not app.exception
    assert not app.checkbox
    assert "no longer here" in app.sidebar.warning[0].value
    assert progress.look(runs.jobs(), id).cause == progress.GONE
    assert len(other.checkbox) == 1


def test_runs_larger_than_the_room_for_them_go_oldest_first(monkeypatch):
    finish(start(open_page("train", dataset="karate", **QUICK)))
    monkeypatch.setattr(runs, "KEPT_BYTES", 0)
    app = finish(start(open_page("train", dataset="karate", **QUICK)))
    assert len(runs.table()) == 1
    assert runs.table().get(app.query_params["run"])


def test_adding_a_run_does_not_count_as_looking_at_the_others(monkeypatch):
    app = start(open_page("train", dataset="karate", **LONG))
    job = runs.jobs()._jobs[app.query_params["run"]]
    job.seen = seen = job.seen - 100
    run = runs.table().get(app.query_params["run"])
    runs.table().add(dataclasses.replace(run, id="another"), "owner", 40, runs.KEPT_BYTES)
    assert job.seen == seen
    stopped(app)


def test_a_full_queue_is_a_sentence(monkeypatch):
    full = Jobs(queue_limit=0)
    monkeypatch.setattr(runs, "jobs", lambda: full)
    app = open_page("train", dataset="karate", **QUICK)
    button(app, "Start").click().run()
    assert not app.exception
    assert "0 jobs are waiting already" in app.error[0].value


def test_a_session_finds_only_the_runs_that_it_knows():
    id = finish(start(open_page("train", dataset="karate", **QUICK))).query_params["run"]

    def script(id):
        import streamlit as st

        from pages.session import runs

        before = runs.find(id)
        st.query_params["run"] = id
        runs.arrive()
        st.markdown(f"{before} {runs.find(id).dataset}")

    assert texts(AppTest.from_function(script, kwargs={"id": id}).run()) == "None karate"


def test_who_only_has_the_link_may_watch_but_not_stop_rename_or_delete():
    owner = start(open_page("train", dataset="karate", **LONG))
    id = owner.query_params["run"]
    until_epoch(id, 2)
    guest = open_page("train", dataset="karate", run=id)
    assert "<svg" in followed(guest)["curves"]
    assert not any(element.label == "Stop" for element in guest.button)
    assert not any(element.key == f"name.{id}" for element in guest.text_input)
    guest.switch_page("compare.py").run()
    assert guest.button(key="compare.stop").disabled
    stopped(owner)
    guest.switch_page("train.py").run()
    guest.button(key=f"delete.{id}").click().run()
    assert not guest.checkbox
    assert runs.table().get(id)
    assert len(owner.run().checkbox) == 1


def test_stop_ends_the_run_that_is_shown():
    app = start(open_page("train", dataset="karate", **LONG))
    first = app.query_params["run"]
    until_epoch(first, 2)
    start(app)
    second = app.query_params["run"]
    stopped(app)
    assert runs.jobs().status(second).state == "cancelled"
    assert runs.jobs().status(first).state == "running"
    assert button(app, "Stop").disabled


def test_after_a_switch_of_the_dataset_its_runs_are_shown():
    app = finish(start(open_page("train", dataset="karate", **QUICK)))
    on_karate = app.query_params["run"]
    app.selectbox(key="dataset").select("cora").run()
    assert "No run is chosen" in said(app)
    assert "run" not in app.query_params
    app.selectbox(key="dataset").select("karate").run()
    assert app.query_params["run"] in (on_karate, [on_karate])
    assert len(app.get("plotly_chart")) == 1


def test_a_switch_on_another_page_counts_too():
    app = finish(start(open_page("train", dataset="karate", **QUICK)))
    app.switch_page("graph.py").run()
    app.selectbox(key="dataset").select("cora").run()
    app.switch_page("train.py").run()
    assert "No run is chosen" in said(app)
