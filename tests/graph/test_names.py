import numpy as np
import pytest

from n2n.graph.names import Names

TEXTS = ["anna", "", "bjørn", "\ud800", "🕸", *map(str, range(10_000))]


def test_names_are_a_sequence_of_texts():
    names = Names.from_texts(TEXTS)
    assert list(names) == TEXTS
    assert names == tuple(TEXTS)
    assert names != TEXTS[:-1]
    assert [names[i] for i in (0, 2, 3, np.int64(4), -1)] == ["anna", "bjørn", "\ud800", "🕸", "9999"]
    assert names[1:3] == ("", "bjørn")
    assert names.index("bjørn") == 2
    assert repr(Names.from_texts("ab")) == "('a', 'b')"
    with pytest.raises(IndexError):
        names[len(TEXTS)]


def test_no_names():
    assert list(Names.from_texts([])) == []
