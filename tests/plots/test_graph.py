"""Figures of a graph count all of its nodes."""

import numpy as np

import n2n
from n2n.graph.graph import NO_LABEL
from n2n.plots import graph, theme
from tests.graphs import graph_of


def test_class_balance_counts_every_node():
    karate = n2n.load("karate")
    figure = graph.class_balance(karate.replace(y=np.where(np.arange(34) < 4, -1, karate.y)))
    assert sum(bar.x[0] for bar in figure.data) == 34
    assert figure.data[-1].name == NO_LABEL
    assert [bar.marker.color for bar in figure.data] == [theme.colour(0), theme.colour(1), theme.GREY]


def test_degree_distribution_leaves_out_isolated_nodes():
    figure = graph.degree_distribution(graph_of(5, [(0, 1), (0, 2)]))
    assert (list(figure.data[0].x), list(figure.data[0].y)) == ([1, 2], [2, 1])
    assert graph.degree_distribution(graph_of(3, [])).data[0].x == ()
