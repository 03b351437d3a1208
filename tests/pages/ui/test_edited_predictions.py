"""What models predict for a node of the edited graph."""

import pytest

import n2n
from n2n.training.fit import fit
from pages.ui.edits import Edits
from tests.pages.app import ME, kept_run, open_page, press, until


def test_a_bundled_run_needs_no_training_and_says_what_it_cannot_know():
    app = open_page("what_if", dataset="cora", node=985, edits="n50")
    row = app.dataframe[0].value.iloc[0]
    assert row["class before"] == row["class after"]
    app.slider(key="dropped features").set_value(20).run()
    assert "unknown" in app.dataframe[0].value.iloc[0]["class after"]


def test_quick_models_are_trained_asked_and_trained_again(home):
    app = press(open_page("what_if", dataset="karate", node=32, edits="n50"), "Train two quick models")
    until(app, lambda app: len(app.dataframe) and len(app.dataframe[0].value) == 3)
    table = app.dataframe[0].value
    assert list(table["model"]) == ["N2N-TAPS-1 (JL), bundled", "N2N-TAPS-1", "GCN"]
    row = table.iloc[1]
    assert row["class before"] == row["class after"]
    assert row["test micro-F1 before"] == row["test micro-F1 after"]
    press(app, "Train both again on the edited graph")
    until(app, lambda app: len(app.dataframe) and "class, retrained" in app.dataframe[0].value)
    assert set(app.dataframe[0].value["class, retrained"]) <= {"", "Mr. Hi", "Officer"}


@pytest.mark.parametrize(
    "settings", [n2n.BaselineSettings("GCN"), n2n.BaselineSettings("MLP"), n2n.Settings()]
)
def test_the_weights_of_a_run_predict_on_the_edited_graph(home, settings):
    karate = n2n.load("karate")
    run = fit(karate, settings.replace(width=8, epochs=10, patience=0))
    app = open_page("what_if", ME, dataset="karate", node=32, edits="n50", run=kept_run(run, name="mine"))
    until(app, lambda app: len(app.dataframe) > 0)
    row, expected = app.dataframe[0].value.iloc[0], run.predict(Edits.parse("n50", 34).apply(karate))
    assert row["model"] == "mine"
    assert row["class after"] == karate.class_name(int(expected[32]))
