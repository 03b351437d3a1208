"""The page of embeddings, with every control used once; jobs of layouts; marked nodes; a run of one's own."""

import time

import numpy as np
import pytest

import n2n
from pages.session import runs
from tests import legacy
from tests.pages.app import PATIENCE, maps, open_page, texts, values

DATASETS = ("karate", "cora")


def captions(app):
    return " ".join(caption.value for caption in app.caption)


def charts(app):
    """Pictures of both kinds: in space, and flat."""
    return len(app.get("plotly_chart")) + len(maps(app))


def button(app, label):
    return next(button for button in app.button if button.label == label)


def source(app):
    return next(box for box in app.selectbox if box.label == "Embedding of")


def wait(app, until):
    """Run the page until something is so, as its own polling would."""
    end = time.monotonic() + PATIENCE
    while True:
        app.run()
        assert not app.exception, app.exception
        if until(app):
            return
        assert time.monotonic() < end, "it did not come to that in time"
        time.sleep(0.2)


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


@pytest.mark.parametrize("method", ["MLP", "GCN"])
def test_a_method_that_reads_no_edge_is_said_to(own_workers, method):
    settings = n2n.BaselineSettings(method, width=8, epochs=4, patience=0)
    run = legacy.fit(n2n.load("karate"), settings)
    run.dataset = "karate"
    runs.table().add(run, owner="", most=100, most_bytes=1 << 30)
    app = open_page("embeddings", dataset="karate", layout="PCA", run=run.id)
    assert "The classifier on top" in texts(app)
    assert ("features of each node alone" in texts(app)) == (method == "MLP")


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
