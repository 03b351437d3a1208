"""Tables, and how they become CSV for other programs without any text in them starting a formula.

A spreadsheet evaluates text that begins with =, +, - or @, even in a file from a stranger. An apostrophe in
front keeps it text. Numbers stay numbers.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence

Table = dict[str, list]
"""Columns of equal length by name: what a page shows, draws and offers as CSV."""

_SIGNS = "=+\\-@\t\r\n＝＋－＠"
ESCAPED = f"'+[{_SIGNS}]"
"""How escaped text begins; whoever reads it again removes one apostrophe."""
_RISKY = re.compile(f"'*[{_SIGNS}]")
_NUMBER = re.compile(r"[-+]?\d+(\.\d*)?([eE][-+]?\d+)?")


def from_rows(names: Sequence[str], rows: Sequence[Sequence]) -> Table:
    """A table from its rows.

    >>> from_rows(("k", "size"), [(1, 5), (2, 9)])
    {'k': [1, 2], 'size': [5, 9]}
    """
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def escape_formula(value: object) -> object:
    """A value as it may appear in a table for other programs.

    >>> escape_formula("=HYPERLINK(1)"), escape_formula("-1.5"), escape_formula(-2), escape_formula("Theory")
    ("'=HYPERLINK(1)", '-1.5', -2, 'Theory')
    """
    if not isinstance(value, str) or not _RISKY.match(value) or _NUMBER.fullmatch(value):
        return value
    return f"'{value}"


def to_csv(table: Mapping[str, Iterable]) -> str:
    """A table, a dict of equally long columns, as comma-separated text with a header.

    >>> to_csv({"k": [1], "class": ["@x"]})
    "k,class\\r\\n1,'@x\\r\\n"
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(map(escape_formula, table))
    writer.writerows(map(escape_formula, row) for row in zip(*table.values(), strict=True))
    return out.getvalue()
