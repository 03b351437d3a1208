"""Whose embedding is shown: a run that comes with the program, or one of the visitor."""

import streamlit as st

from pages.session import runs
from tests.pages.app import open_page, values
from tests.pages.test_embeddings import charts, source, wait
from tests.pages.training import button


def test_a_short_run_takes_the_place_of_the_shipped_one():
    st.cache_resource.clear()
    app = open_page("embeddings", dataset="karate", layout="PCA")
    button(app, "Train now").click().run()
    assert not app.exception
    wait(app, lambda app: app.select_slider and len(app.select_slider(key="right").options) > 9)
    run = app.query_params["run"]
    assert source(app).value == run
    assert not any(button.label == "Train now" for button in app.button)
    app.radio(key="panels").set_value("Animation over epochs").run()
    assert len([label for label in values(app) if label.startswith("Purity, epoch")]) == 10
    source(app).select("all").run()
    assert app.query_params["shipped"] == "all"
    source(app).select(run).run()
    assert "shipped" not in app.query_params
    assert not app.exception


def test_a_full_queue_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setitem(runs.TRAINING, "queue_limit", 0)
    st.cache_resource.clear()
    app = open_page("embeddings", dataset="karate")
    button(app, "Train now").click().run()
    assert "jobs are waiting already" in app.error[0].value
    assert charts(app) == 2
    st.cache_resource.clear()
