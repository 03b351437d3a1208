"""The page Embeddings: bundled runs and own ones, every control, UMAP by a worker, neighbourhood change."""

import numpy as np
import pytest

import n2n
from n2n.training.fit import fit
from n2n.training.workers import pool
from tests.pages.app import ME, kept_run, maps, open_page, press, run_of, said, texts, until, values

DATASETS = ("karate", "cora")


def charts(app) -> int:
    """Pictures of both kinds: in space, and flat."""
    return len(app.get("plotly_chart")) + len(maps(app))


def source(app):
    return next(box for box in app.selectbox if box.label == "Embedding from")


@pytest.mark.parametrize("dataset", DATASETS)
def test_bundled_layouts_are_there_before_any_training(dataset):
    app = open_page("embeddings", dataset=dataset)
    assert charts(app) == 2
    assert "**Raw features** · UMAP" in texts(app)
    assert "nearest nodes of a node" in texts(app)
    assert not app.warning


@pytest.mark.parametrize("dataset", DATASETS)
def test_every_control(dataset):
    app = open_page("embeddings", dataset=dataset)
    steps = app.select_slider(key="right").options
    assert (steps[0], steps[-1]) == ("Raw features", "Trained")
    app.select_slider(key="right").set_value(steps[2]).run()
    assert f"**{steps[2]}** · UMAP" in texts(app)
    app.segmented_control(key="layout").set_value("PCA").run()
    app.segmented_control(key="space").set_value("3D").run()
    for colour in ("Prediction", "Right or wrong", "Degree", "Subgraph"):
        app.selectbox(key="colour").select(colour).run()
        assert not app.exception, colour
    app.radio(key="panels").set_value("Animation over epochs").run()
    assert "Every picture is scaled" in said(app)
    source(app).select("all").run()
    assert app.query_params["shipped"] in ("all", ["all"])
    assert "no snapshots" in app.info[0].value


def test_a_link_reproduces_the_view():
    address = {"shipped": "all", "layout": "PCA", "space": "3D", "colour": "Degree", "right": "Raw features"}
    app = open_page("embeddings", dataset="karate", nodes="3,1,1", **address)
    assert source(app).value == "all"
    assert app.selectbox(key="colour").value == "Degree"
    assert charts(app) == 1
    assert "2 nodes" in app.header[0].value


def test_a_large_graph_is_sampled_and_the_page_says_so():
    app = open_page("embeddings", dataset="pubmed")
    assert "10,000 of 19,717 nodes are drawn" in said(app)


@pytest.mark.parametrize("method", ["MLP", "GCN"])
def test_a_method_that_reads_no_edge_is_described_so(home, method):
    run = fit(n2n.load("karate"), n2n.BaselineSettings(method, width=8, epochs=4, patience=0))
    app = open_page("embeddings", ME, dataset="karate", layout="PCA", run=kept_run(run))
    assert ("features of each node alone" in texts(app)) == (method == "MLP")


def test_umap_is_made_by_a_worker_while_pca_is_shown(home):
    run = fit(n2n.load("karate"), n2n.Settings(width=8, epochs=4, snapshots=2))
    app = open_page("embeddings", ME, dataset="karate", layout="UMAP", left="Epoch 1", run=kept_run(run))
    until(app, lambda app: "**Epoch 1** · UMAP" in texts(app))
    assert not pool().queue()
    app.radio(key="panels").set_value("Neighbourhood change").run()
    assert "no node resembles any other" in said(until(app, lambda app: app.info))  # one-hot features
    app.selectbox(key="from").set_value(f"{run.name}, epoch 1").run()
    until(app, lambda app: len(app.dataframe) > 0)
    assert 0 <= app.dataframe[0].value.iloc[0]["kept"] <= 10
    found = n2n.neighbourhood_change(run.snapshots[1], run.embeddings)
    assert f"{found.mean_shared:.1f} of the 10 nearest nodes" in texts(app)


def test_a_short_training_without_labels_starts_here(home):
    app = press(open_page("embeddings", ME, dataset="karate"), "Train now")
    run = run_of(app)
    assert (run.settings.framework, run.settings.k) == ("URL", 1)
    until(app, lambda app: run_of(app).status.ended and "Learns without labels" in said(app))
    assert np.isfinite(float(values(app)["Neighbour purity"]))
