"""No cell of a table that we write starts a formula, and numbers stay numbers."""

import csv
import io

import pytest

from n2n.files.csv import escape_formula, to_csv

FORMULAS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "'=1", "''+1"]


@pytest.mark.parametrize("text", FORMULAS)
def test_neither_a_value_nor_a_header_starts_a_formula(text):
    table = {text: [text], "n": [-1.5]}
    rows = list(csv.reader(io.StringIO(to_csv(table), newline="")))
    assert rows == [["'" + text, "n"], ["'" + text, "-1.5"]]


@pytest.mark.parametrize("value", ["-1", "+2.5", "-1e-5", -1, -2.5, "a=b", "", None, "Theory", "1-2"])
def test_numbers_and_harmless_text_stay(value):
    assert escape_formula(value) == value


def test_columns_of_unequal_length_are_refused():
    with pytest.raises(ValueError, match="shorter"):
        to_csv({"a": [1, 2], "b": [1]})
