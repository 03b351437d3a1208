import numpy as np
import pytest

import n2n
from n2n.plots import gallery, tables, theme


@pytest.fixture(scope="module")
def cora():
    return n2n.load("cora")


@pytest.fixture(scope="module")
def parts(cora):
    return n2n.partition(n2n.rank(cora).top(1))


def test_ten_intervals_with_their_ten_largest(parts):
    rows = gallery.pick(parts)
    assert [len(row) for row in rows] == [10] * 10
    starts = [int(row[0]) for row in rows]
    assert starts == sorted(starts)
    assert np.diff(starts).min() >= 39  # 397 subgraphs in ten equal intervals
    assert (rows[0] == np.arange(10)).all()


@pytest.mark.parametrize("count", [0, 1, 7, 11, 25, 100])
def test_few_subgraphs_are_all_there_at_most_once(parts, count):
    rows = gallery.pick(parts, np.arange(count))
    shown = np.concatenate(rows) if rows else np.array([])
    assert len(np.unique(shown)) == len(shown) <= count
    assert count > 10 or len(shown) == count
    assert all(0 < len(row) <= 10 for row in rows)


def test_every_node_lies_in_the_cell_of_its_subgraph(cora, parts):
    rows = gallery.pick(parts)
    drawn = gallery.arrange(parts, rows)
    for row, numbers in enumerate(rows):
        for column, number in enumerate(numbers):
            mine = drawn.subgraphs == number
            assert set(drawn.nodes[mine].tolist()) == set(parts.members(number).tolist())
            assert np.abs(drawn.x[mine] - column).max() < 0.5
            assert np.abs(drawn.y[mine] + row).max() < 0.5
    assert np.isnan(drawn.edge_x[2::3]).all()
    assert drawn.cut == 0


def test_a_click_tells_the_subgraph(cora, parts):
    figure = gallery.gallery(cora, gallery.arrange(parts, gallery.pick(parts)), selected=3)
    for trace in figure.data[1:]:
        label = cora.class_names.index(trace.name)
        assert trace.marker.color == theme.colour(label)
        for number, node in trace.customdata:
            assert parts.membership[node] == number
            assert cora.y[node] == label
    assert len(figure.layout.shapes) == 1


def test_a_giant_subgraph_is_cut(cora):
    giant = n2n.partition(n2n.rank(cora).top(2))
    drawn = gallery.arrange(giant, gallery.pick(giant))
    assert drawn.cut == 1
    assert (drawn.subgraphs == 0).sum() == gallery.LIMIT


def test_the_table_of_subgraphs(cora, parts):
    table = tables.subgraphs(cora, parts)
    assert sum(table["size"]) == 2708
    assert table["size"] == sorted(table["size"], reverse=True)
    assert table["majority"][0] == cora.class_names[table["label"][0]]
    assert tables.to_csv(table).count("\r\n") == parts.num_subgraphs + 1
