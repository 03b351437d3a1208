"""The page TAPS, on a small and on a real graph, with every control used once."""

import numpy as np
import pytest

import n2n
from tests.pages.app import open_page, texts

DATASETS = ("karate", "cora")


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


@pytest.mark.parametrize(("button", "wrong"), [("another node", False), ("a failure", True)])
def test_examples_are_drawn_at_random_and_a_failure_is_one(button, wrong):
    graph, best = n2n.load("cora"), n2n.rank(n2n.load("cora")).top(1).indices
    app = open_page("taps", dataset="cora")
    drawn = set()
    for _ in range(4):
        app.button(key=button).click().run()
        node = app.number_input(key="node").value
        drawn.add(node)
        assert graph.degree[node] >= 2
        assert not wrong or graph.y[best[node]] != graph.y[node]
    assert len(drawn) > 2


def test_the_page_says_how_often_taps_is_right_beside_chance():
    graph = n2n.load("karate")
    best = n2n.rank(graph).top(1).indices
    nodes = [node for node in range(graph.num_nodes) if graph.degree[node] > 1]
    right = np.mean([graph.y[best[node]] == graph.y[node] for node in nodes])
    chance = np.mean([(graph.y[graph.neighbours(node)] == graph.y[node]).mean() for node in nodes])
    assert f"for {right:.1%}, a random neighbour for {chance:.1%}" in texts(
        open_page("taps", dataset="karate")
    )


def test_a_single_neighbour_is_one():
    app = open_page("taps", dataset="cora", node=3)
    assert "Node 3 has a single neighbour, 2544, which TAPS chooses." in texts(app)
    assert "since it has 1 neighbour," in texts(app)


def test_a_node_without_neighbours_is_told_in_a_sentence():
    graph = n2n.load("citeseer")
    alone = int((graph.degree == 0).argmax())
    app = open_page("taps", dataset="citeseer", node=alone)
    assert "has no neighbour" in app.info[0].value
