"""The page of embeddings, with every control used once; jobs of layouts; marked nodes; a run of one's own."""

import time

import numpy as np
import pytest
import streamlit as st

import n2n
from pages.session import runs
from tests.pages.app import open_page, texts, values

DATASETS = ("karate", "cora")


def captions(app):
    return " ".join(caption.value for caption in app.caption)


def charts(app):
    return len(app.get("plotly_chart"))


def button(app, label):
    return next(button for button in app.button if button.label == label)


def source(app):
    return next(box for box in app.selectbox if box.label == "Embedding of")


def wait(app, until, seconds=60):
    """Run the page until something is so, as its own polling would."""
    for _ in range(seconds * 5):
        app.run()
        assert not app.exception, app.exception
        if until(app):
            return
        time.sleep(0.2)
    pytest.fail("it did not come to that in time")


@pytest.mark.parametrize("dataset", DATASETS)
def test_shipped_layouts_are_there_before_any_training(dataset):
    app = open_page("embeddings", dataset=dataset)
    assert charts(app) == 2
    assert "**Raw features** · UMAP" in texts(app)
    assert "· UMAP" in next(m.value for m in app.markdown if "Trained, epoch" in m.value)
    assert values(app).keys() == {"Purity", "Silhouette", "Purity in the picture"}
    assert "nearest nodes of a node" in texts(app)
    assert "on the test nodes" in texts(app)
    assert not app.warning


@pytest.mark.parametrize("dataset", DATASETS)
def test_every_control(dataset):
    app = open_page("embeddings", dataset=dataset)
    steps = app.select_slider(key="right").options
    assert (steps[0], steps[-1]) == ("Raw features", "Trained")
    app.select_slider(key="right").set_value(steps[2]).run()
    assert f"**{steps[2]}** · UMAP" in texts(app)
    app.select_slider(key="left").set_value(steps[1]).run()
    assert f"**{steps[1]}** · UMAP" in texts(app)
    app.select_slider(key="left").set_value(steps[2]).run()
    assert charts(app) == 1
    app.segmented_control(key="layout").set_value("PCA").run()
    assert f"**{steps[2]}** · PCA" in texts(app)
    app.segmented_control(key="space").set_value("3D").run()
    for colour in ("Prediction", "Right or wrong", "Degree", "Subgraph"):
        app.selectbox(key="colour").select(colour).run()
        assert not app.exception, colour
    app.slider(key="k").set_value(3).run()
    app.radio(key="panels").set_value("Animation over epochs").run()
    assert not app.exception
    assert "Every picture is scaled" in captions(app)
    app.segmented_control(key="space").set_value("2D").run()
    app.segmented_control(key="layout").set_value("UMAP").run()
    assert "· UMAP" in next(m.value for m in app.markdown if "Epochs 1 to" in m.value)
    source(app).select("all").run()
    assert app.query_params["shipped"] == "all"
    assert "no snapshots" in app.info[0].value
    assert not app.exception


def test_a_link_reproduces_the_view():
    app = open_page(
        "embeddings",
        dataset="karate",
        shipped="all",
        layout="PCA",
        space="3D",
        colour="Degree",
        right="Raw features",
        nodes="3,1,1",
    )
    assert source(app).value == "all"
    assert app.selectbox(key="colour").value == "Degree"
    assert charts(app) == 1
    assert app.subheader[0].value == "Marked: 2 nodes"
    assert not app.warning


@pytest.mark.parametrize(
    ("key", "raw"),
    [
        ("shipped", "taps-2"),
        ("right", "Epoch 2"),
        ("left", "Nothing"),
        ("layout", "TSNE"),
        ("space", "4D"),
        ("colour", "Size"),
        ("panels", "x"),
        ("nodes", "34"),
        ("nodes", "1,²"),
        ("nodes", ""),
    ],
)
def test_a_value_that_cannot_be_is_told_and_replaced(key, raw):
    app = open_page("embeddings", dataset="karate", **{key: raw})
    assert f"The link asks for {key} = " in app.warning[0].value
    assert charts(app) == 2


def test_marked_nodes_are_listed_with_their_classes_and_subgraphs():
    graph = n2n.load("karate")
    app = open_page("embeddings", dataset="karate", nodes="0,1,2,33")
    nodes, classes, subgraphs = (frame.value for frame in app.dataframe)
    assert list(nodes["node"]) == [0, 1, 2, 33]
    assert list(nodes["class"]) == [graph.class_names[label] for label in graph.y[[0, 1, 2, 33]]]
    assert (list(classes["class"]), list(classes["nodes"])) == (["Mr. Hi", "Officer"], [3, 1])
    assert list(classes["share"]) == [0.75, 0.25]
    parts = n2n.partition(n2n.rank(graph).top(1))
    assert dict(zip(subgraphs["subgraph"], subgraphs["nodes"], strict=True)) == {
        number: int((parts.membership[[0, 1, 2, 33]] == number).sum())
        for number in set(parts.membership[[0, 1, 2, 33]].tolist())
    }
    button(app, "Unmark").click().run()
    assert "nodes" not in app.query_params
    assert not app.subheader


def test_marks_stay_with_their_graph():
    app = open_page("embeddings", dataset="karate", nodes="0,1")
    app.selectbox(key="dataset").select("cora").run()
    assert not app.exception
    assert not app.subheader
    assert "nodes" not in app.query_params


def test_a_layout_that_is_missing_is_made_in_the_background_and_can_be_cancelled():
    st.cache_resource.clear()
    app = open_page("embeddings", dataset="karate", space="3D", right="Raw features")
    assert "**Raw features** · PCA" in texts(app)
    button(app, "Cancel").click().run()
    assert "UMAP was cancelled" in captions(app)
    assert "· PCA" in texts(app)
    button(app, "Compute UMAP").click().run()
    wait(app, lambda app: "**Raw features** · UMAP" in texts(app))
    app.run()  # the layout may have come while the page was being made
    assert not any(button.label == "Cancel" for button in app.button)


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


def test_a_large_graph_is_sampled_and_the_page_says_so():
    app = open_page("embeddings", dataset="pubmed")
    assert "10,000 of 19,717 nodes are drawn" in captions(app)
    assert charts(app) == 2


def test_a_graph_that_was_not_shipped_shows_its_features(dataset):
    dataset("texas")
    app = open_page("embeddings", dataset="texas", layout="PCA")
    assert charts(app) == 1
    assert any(button.label == "Train now" for button in app.button)
    assert np.isfinite(float(values(app)["Purity"]))
