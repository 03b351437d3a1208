"""Every page on a small and on a real graph, with every control used once."""

import pytest

import n2n
from tests.pages.app import open_page, texts, values

DATASETS = ("karate", "cora")
PAGES = (
    "start", "graph", "taps", "subgraphs", "smoothness", "what_if", "train", "embeddings", "compare",
    "cold_start",
    "reproduction",
)  # fmt: skip
SIZES = {"karate": 34, "cora": 2708}


@pytest.mark.parametrize("dataset", DATASETS)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_with_title_claim_notice_and_mathematics(page, dataset):
    app = open_page(page, dataset=dataset)
    assert len(app.title) == 1
    assert "What to notice." in texts(app)
    assert any("mathematics" in expander.label for expander in app.expander)
    assert len(app.get("latex")) or len(app.latex)


@pytest.mark.parametrize("dataset", DATASETS)
def test_graph_controls(dataset):
    app = open_page("graph", dataset=dataset)
    assert values(app)["Nodes"] == f"{SIZES[dataset]:,}"
    app.number_input(key="node").set_value(3).run()
    assert "Node 3 has" in texts(app)
    for colour in app.selectbox(key="colour").options:
        app.selectbox(key="colour").select(colour).run()
        assert not app.exception, colour
    for edges in ("TAPS", "Random", "None"):
        app.segmented_control(key="map.edges.all").set_value(edges).run()
        assert not app.exception, edges
    app.segmented_control(key="view").set_value("Surroundings").run()
    app.slider(key="depth").set_value(2).run()
    graph = n2n.load(dataset)
    app.selectbox(key="hub").select(graph.class_names[1]).run()
    hub = app.number_input(key="node").value
    assert graph.y[hub] == 1
    assert graph.degree[hub] == graph.degree[graph.y == 1].max()
    app.number_input(key="node").set_value(3).run()
    assert app.selectbox(key="hub").value is None
    app.button[0].click().run()
    app.segmented_control(key="view").set_value("Numbers").run()
    assert not app.exception
    assert len(app.get("plotly_chart")) == 2


@pytest.mark.parametrize("dataset", DATASETS)
def test_taps_controls(dataset):
    app = open_page("taps", dataset=dataset)
    assert len(app.get("plotly_chart")) == 4
    app.slider(key="k").set_value(3).run()
    app.number_input(key="seed").set_value(7).run()
    options = app.selectbox(key="neighbour").options
    app.selectbox(key="neighbour").select(int(options[-1])).run()
    assert not app.exception
    assert "TAPS chooses" in texts(app)
    app.number_input(key="node").set_value(5).run()
    assert not app.exception
    assert "of node 5," in texts(app)


def test_another_instructive_node_is_another_node():
    app = open_page("taps", dataset="karate")
    first = app.number_input(key="node").value
    app.button[0].click().run()
    assert app.number_input(key="node").value != first


def test_a_node_without_neighbours_is_told_in_a_sentence():
    graph = n2n.load("citeseer")
    alone = int((graph.degree == 0).argmax())
    app = open_page("taps", dataset="citeseer", node=alone)
    assert "has no neighbour" in app.info[0].value


@pytest.mark.parametrize("dataset", DATASETS)
def test_subgraphs_controls(dataset):
    app = open_page("subgraphs", dataset=dataset)
    app.segmented_control(key="places").set_value("As on the map").run()
    for view in ("Sizes", "Table", "Growing k", "Gallery"):
        app.radio(key="show").set_value(view).run()
        assert not app.exception, view
    app.number_input(key="subgraph").set_value(2).run()
    assert app.subheader[0].value.startswith("Subgraph 2:")
    app.number_input(key="least").set_value(3).run()
    app.number_input(key="most").set_value(6).run()
    app.slider(key="purity").set_value(60).run()
    app.multiselect(key="classes").set_value([app.multiselect(key="classes").options[0]]).run()
    assert not app.exception
    app.slider(key="k").set_value(5).run()
    assert not app.exception


def test_a_filter_that_lets_nothing_through_is_told():
    app = open_page("subgraphs", dataset="karate", show="Gallery")
    app.number_input(key="least").set_value(12).run()
    app.number_input(key="most").set_value(4).run()
    assert "No subgraph passes" in app.info[0].value


@pytest.mark.parametrize("dataset", DATASETS)
def test_smoothness_controls(dataset):
    app = open_page("smoothness", dataset=dataset)
    app.slider(key="draws").set_value(3).run()
    assert "over 3 seeds" in texts(app)
    app.slider(key="k").set_value(2).run()
    assert "With k = 2" in texts(app)
    app.radio(key="bars").set_value("Per graph edge").run()
    assert "must grow with k" in texts(app)
    app.radio(key="bars").set_value("By class").run()
    assert "TAPS helps most for" in texts(app)


def test_smoothness_tells_the_known_numbers_of_cora():
    assert "TAPS gives 0.163" in texts(open_page("smoothness", dataset="cora"))
