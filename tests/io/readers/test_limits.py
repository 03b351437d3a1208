import pytest

from n2n.io.readers import Limits, ReadError, read_graph
from n2n.io.readers.limits import megabytes


def test_limits_are_checked_before_memory_is_used():
    """A table with too many lines is not parsed at all."""
    lines = b"1,2\n" * 2_000_000
    with pytest.raises(ReadError, match="2,000,000 edges, at most 10"):
        read_graph(("edges.csv", lines), limits=Limits(edges=10))


def test_limits_can_be_set_from_outside():
    limits = Limits.from_environment({"N2N_MAX_NODES": "2", "N2N_MAX_EDGES": " 7 "})
    assert (limits.nodes, limits.edges, limits.features) == (2, 7, Limits().features)
    with pytest.raises(ReadError, match="3 nodes, at most 2"):
        read_graph(("e.csv", b"a,b\nb,c\n"), limits=limits)
    for wrong in ("many", "-1", "²"):
        with pytest.raises(ValueError, match="N2N_MAX_NODES is"):
            Limits.from_environment({"N2N_MAX_NODES": wrong})
    with pytest.raises(ValueError, match="The limit nodes is True"):
        Limits(nodes=True)


def test_sizes_in_words():
    assert (megabytes(1 << 20), megabytes(1500 << 20), megabytes(5)) == ("1 MB", "1,500 MB", "5 bytes")
