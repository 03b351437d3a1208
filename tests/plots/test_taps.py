"""Figures of a TAPS step carry its numbers."""

import math

import numpy as np
import pytest

import n2n
from n2n.plots import taps, theme
from n2n.taps.ranking import explain
from tests.graphs import star, with_names


@pytest.fixture(scope="module")
def ranked(karate):
    return n2n.rank(karate)


def test_the_four_terms_add_up_to_the_dependency(karate, ranked):
    figure = taps.terms(explain(karate, 0, 1), 0, 1)
    bars = figure.data[0]
    edge = karate.indptr[0] + np.searchsorted(karate.neighbours(0), 1)
    assert math.isclose(bars.x[-1], sum(bars.x[:-1]))
    assert math.isclose(bars.x[-1], ranked.dependency[edge])
    assert figure.layout.yaxis.ticktext[-1] == f"sum = dependency<br><b>{bars.x[-1]:.2e}</b>"


def test_the_joint_table_shows_the_four_counts(karate):
    cells = explain(karate, 0, 1)
    notes = taps.joint_table(cells, 0, 1).layout.annotations
    assert [note.text.partition("<br>")[0] for note in notes] == [
        f"<b>{theme.nodes(cell.count)}</b>" for cell in cells
    ]
    assert [(note.y, note.x) for note in notes][1] == ("neighbour of 0", "not a neighbour of 1")


def test_the_ranking_marks_the_choice_of_taps_and_of_chance(karate, ranked):
    drawn = n2n.random_positives(karate, 3, 1).of(0)
    figure = taps.ranking(ranked, 0, 3, drawn, compared=1)
    bars, *marks, rings = figure.data
    assert [row[0] for row in bars.customdata] == ranked.order(0).tolist()
    assert list(bars.marker.color) == [theme.ACCENT] * 3 + [theme.GREY] * 13
    assert sorted(bars.x, reverse=True) == list(bars.x)
    assert {name.strip("</b>node ") for name in rings.y} == {str(j) for j in drawn}
    assert sum(len(mark.x) for mark in marks) == 16
    assert [name for name in bars.y if "<b>" in name] == ["<b>node 1</b>"]


def test_a_long_ranking_is_cut():
    figure = taps.ranking(n2n.rank(star(59)), 0, 2, np.array([59]))
    assert len(figure.data[0].x) == taps.SHOWN


def test_nodes_with_names_are_called_by_them(karate):
    ranked = n2n.rank(with_names(karate))
    labels = taps.ranking(ranked, 0, 2, np.array([3]), compared=2).data[0].y
    assert "<b>node 2 (&lt;b&gt;Name 2&lt;/b&gt;)</b>" in labels
    assert len(set(labels)) == karate.degree[0]
