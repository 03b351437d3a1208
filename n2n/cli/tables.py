"""Tables of plain text."""

from collections.abc import Iterable, Sequence

from n2n.files.csv import Table


def table(headers: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """Columns as wide as their longest entry, the first `left` of them flush left, the others flush right.

    >>> print(table(["graph", "nodes"], [["Cora", "2,708"], ["Karate club", "34"]]))
    graph        nodes
    Cora         2,708
    Karate club     34
    """
    lines = [list(headers), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            entry.ljust(width) if place < left else entry.rjust(width)
            for place, (entry, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def text_of(columns: Table, left: int = 1) -> str:
    """A table of any values, as text.

    >>> print(text_of({"k": [1, 2], "size": [10, 9]}))
    k  size
    1    10
    2     9
    """
    return table(list(columns), [list(map(str, row)) for row in zip(*columns.values(), strict=True)], left)
