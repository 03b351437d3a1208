"""The name of a method survives its label."""

import pytest

from n2n.methods.identity import MethodName
from n2n.methods.spec import ALL
from n2n.paper.printed import table1, table3


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("GCN", MethodName("GCN")),
        ("N2N (URL)", MethodName("N2N", "URL")),
        ("N2N-TAPS-1 (JL)", MethodName("N2N", "JL", "taps", 1)),
        ("N2N-Random-12 (PT&FT)", MethodName("N2N", "PT&FT", "random", 12)),
        ("GraphSAGE-Mean-TAPS-3", MethodName("GraphSAGE-Mean", "", "taps", 3)),
        ("N2N (JL), recipe text", MethodName("N2N", "JL", variant="recipe text")),
    ],
)
def test_label_and_value_are_one(label, name):
    assert MethodName.parse(label) == name
    assert name.label == label


def test_every_row_of_the_paper_is_a_name():
    for row in (*table1(), *table3()):
        assert MethodName.parse(row).label == row


def test_all_neighbours_are_not_in_the_label():
    assert MethodName("N2N", "JL", "taps", ALL).label == "N2N (JL)"


def test_n2n_is_told_from_its_baselines_and_an_empty_name_is_refused():
    assert MethodName.parse("N2N-TAPS-1 (JL)").is_n2n
    assert not MethodName.parse("node2vec").is_n2n
    with pytest.raises(ValueError, match="The name of a method is empty"):
        MethodName.parse("")
