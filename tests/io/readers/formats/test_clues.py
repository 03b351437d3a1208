"""What plain lines are taken for."""

import pytest

from n2n.io.readers import Limits
from n2n.io.readers.formats.clues import first_line, kind_of_header, kind_of_lines
from n2n.io.readers.sources import Given


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a b\nb c\n", None),
        ("source target weight\na b 1\nb c 2\n", None),
        ("a pp b\nb pp c\n", "sif"),
        ("0 1 0\n1 0 1\n0 1 0\n", "matrix"),
        ("0 1 2\n1 2\n2\n", "adjlist"),
        ("3 2\n2 3\n1\n1\n", "metis"),
        ("% 34 78\n1 2\n1 3\n2 3\n", None),
        ("\0", None),
    ],
)
def test_lines_are_something_else_only_on_evidence(text, kind):
    assert kind_of_lines(Given("g.txt", text.encode()), Limits()) == kind


def test_headers_and_first_lines():
    assert kind_of_header(b"node_id\tnode_id") == "geom-gcn edges"
    assert kind_of_header(b"id,label") is None
    assert first_line(b"\n# a\n  b \nc", (b"#",)) == b"b"
