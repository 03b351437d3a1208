"""What readers of formats hand over, and the checks that all of them need."""

import pytest

from n2n.io.readers import Limits, ReadError
from n2n.io.readers.formats.found import Edges, plain
from n2n.io.readers.sources import Given

FILE = Given("g.txt", b"")


@pytest.mark.parametrize("value", [None, [1], {"a": 1}, (1, 2), float("nan")])
def test_what_is_no_single_value_is_left_out(value):
    assert plain(value) == ""


@pytest.mark.parametrize(
    ("named", "ordered"), [("10 9 -1", "-1 9 10"), ("10 9 x", "10 9 x"), ("10 09", "10 09")]
)
def test_nodes_are_put_in_order_where_all_are_whole_numbers(named, ordered):
    edges = Edges(FILE, Limits())
    edges.add(named.split()[0], named.split()[1:])
    assert edges.found().ids == named.split()
    assert edges.found_in_order().ids == ordered.split()
    assert edges.found_in_order().target == named.split()[1:]


def test_edges_and_names_are_limited():
    for limits, words in (
        (Limits(nodes=2), "3 nodes"),
        (Limits(edges=1), "2 edges"),
        (Limits(text=3), "longer than 3 characters"),
    ):
        with pytest.raises(ReadError, match=words):
            Edges(FILE, limits).add("a", ["b", "four"])
