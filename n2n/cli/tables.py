"""Tables of plain text."""

from collections.abc import Iterable, Sequence


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
