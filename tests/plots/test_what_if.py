import numpy as np
import pytest

import n2n
from n2n.plots import theme, what_if
from n2n.taps.drawing import subgraph_change
from n2n.taps.edits import Edits
from tests.graphs import with_names


@pytest.fixture(scope="module")
def sides():
    graph = with_names(n2n.load("karate"))
    return n2n.rank(graph), n2n.rank(Edits(added=((0, 33),), cut=((0, 31),)).apply(graph))


def test_rankings_share_a_scale_and_tell_what_differs(sides):
    before, after = what_if.rankings(*sides, 0, 1)
    assert before.layout.xaxis.range == after.layout.xaxis.range
    cut = next(text for text in before.layout.yaxis.ticktext if text.endswith("cut</span>"))
    assert "31 (&lt;b&gt;Name 31" in cut
    assert theme.ACCENT in cut
    assert sum("new</span>" in text for text in after.layout.yaxis.ticktext) == 1
    assert list(before.data[0].marker.color).count(theme.ACCENT) == 1
    assert before.data[0].customdata[0][0] == sides[0].order(0)[0]


def test_without_a_difference_no_name_is_lit(sides):
    for figure in what_if.rankings(sides[0], sides[0], 0, 2):
        assert not any(theme.ACCENT in text for text in figure.layout.yaxis.ticktext)


def test_a_node_without_neighbours_can_be_drawn(sides):
    graph = n2n.load("karate")
    alone = n2n.rank(Edits(cut=((0, 11),)).apply(graph))
    before, after = what_if.rankings(n2n.rank(graph), alone, 11, 1)
    assert len(before.data[0].x) == 1
    assert len(after.data[0].x) == 0


def test_subgraphs_light_up_what_is_on_one_side_only(sides):
    parts = [n2n.partition(ranked.top(1)) for ranked in sides]
    change = subgraph_change(*parts, 0)
    for side, figure in enumerate(what_if.subgraphs(sides[0].graph, change)):
        lit = figure.data[1]
        assert lit.line.color == theme.ACCENT
        mine, theirs = (set(map(tuple, change.edges[at].T.tolist())) for at in (side, 1 - side))
        assert len(lit.x) == 3 * len(mine - theirs)
        nodes = figure.data[2:]
        assert sum(len(trace.x) for trace in nodes) == len(change.nodes)
        clear = sum(np.count_nonzero(np.array(trace.marker.opacity) == 1) for trace in nodes)
        assert clear == change.inside[side].sum()
        assert "<b>" not in "".join(text for trace in nodes for text in trace.text)


def test_smoothness_has_both_sides_and_room_for_numbers():
    figure = what_if.smoothness([0.1, 0.2], [0.3, float("nan")])
    assert [bar.y[0] for bar in figure.data] == [0.1, 0.3]
    assert figure.data[1].marker.color == theme.ACCENT
    assert figure.layout.yaxis.range[1] > 0.3
