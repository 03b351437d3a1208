"""The controls of the page What if: each edit takes effect at once, what cannot be is told."""

import pytest

from tests.pages.app import open_page, texts, values
from tests.pages.test_what_if import add_edge, address, cut


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
