"""Figures carry the values that they are made of."""

import math

import numpy as np
import pytest

import n2n
from n2n.plots import degrees, dependency, idea, partition, smoothness, tables, theme
from n2n.plots.venn import _distance, _overlap, venn
from n2n.sampling.ranking import explain
from tests.graphs import graph_of


@pytest.fixture(scope="module")
def karate():
    return n2n.load("karate")


@pytest.fixture(scope="module")
def ranked(karate):
    return n2n.rank(karate)


def test_class_balance_counts_every_node(karate):
    figure = degrees.class_balance(karate.replace(y=np.where(np.arange(34) < 4, -1, karate.y)))
    assert sum(bar.x[0] for bar in figure.data) == 34
    assert figure.data[-1].name == theme.NO_LABEL
    assert [bar.marker.color for bar in figure.data] == [theme.colour(0), theme.colour(1), theme.GREY]


def test_degree_distribution_leaves_isolated_nodes_to_the_words():
    figure = degrees.degree_distribution(graph_of(5, [(0, 1), (0, 2)]))
    assert (list(figure.data[0].x), list(figure.data[0].y)) == ([1, 2], [2, 1])
    assert degrees.degree_distribution(graph_of(3, [])).data[0].x == ()


@pytest.mark.parametrize("per", ["sampled", "graph"])
def test_smoothness_bars_are_the_measured_values(karate, ranked, per):
    table = tables.smoothness(karate, ranked, seeds=4)
    taps, drawn = smoothness.by_k(table, per).data
    expected = [n2n.label_smoothness(karate, ranked.top(k), per) for k in range(1, 6)]
    expected.append(n2n.label_smoothness(karate, n2n.all_neighbours(karate), per))
    assert list(taps.y) == expected
    seeds = [n2n.label_smoothness(karate, n2n.random_positives(karate, 2, seed), per) for seed in range(4)]
    assert math.isclose(drawn.y[1], np.mean(seeds))
    assert math.isclose(drawn.error_y.array[1], np.std(seeds, ddof=1))
    assert (drawn.y[-1], drawn.error_y.array[-1]) == (expected[-1], 0)
    assert (taps.marker.color, drawn.marker.color) == (theme.ACCENT, theme.GREY)


def test_smoothness_by_class(karate, ranked):
    table = tables.smoothness_by_class(karate, ranked, 1, seeds=3)
    assert list(smoothness.by_class(table).data[0].y) == [
        *n2n.label_smoothness_by_class(karate, ranked.top(1)).tolist()
    ]


def test_percolation_ends_with_the_components(karate, ranked):
    table = tables.percolation(karate, ranked)
    figure = partition.percolation(table)
    assert [trace.name for trace in figure.data] == ["TAPS", "TAPS", "random", "random"]
    assert figure.data[0].y[-1] == 1.0
    assert figure.data[1].y[0] == n2n.partition(ranked.top(1)).num_subgraphs == 8


def test_the_four_terms_add_up_to_the_dependency(karate, ranked):
    cells = explain(karate, 0, 1)
    bars = dependency.terms(cells, 0, 1).data[0]
    edge = karate.indptr[0] + np.searchsorted(karate.neighbours(0), 1)
    assert math.isclose(bars.x[-1], sum(bars.x[:-1]))
    assert math.isclose(bars.x[-1], ranked.dependency[edge])


def test_the_joint_table_shows_the_four_counts(karate):
    cells = explain(karate, 0, 1)
    notes = dependency.joint_table(cells, 0, 1).layout.annotations
    assert [note.text.partition("<br>")[0] for note in notes] == [
        f"<b>{theme.nodes(cell.count)}</b>" for cell in cells
    ]
    assert [(note.y, note.x) for note in notes][1] == ("neighbour of 0", "not of 1")


def test_the_ranking_marks_the_choice_of_taps_and_of_chance(karate, ranked):
    drawn = n2n.random_positives(karate, 3, 1).of(0)
    figure = dependency.ranking(ranked, 0, 3, drawn, compared=1)
    bars, *marks, rings = figure.data
    assert [row[0] for row in bars.customdata] == ranked.order(0).tolist()
    assert list(bars.marker.color) == [theme.ACCENT] * 3 + [theme.GREY] * 13
    assert sorted(bars.x, reverse=True) == list(bars.x)
    assert {name.strip("</b>node ") for name in rings.y} == {str(j) for j in drawn}
    assert sum(len(mark.x) for mark in marks) == 16
    assert [name for name in bars.y if "<b>" in name] == ["<b>node 1</b>"]


def test_a_long_ranking_is_cut():
    graph = graph_of(60, [(0, i) for i in range(1, 60)])
    figure = dependency.ranking(n2n.rank(graph), 0, 2, np.array([59]))
    assert len(figure.data[0].x) == dependency.SHOWN


def test_the_overlap_of_the_circles_is_true():
    assert _overlap(1, 1, 2) == 0
    assert math.isclose(_overlap(1, 0.5, 0.2), math.pi / 4)
    for share in (0.1, 0.5, 0.9):
        assert math.isclose(_overlap(1, 0.6, _distance(1, 0.6, share)), share * math.pi * 0.36, rel_tol=1e-6)


def test_the_venn_picture_tells_all_counts():
    texts = [note.text for note in venn(3, 2, 1, 28, 7, 9).layout.annotations]
    assert texts[:3] == ["3", "<b>2</b>", "1"]
    assert [text.rpartition(": ")[2] for text in texts[3:]] == ["5", "3", "28 nodes"]


def test_sizes_count_all_subgraphs(karate, ranked):
    parts = n2n.partition(ranked.top(1))
    trace = partition.sizes(parts).data[0]
    assert sum(trace.y) == parts.num_subgraphs
    assert sum(np.multiply(trace.x, trace.y)) == 34


def test_the_idea_shows_one_positive_in_the_accent():
    assert [trace.name for trace in idea.idea().data if trace.marker.color == theme.ACCENT] == [
        "positive, chosen by TAPS"
    ]
