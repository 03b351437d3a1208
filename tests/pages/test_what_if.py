"""The page What if: every control, links, undo, and graphs that are not as usual."""

import time

import numpy as np
import pytest

import n2n
from n2n.training.trained import train_model
from pages.session import edits, runs
from tests.pages.app import PATIENCE, open_page, texts, values
from tests.pages.test_unusual import HOSTILE, add  # noqa: F401 (a fixture)
from tests.pages.test_your_data import use


def cut(app, place=0):
    app.selectbox(key="edge to cut").select_index(place).run()
    assert not app.exception, app.exception
    return app


def add_edge(app, text):
    app.text_input(key="node to add").set_value(text).run()
    assert not app.exception, app.exception
    return app


def until(app, found):
    """Run the page until something is there, as its own polling would."""
    end = time.monotonic() + PATIENCE
    while not found(app):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.1)
        app.run()
        assert not app.exception, app.exception


def address(app):
    found = app.query_params.get(edits.ADDRESS, "")
    return found if isinstance(found, str) else found[0]


def test_an_edge_is_cut_added_and_brought_back():
    app = open_page("what_if", dataset="karate", node=32)
    assert "Nothing is edited yet" in texts(app)
    cut(app)
    assert address(app) == "c32-33"
    assert "The positives of node 32 change from 33 to 31" in texts(app)
    assert values(app)["Edges"] == "78 → 77"
    assert "**After: 11 neighbours, ranked**" in texts(app)
    add_edge(app, "7")
    assert address(app) == "a7-32_c32-33"
    add_edge(app, "33")
    assert address(app) == "a7-32"
    app.button(key="undo").click().run()
    assert address(app) == "a7-32_c32-33"
    app.button(key="reset").click().run()
    assert address(app) == ""
    app.button(key="undo").click().run()
    assert address(app) == "a7-32_c32-33"


@pytest.mark.parametrize(("text", "words"), [("33", "neighbours already"), ("32", "self-loop")])
def test_an_edge_that_cannot_be_is_told_and_nothing_changes(text, words):
    app = add_edge(open_page("what_if", dataset="karate", node=32), text)
    assert words in app.warning[0].value.replace("\\", "")
    assert address(app) == ""


def test_an_unknown_node_is_told():
    app = add_edge(open_page("what_if", dataset="karate", node=32), "99")
    assert any("No node has this number" in caption.value for caption in app.caption)
    assert address(app) == ""


def test_a_node_without_its_last_edge_is_its_own_positive():
    app = cut(open_page("what_if", dataset="karate", node=11))
    assert "it is its own positive" in app.info[0].value
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
    cut(app)
    assert address(app).startswith("c")
    assert not app.exception


def test_a_link_holds_the_edits_and_they_stay_on_the_way_to_another_page():
    app = open_page("what_if", dataset="karate", node=32, edits="a7-32_n10_s2")
    assert values(app)["Edges"] == "78 → 87"
    assert app.slider(key="noise").value == 10
    app.switch_page("pages/taps.py").run()
    app.switch_page("pages/what_if.py").run()
    assert values(app)["Edges"] == "78 → 87"
    assert address(app) == "a7-32_n10_s2"


@pytest.mark.parametrize("raw", ["x", "a0-99", "n101", "a0-1.0-1", "a" + "9" * 3000])
def test_a_broken_link_is_told_in_a_sentence(raw):
    app = open_page("what_if", dataset="karate", edits=raw)
    assert app.warning[0].value.startswith("The edits in the link cannot be read")
    assert values(app)["Edges"] == "78"
    assert address(app) == ""


def test_edits_are_of_one_dataset():
    app = cut(open_page("what_if", dataset="karate", node=32))
    app.selectbox(key="dataset").select("cora").run()
    assert values(app)["Edges"] == "5,278"
    assert address(app) == ""
    assert not app.warning


def test_the_edited_graph_is_downloaded_and_read_again():
    app = cut(open_page("what_if", dataset="karate", node=32))
    labels = {button.label for button in app.get("download_button")}
    assert {"npz", "CSV", "GraphML"} <= labels
    graph = n2n.load("karate")
    edited = n2n.read_graph(
        ("edited.npz", n2n.export_graph(edits.Edits(cut=((32, 33),)).apply(graph), "npz"))
    )
    assert edited.num_edges == 77


