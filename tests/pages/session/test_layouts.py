"""Layouts by UMAP: made in the background by a worker of their own, cancelled on request."""

import threading

import streamlit as st

from pages.session import layouts, runs
from tests.pages.app import PATIENCE, open_page, texts
from tests.pages.test_embeddings import captions, wait
from tests.pages.training import LONG, button, start, stopped


def test_other_work_does_not_wait_behind_a_training():
    app = start(open_page("train", dataset="karate", **LONG))
    id = layouts.jobs().submit("layout", lambda: iter("ab"), 2, lambda: "made")
    assert layouts.jobs().wait(id, PATIENCE).state == "done"
    assert layouts.jobs().result(id) == "made"
    assert not any(job.title == "layout" for job in runs.jobs().queue())
    stopped(app)


def test_a_layout_that_is_missing_is_made_in_the_background_and_can_be_cancelled():
    st.cache_resource.clear()
    go_on = threading.Event()
    # UMAP has to wait, so it can be cancelled.
    layouts.jobs().submit("busy", lambda: iter([go_on.wait(PATIENCE)]))
    app = open_page("embeddings", dataset="karate", space="3D", right="Raw features")
    assert "**Raw features** · PCA" in texts(app)
    button(app, "Cancel").click().run()
    assert "UMAP was cancelled" in captions(app)
    assert "· PCA" in texts(app)
    go_on.set()
    button(app, "Compute UMAP").click().run()
    wait(app, lambda app: "**Raw features** · UMAP" in texts(app))
    app.run()  # the layout may have come while the page was being made
    assert not any(button.label == "Cancel" for button in app.button)
