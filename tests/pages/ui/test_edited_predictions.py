"""What models predict for a node of the edited graph."""

import time

import pytest

import n2n
from n2n.training.trained import train_model
from pages.session import edits, runs
from tests import legacy
from tests.pages.app import PATIENCE, open_page


def until(app, found):
    """Run the page until something is there, as its own polling would."""
    end = time.monotonic() + PATIENCE
    while not found(app):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.1)
        app.run()
        assert not app.exception, app.exception


def test_a_shipped_run_needs_no_training_and_says_what_it_cannot_know():
    app = open_page("what_if", dataset="cora", node=985, edits="n50")
    row = app.dataframe[0].value.iloc[0]
    assert row["class before"] == row["class after"]
    app.slider(key="dropped features").set_value(20).run()
    assert "unknown" in app.dataframe[0].value.iloc[0]["class after"]


def test_models_are_trained_asked_and_trained_again(own_workers):
    app = open_page("what_if", dataset="karate", node=32, edits="n50")
    next(button for button in app.button if button.label.startswith("Train two")).click().run()
    until(app, lambda app: len(app.dataframe) and len(app.dataframe[0].value) == 3)
    table = app.dataframe[0].value
    assert list(table["model"]) == ["N2N-TAPS-1 (JL), bundled", "N2N-TAPS-1", "GCN"]
    n2n_row = table.iloc[1]
    assert n2n_row["class before"] == n2n_row["class after"]
    assert n2n_row["test micro-F1 before"] == n2n_row["test micro-F1 after"]
    next(button for button in app.button if button.label.startswith("Train both")).click().run()
    until(app, lambda app: len(app.dataframe) and "class, retrained" in app.dataframe[0].value)
    assert set(app.dataframe[0].value["class, retrained"]) <= {"", "Mr. Hi", "Officer"}


def test_a_run_of_ones_own_is_trained_again_and_asked(own_workers):
    settings = n2n.BaselineSettings.for_dataset("karate", "GCN").replace(width=8, epochs=10, patience=0)
    app = open_page("what_if", dataset="karate", node=32, edits="n50")
    run = legacy.fit(n2n.load("karate"), settings)
    run.name, run.dataset = "mine", "karate"
    runs.table().add(run, owner="", most=100, most_bytes=1 << 30)
    app.query_params["run"] = run.id
    app.run()
    assert "unknown" in app.dataframe[0].value.iloc[0]["class after"]
    next(button for button in app.button if button.label == "Retrain mine and predict").click().run()
    until(app, lambda app: len(app.dataframe) and "unknown" not in str(app.dataframe[0].value))
    edited = edits.Edits.parse("n50", 34).apply(n2n.load("karate"))
    expected = train_model(n2n.load("karate"), settings).predictions(edited)
    row = app.dataframe[0].value.iloc[0]
    assert row["model"] == "mine"
    assert row["class after"] == edited.class_name(int(expected[32]))
    assert not any("predicts another class" in caption.value for caption in app.caption)


@pytest.mark.parametrize(
    "settings", [n2n.BaselineSettings("MLP"), n2n.Settings(alpha=0.0)], ids=["MLP", "alpha"]
)
def test_a_run_that_reads_no_edge_predicts_the_same(own_workers, settings):
    run = legacy.fit(n2n.load("karate"), settings.replace(width=8, epochs=4, patience=0))
    run.name, run.dataset = "mine", "karate"
    runs.table().add(run, owner="", most=100, most_bytes=1 << 30)
    row = open_page("what_if", dataset="karate", node=32, edits="n50", run=run.id).dataframe[0].value.iloc[0]
    assert row["model"] == "mine"
    assert row["class after"] == row["class before"]
    assert row["test micro-F1 after"] == row["test micro-F1 before"] != ""


def test_a_fork_says_why_it_cannot_be_asked(own_workers):
    settings = n2n.BaselineSettings.for_dataset("karate", "GCN").replace(width=8, epochs=4, patience=0)
    karate = n2n.load("karate")
    run = legacy.fork(karate, legacy.fit(karate, settings), 2, learning_rate=0.02)
    run.name, run.dataset = "branch", "karate"
    runs.table().add(run, owner="", most=100, most_bytes=1 << 30)
    app = open_page("what_if", dataset="karate", node=32, edits="n50", run=run.id)
    assert "a fork cannot be retrained" in app.dataframe[0].value.iloc[0]["class after"]