def test_a_graph_without_labels(add):  # noqa: F811
    bare = n2n.load("karate").replace(y=np.full(34, -1), class_names=())
    app = cut(open_page("what_if", dataset=add(bare), node=32))
    assert any("no labels" in info.value for info in app.info)
    assert "The positives of node 32 change" in texts(app)


def test_a_graph_without_features_has_nothing_to_predict_from(add):  # noqa: F811
    bare = n2n.load("karate").replace(x=np.zeros((34, 0), np.float32))
    app = open_page("what_if", dataset=add(bare), node=32, edits="n20")
    assert any("no features" in info.value for info in app.info)
    assert not [slider for slider in app.slider if slider.label.startswith("Dropped")]


def test_hostile_names_stay_text(add):  # noqa: F811
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
    own.switch_page("pages/what_if.py").run()
    [held] = own.session_state["own graphs"].values()
    number = {name: place for place, name in enumerate(held.graph.node_names)}
    own.number_input(key="node").set_value(number["Emil"]).run()
    add_edge(own, "ann")
    assert values(own)["Edges"] == "5 → 6"
    assert not own.exception


def test_a_shipped_run_needs_no_training_and_says_what_it_cannot_know():
    app = open_page("what_if", dataset="cora", node=985, edits="n50")
    row = app.dataframe[0].value.iloc[0]
    assert row["node before"] == row["node after"]
    app.slider(key="dropped features").set_value(20).run()
    assert "not known" in app.dataframe[0].value.iloc[0]["node after"]


def test_models_are_trained_asked_and_trained_again(own_workers):
    app = open_page("what_if", dataset="karate", node=32, edits="n50")
    next(button for button in app.button if button.label.startswith("Train two")).click().run()
    until(app, lambda app: len(app.dataframe) and len(app.dataframe[0].value) == 3)
    table = app.dataframe[0].value
    assert list(table["model"]) == ["N2N-TAPS-1 (JL), shipped", "N2N-TAPS-1", "GCN"]
    n2n_row = table.iloc[1]
    assert n2n_row["node before"] == n2n_row["node after"]
    assert n2n_row["test nodes before"] == n2n_row["test nodes after"]
    next(button for button in app.button if button.label.startswith("Train both")).click().run()
    until(app, lambda app: len(app.dataframe) and "node, trained again" in app.dataframe[0].value)
    assert set(app.dataframe[0].value["node, trained again"]) <= {"", "Mr. Hi", "Officer"}


def test_a_run_of_ones_own_is_trained_again_and_asked(own_workers):
    settings = n2n.RivalSettings.for_dataset("karate", "GCN").replace(width=8, epochs=10, patience=0)
    app = open_page("what_if", dataset="karate", node=32, edits="n50")
    run = n2n.fit(n2n.load("karate"), settings)
    run.name, run.dataset = "mine", "karate"
    runs.table().add(run, owner="", most=100, most_bytes=1 << 30)
    app.query_params["run"] = run.id
    app.run()
    assert "not known" in app.dataframe[0].value.iloc[0]["node after"]
    next(button for button in app.button if button.label == "Train mine again and ask it").click().run()
    until(app, lambda app: len(app.dataframe) and "not known" not in str(app.dataframe[0].value))
    edited = edits.Edits.parse("n50", 34).apply(n2n.load("karate"))
    expected = train_model(n2n.load("karate"), settings).predictions(edited)
    row = app.dataframe[0].value.iloc[0]
    assert row["model"] == "mine"
    assert row["node after"] == edited.class_name(int(expected[32]))
    assert not any("predicts another class" in caption.value for caption in app.caption)


def test_a_fork_says_why_it_cannot_be_asked(own_workers):
    settings = n2n.RivalSettings.for_dataset("karate", "GCN").replace(width=8, epochs=4, patience=0)
    karate = n2n.load("karate")
    run = n2n.fork(karate, n2n.fit(karate, settings), 2, learning_rate=0.02)
    run.name, run.dataset = "branch", "karate"
    runs.table().add(run, owner="", most=100, most_bytes=1 << 30)
    app = open_page("what_if", dataset="karate", node=32, edits="n50", run=run.id)
    assert "a fork is not trained again" in app.dataframe[0].value.iloc[0]["node after"]
