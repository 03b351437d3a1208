"""The Export page: every file can be had, with a run and without one."""

import n2n
from pages.session import runs
from tests import legacy
from tests.pages.app import open_page


def test_everything_can_be_taken_out(app):
    app = open_page("export", dataset="karate")
    labels = {button.label for button in app.get("download_button")}
    assert {
        "npz",
        "CSV",
        "safetensors",
        "GraphML",
        "GEXF",
        "Positives",
        "Partition",
        "Subgraphs",
        "HTML",
    } <= labels
    assert "n2n.load('karate')" in app.code[0].value
    assert "There is no run on this graph yet" in app.info[0].value


def test_a_run_can_be_taken_out():

    app = open_page("export", dataset="karate")
    run = legacy.fit(n2n.load("karate"), n2n.Settings(width=4, epochs=2, evaluate_every=1))
    run.dataset = "karate"
    runs.table().add(run, "owner", 40, runs.KEPT_BYTES)
    app.session_state["runs"] = [run.id]
    app.run()
    assert not app.exception
    labels = {button.label for button in app.get("download_button")}
    assert {"npz", "Parquet", "CSV", "TSV for the projector", "Run"} <= labels
    assert "n2n.Settings(" in app.code[0].value
    runs.table().drop(run.id)
