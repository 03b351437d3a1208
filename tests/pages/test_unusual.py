"""Graphs that are not as usual: without labels, with hostile class names, large."""

import dataclasses
import importlib

import numpy as np
import pytest
import streamlit as st

import n2n
from pages.ui import figures
from tests.pages.app import open_page, texts, values
from tests.pages.training import QUICK, finish, start

# The package has a function of the same name, so the module is reached by its path.
catalogue = importlib.import_module("n2n.graph.catalogue")
HOSTILE = "</script><img src=x onerror=alert(1)> *href*"


@dataclasses.dataclass(frozen=True)
class Given:
    """The way to a graph that a test holds in its hand."""

    graph: n2n.Graph
    offline = True

    def load(self, info, progress):
        return self.graph


@pytest.fixture
def add(monkeypatch):
    """Adds a graph to the catalogue for one test."""

    def register(graph: n2n.Graph) -> str:
        st.cache_resource.clear()
        st.cache_data.clear()
        facts = {
            "nodes": graph.num_nodes,
            "edges": graph.num_edges,
            "features": graph.num_features,
            "classes": graph.num_classes,
        }
        entry = dataclasses.replace(
            catalogue.find("karate"), key="given", title="Given", aliases=(), route=Given(graph), **facts
        )
        monkeypatch.setattr(catalogue, "_ENTRIES", (*catalogue._ENTRIES, entry))
        return "given"

    yield register
    st.cache_resource.clear()
    st.cache_data.clear()


@pytest.mark.parametrize("page", ["start", "graph", "taps", "subgraphs", "smoothness", "train", "embeddings"])
def test_a_graph_without_labels_works(add, page):
    karate = n2n.load("karate")
    bare = karate.replace(y=np.full(34, -1), class_names=())
    app = open_page(page, dataset=add(bare))
    if page == "smoothness":
        assert "has no labels" in app.info[0].value
    else:
        assert "What to notice." in texts(app)


def test_a_graph_without_labels_is_trained_without_them(add):
    bare = n2n.load("karate").replace(y=np.full(34, -1), class_names=())
    app = open_page("train", dataset=add(bare), **QUICK)
    assert "no accuracy scores" in app.info[0].value
    assert app.segmented_control(key="train.framework").options == ["URL"]
    finish(start(app))
    assert "Test micro-F1 at that epoch" not in values(app)
    assert "The loss went from" in texts(app)
    assert "the bound on the mutual information" in texts(app)


@pytest.mark.parametrize("page", ["graph", "taps", "subgraphs", "smoothness", "embeddings"])
def test_hostile_class_names_stay_text(add, page):
    karate = n2n.load("karate")
    app = open_page(page, dataset=add(karate.replace(class_names=(HOSTILE, "*b*"))))
    assert "<img" not in texts(app).replace("\\<img", "")
    for part in app.get("html"):
        assert "<img" not in part.proto.body


@pytest.mark.parametrize("page", ["graph", "subgraphs"])
def test_large_graphs_are_capped_and_the_page_says_so(page):
    graph = n2n.load("pubmed")
    views = {"graph": {"view": "Surroundings", "depth": 2}, "subgraphs": {"show": "Gallery"}}
    app = open_page(page, dataset="pubmed", node=int(graph.degree.argmax()), k=2, **views[page])
    assert any("nodes are drawn" in caption.value for caption in app.caption)


def test_a_class_without_nodes_is_in_the_table_of_classes(add, monkeypatch):
    offered = {}
    monkeypatch.setattr(figures, "downloads", lambda name, files, **look: offered.update({name: files}))
    karate = n2n.load("karate")
    open_page(
        "graph", dataset=add(karate.replace(class_names=(*karate.class_names, "nobody"))), view="Numbers"
    )
    _, make, _ = next(files["CSV"] for name, files in offered.items() if name.endswith("-classes"))
    assert make().splitlines()[-1] == "nobody,0"


def test_a_class_without_nodes_is_not_offered_for_its_hub(add):
    karate = n2n.load("karate")
    app = open_page("graph", dataset=add(karate.replace(class_names=(*karate.class_names, "nobody"))))
    assert app.selectbox(key="hub").options == list(karate.class_names)
    assert not app.exception
