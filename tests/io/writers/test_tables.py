"""Tables for other programs: no formula, all rows."""

import csv
import io

import pytest

import n2n
from n2n.files.csv import cell, to_csv
from n2n.io.writers.pairs import partition_table, positives_table
from tests.graphs import clique

FORMULAS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "'=1", "''+1"]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_and_no_head_starts_a_formula(text):
    table = {text: [text], "n": [-1.5]}
    rows = list(csv.reader(io.StringIO(to_csv(table), newline="")))
    assert rows == [["'" + text, "n"], ["'" + text, "-1.5"]]


@pytest.mark.parametrize("value", ["-1", "+2.5", "-1e-5", -1, -2.5, "a=b", "", None, "Theory", "1-2"])
def test_numbers_and_harmless_text_stay(value):
    assert cell(value) == value


def test_positives_and_subgraphs_have_a_row_for_each():
    graph = clique(4, alone=1).replace(node_names=("a", "b", "c", "d", "=e"))
    positives = n2n.rank(graph).top(2)
    table = positives_table(graph, positives)
    assert table["node"] == ["a", "a", "b", "b", "c", "c", "d", "d", "=e"]
    assert table["rank"] == [1, 2] * 4 + [1]
    assert table["positive"][-1] == "=e"
    parts = partition_table(graph, n2n.partition(positives))
    assert (parts["subgraph"], parts["size"]) == ([0, 0, 0, 0, 1], [4, 4, 4, 4, 1])
    assert "'=e" in to_csv(parts)
