"""Figures of subgraphs carry their nodes and numbers."""

import numpy as np
import pytest

import n2n
from n2n.plots import subgraphs, theme
from n2n.taps import tables
from n2n.taps.drawing import arrange, pick
from tests.graphs import with_names


@pytest.fixture(scope="module")
def ranked():
    return n2n.rank(n2n.load("karate"))


@pytest.fixture(scope="module")
def parts(ranked):
    return n2n.partition(ranked.top(1))


def test_a_click_tells_the_subgraph(ranked, parts):
    graph = ranked.graph
    figure = subgraphs.gallery(graph, arrange(parts, pick(parts)), selected=3)
    assert sum(len(trace.customdata) for trace in figure.data[1:]) == 34
    for trace in figure.data[1:]:
        label = graph.class_names.index(trace.name)
        assert trace.marker.color == theme.colour(label)
        for number, node in trace.customdata:
            assert parts.membership[node] == number
            assert graph.y[node] == label
    assert (figure.layout.shapes[0].x0, figure.layout.shapes[0].x1) == (2.52, 3.48)


def test_sizes_count_all_subgraphs(parts):
    trace = subgraphs.sizes(parts).data[0]
    assert sum(trace.y) == parts.num_subgraphs
    assert sum(np.multiply(trace.x, trace.y)) == 34


def test_percolation_has_two_panels_and_one_legend(ranked):
    table = tables.percolation(ranked.graph, ranked)
    figure = subgraphs.percolation(table)
    assert [trace.name for trace in figure.data] == ["TAPS", "TAPS", "random", "random"]
    assert [trace.showlegend for trace in figure.data] == [None, False, None, False]
    assert list(figure.data[0].y) == table["largest"][::2]
    assert list(figure.data[3].y) == table["subgraphs"][1::2]


def test_nodes_with_names_are_called_by_them(ranked, parts):
    figure = subgraphs.gallery(with_names(ranked.graph), arrange(parts, pick(parts)))
    texts = [text for trace in figure.data[1:] for text in trace.text]
    assert "33 (&lt;b&gt;Name 33&lt;/b&gt;)" in texts
    assert len(texts) == 34
