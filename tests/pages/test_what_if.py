"""The page What if: each edit takes effect at once, is in the address, and what cannot be is told."""

import numpy as np
import pytest

import n2n
from n2n.training.fit import fit
from pages.ui import edits
from tests.pages.app import ME, held, kept_run, open_page, press, said, texts, until, values
from tests.pages.test_your_data import use

HOSTILE = "</script><img src=x onerror=alert(1)> *href*"


def cut(app, place=0):
    app.selectbox(key="edge to cut").select_index(place).run()
    assert not app.exception, app.exception
    return app


def add_edge(app, text):
    app.text_input(key="node to add").set_value(text).run()
    assert not app.exception, app.exception
    return app


def address(app):
    found = app.query_params.get(edits.ADDRESS, "")
    return found if isinstance(found, str) else found[0]


def test_an_edge_is_cut_added_and_brought_back():
    app = open_page("what_if", dataset="karate", node=32)
    cut(app)
    assert address(app) == "c32-33"
    assert "change from 33 to 31" in texts(app)
    assert values(app)["Edges"] == "78 → 77"
    add_edge(app, "7")
    assert address(app) == "a7-32_c32-33"
    add_edge(app, "33")
    assert address(app) == "a7-32"
    for button, expected in (("undo", "a7-32_c32-33"), ("reset", ""), ("undo", "a7-32_c32-33")):
        app.button(key=button).click().run()
        assert address(app) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [("33", "neighbours already"), ("32", "self-loop"), ("99", "No node has this number")],
)
def test_an_edge_that_cannot_be_is_told_and_nothing_changes(text, words):
    app = add_edge(open_page("what_if", dataset="karate", node=32), text)
    assert words in said(app)
    assert address(app) == ""


def test_a_node_without_its_last_edge_is_its_own_positive():
    app = cut(open_page("what_if", dataset="karate", node=11))
    assert "change from 0 to itself" in texts(app)
    assert values(app)["Isolated nodes"] == "0 → 1"
    assert app.selectbox(key="edge to cut").disabled


def test_noise_and_dropped_features_and_their_seed():
    app = open_page("what_if", dataset="cora")
    app.slider(key="noise").set_value(50).run()
    app.slider(key="dropped features").set_value(20).run()
    assert address(app) == "n50_d20"
    assert values(app)["Edges"] == "5,278 → 7,917"
    first = values(app)["Subgraphs"]
    app.number_input(key="seed of the edits").set_value(3).run()
    assert address(app) == "n50_s3_d20"
    assert values(app)["Subgraphs"] != first
    app.button(key="undo").click().run()
    assert values(app)["Subgraphs"] == first
    assert app.number_input(key="seed of the edits").value == 0


def test_a_graph_without_labels(add):
    bare = n2n.load("karate").replace(y=np.full(34, -1), class_names=())
    app = cut(open_page("what_if", dataset=add(bare), node=32))
    assert "no labels" in said(app)
    assert "The positives of node 32 change" in texts(app)


def test_a_graph_without_features_has_nothing_to_predict_from(add):
    bare = n2n.load("karate").replace(x=np.zeros((34, 0), np.float32))
    app = open_page("what_if", dataset=add(bare), node=32, edits="n20")
    assert "no features" in said(app)
    assert not [slider for slider in app.slider if slider.label.startswith("Dropped")]


def test_hostile_names_stay_text(add):
    karate = n2n.load("karate")
    app = open_page("what_if", dataset=add(karate.replace(class_names=(HOSTILE, "*b*"))), edits="n20")
    assert "<img" not in texts(app).replace("\\<img", "")
    for part in app.get("html"):
        assert "<img" not in part.proto.body


def test_a_large_graph_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr("pages.session.data.is_large", lambda key: True)
    app = open_page("what_if", dataset="karate")
    assert "choose another dataset" in app.info[0].value


def test_a_graph_of_ones_own_with_names(app):
    pairs = [("Anna", "Ben"), ("Ben", "Cleo"), ("Anna", "Cleo"), ("Cleo", "Dora"), ("Dora", "Emil")]
    own = use(app, ("club.csv", "\n".join(["source,target", *map(",".join, pairs)]).encode()))
    own.switch_page("what_if.py").run()
    [kept] = held(own).values()
    number = {name: place for place, name in enumerate(kept.graph.node_names)}
    own.number_input(key="node").set_value(number["Emil"]).run()
    add_edge(own, "ann")
    assert values(own)["Edges"] == "5 → 6"


def test_the_edited_graph_can_be_downloaded():
    app = cut(open_page("what_if", dataset="karate", node=32))
    assert {"npz", "CSV", "GraphML"} <= {button.label for button in app.get("download_button")}


# Predictions ------------------------------------------------------------------------------------------------


def test_a_bundled_run_without_weights_is_shown_while_its_predictions_are_known():
    app = open_page("what_if", dataset="cora", node=985, edits="n50")
    row = app.dataframe[0].value.iloc[0]
    assert row["class before"] == row["class after"]
    app.slider(key="dropped features").set_value(20).run()
    assert not len(app.dataframe)


def test_quick_models_are_trained_and_asked(home):
    app = press(open_page("what_if", dataset="karate", node=32, edits="n50"), "Train two quick models")
    until(app, lambda app: len(app.dataframe) and len(app.dataframe[0].value) == 3)
    table = app.dataframe[0].value.set_index("model")
    assert list(table.index) == ["N2N-TAPS-1 (JL), bundled", "N2N-TAPS-1", "GCN"]
    assert table.loc["N2N-TAPS-1"].iloc[0] == table.loc["N2N-TAPS-1"].iloc[1]


@pytest.mark.parametrize(
    "settings", [n2n.BaselineSettings("GCN"), n2n.BaselineSettings("MLP"), n2n.Settings()]
)
def test_the_weights_of_a_run_predict_on_the_edited_graph(home, settings):
    karate = n2n.load("karate")
    run = fit(karate, settings.replace(width=8, epochs=10, patience=0))
    app = open_page("what_if", ME, dataset="karate", node=32, edits="n50_d50", run=kept_run(run, name="mine"))
    until(app, lambda app: len(app.dataframe) > 0)
    row, expected = (
        app.dataframe[0].value.iloc[0],
        run.predict(edits.Edits.parse("n50_d50", 34).apply(karate)),
    )
    assert row["model"] == "mine"
    assert row["class after"] == karate.class_name(int(expected[32]))
