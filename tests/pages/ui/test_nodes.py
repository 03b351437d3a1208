"""Nodes with names: found by a part of the name, and called by it, on every page that picks one."""

import pytest

import n2n
from tests.pages.app import held, open_page, texts
from tests.pages.test_your_data import use

NAMES = ["Anna", "Hanna", "Ben", "Cleo", "Dora", "Emil", "*Bold*"]
PAIRS = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5), (5, 6)]
FILE = ("club.csv", "\n".join(["source,target", *(f"{NAMES[i]},{NAMES[j]}" for i, j in PAIRS)]).encode())


@pytest.fixture
def club(app):
    """The club as a graph of one's own."""
    return use(app, FILE)


def said(app) -> str:
    return texts(app) + " ".join(caption.value for caption in app.caption)


def numbers(app) -> dict[str, int]:
    [own] = held(app).values()
    return {name: place for place, name in enumerate(own.graph.node_names)}


def search(app, text: str):
    app.text_input(key="node searched").set_value(text).run()
    assert not app.exception, app.exception
    return app


@pytest.mark.parametrize("page", ["graph", "taps", "what_if"])
def test_a_node_is_found_by_a_part_of_its_name(club, page):
    club.switch_page(f"{page}.py").run()
    node = numbers(club)
    search(club, "LEO")  # a single one is taken at once
    assert club.number_input(key="node").value == node["Cleo"]
    assert f"{node['Cleo']} (Cleo)" in said(club)
    search(club, "anna")
    found = club.radio(key="node searched, matches")
    assert found.options == [f"{node[name]} ({name})" for name in ("Anna", "Hanna")]
    found.set_value(node["Hanna"]).run()
    assert club.number_input(key="node").value == node["Hanna"]
    assert club.text_input(key="node searched").value == ""
    assert "No name matches" in said(search(club, "zoe"))


def test_names_are_plain_text(club):
    club.switch_page("graph.py").run()
    assert r"\*Bold\*" in said(search(club, "bold"))


def test_neighbours_are_called_by_their_names(club):
    club.switch_page("taps.py").run()
    node = numbers(club)
    search(club, "ben")
    picker = club.selectbox(key="neighbour")
    assert sorted(picker.options) == sorted(f"{node[name]} ({name})" for name in ("Anna", "Hanna", "Cleo"))
    other = next(option for option in picker.options if option != picker.options[0])
    picker.set_value(int(other.partition(" ")[0])).run()
    assert other.partition(" ")[0] in club.query_params["neighbour"]
    search(club, "bold")  # another node, with other neighbours
    assert not club.warning
    assert club.selectbox(key="neighbour").value == node["Emil"]
    assert "neighbour" not in club.query_params


def test_the_subgraph_of_a_node_is_found(club):
    club.switch_page("subgraphs.py").run()
    [own] = held(club).values()
    parts = n2n.partition(n2n.rank(own.graph).top(1)).membership
    for name in ("Hanna", "Emil"):
        search(club, name.lower())
        assert club.number_input(key="subgraph").value == parts[numbers(club)[name]]


def test_a_node_is_selected_in_the_embedding(club):
    club.switch_page("embeddings.py").run()
    node = numbers(club)
    search(search(club, "ben"), "dora")
    assert club.session_state["selected nodes"][1] == sorted([node["Ben"], node["Dora"]])


def test_nodes_without_names_are_found_by_number():
    app = search(open_page("embeddings", dataset="karate", layout="PCA"), "33")
    assert app.session_state["selected nodes"][1] == [33]
    assert "node numbers run from 0 to 33" in said(search(app, "34"))
