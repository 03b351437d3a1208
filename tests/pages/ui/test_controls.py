"""What stands in the address is what the page shows; what cannot be is told and replaced."""

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates

from tests.pages.app import open_page, texts


def test_a_link_reproduces_the_view():
    app = open_page("taps", dataset="karate", node=8, k=2, neighbour=30, seed=4)
    assert app.selectbox(key="dataset").value == "karate"
    assert (app.number_input(key="node").value, app.slider(key="k").value) == (8, 2)
    assert (app.selectbox(key="neighbour").value, app.number_input(key="seed").value) == (30, 4)
    assert not app.warning


@pytest.mark.parametrize("name", ["cora", "Cora", "CORA"])
def test_a_dataset_is_understood_by_key_and_by_title(name):
    app = open_page("start", dataset=name)
    assert app.selectbox(key="dataset").value == "cora"
    assert not app.warning


def test_an_unknown_dataset_falls_back_to_cora():
    app = open_page("start", dataset="corra")
    assert "There is no dataset 'corra'" in app.warning[0].value
    assert app.selectbox(key="dataset").value == "cora"


def test_a_browser_that_has_drawn_nothing_yet_is_told_the_values_again():
    app = open_page("taps", dataset="karate", k=3)
    app._run(WidgetStates())  # as a part of the page that runs by itself asks for it
    told = app.selectbox(key="dataset").proto, app.slider(key="k").proto
    assert [proto.set_value for proto in told] == [True, True]
    assert (told[0].raw_value, list(told[1].value)) == ("Karate club", [3.0])
    app.run()
    assert not app.selectbox(key="dataset").proto.set_value  # it has it now
    assert (app.selectbox(key="dataset").value, app.slider(key="k").value) == ("karate", 3)


FILTERS = ("purity", "least", "most", "classes")


@pytest.mark.parametrize(
    ("page", "key", "raw"),
    [
        ("graph", "map.edges.all", "Some"),
        ("graph", "colour", "Nothing"),
        ("start", "positives", "6"),
        ("graph", "node", "34"),
        ("graph", "node", "-1"),
        ("graph", "node", "many"),
        ("graph", "node", "1e3"),
        ("graph", "view", "Nothing"),
        ("graph", "depth", "7"),
        ("graph", "hub", "Nobody"),
        ("start", "pictures", "GIF"),
        ("taps", "neighbour", "33333"),
        ("taps", "seed", "²"),
        ("subgraphs", "subgraph", "8"),
        ("subgraphs", "show", "<script>"),
        ("subgraphs", "k", "0"),
        ("subgraphs", "purity", "101"),
        ("subgraphs", "least", "0"),
        ("subgraphs", "most", "99"),
        ("subgraphs", "classes", "Nobody"),
        ("smoothness", "k", "6"),
        ("smoothness", "bars", ""),
        ("smoothness", "draws", "1"),
    ],
)
def test_a_value_that_cannot_be_is_told_and_replaced(page, key, raw):
    views = {"depth": {"view": "Surroundings"}} | {name: {"show": "Gallery"} for name in FILTERS}
    app = open_page(page, dataset="karate", **{key: raw}, **views.get(key, {}))
    assert f"The link asks for {key} = " in app.warning[0].value
    assert "What to notice." in texts(app)


def test_the_node_goes_along_to_another_page():
    app = open_page("graph", dataset="karate")
    app.number_input(key="node").set_value(8).run()
    app.query_params.clear()
    app.switch_page("taps.py").run()
    assert app.number_input(key="node").value == 8


def test_a_node_that_the_next_dataset_lacks_is_left_behind():
    app = open_page("graph", dataset="cora", node=2000)
    app.query_params.clear()
    app.selectbox(key="dataset").select("karate").run()
    assert not app.exception
    assert app.number_input(key="node").value < 34
