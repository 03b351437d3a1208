"""A look at a file before it is read: its kind, its first rows, and what its columns seem to mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from n2n.io.readers.columns import Columns, guess, names_of
from n2n.io.readers.kinds import kind_of
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given, collect
from n2n.io.readers.tables import DELIMITERS, Text, open_text

SHOWN = 5
# Columns that a table may have in addition to its features: ids, labels, and whatever is not used.
_BESIDE_FEATURES = 100


@dataclass(frozen=True, eq=False)
class Preview:
    """A look at one file."""

    file: Given
    kind: str
    """"table", "graphml", "gexf", "gml", "npz" or "safetensors"."""
    text: Text | None = None
    """The first lines of a table."""
    columns: Columns | None = None
    """What the columns of a table seem to mean."""

    @property
    def name(self) -> str:
        """The file's name."""
        return self.file.name

    @property
    def table(self) -> tuple[Text, Columns]:
        """The first lines of a table, and what its columns seem to mean."""
        if self.text is None or self.columns is None:
            raise ValueError(f"{self.name} is not a table.")
        return self.text, self.columns

    def names(self) -> list[str]:
        """The names of the columns."""
        text, columns = self.table
        return names_of(text.rows(columns.delimiter), columns.header)

    def rows(self) -> dict[str, list[str]]:
        """The first rows as a table; short rows are filled up, equal names are made distinct."""
        text, columns = self.table
        rows = text.rows(columns.delimiter)[columns.header :][:SHOWN]
        return {
            f"{place + 1}: {name}": [row[place] if place < len(row) else "" for row in rows]
            for place, name in enumerate(self.names())
        }

    def corrected(self, **changes) -> "Preview":
        """The same with `header=False` or `delimiter=";"`, for instance; columns are guessed again."""
        text, columns = self.table
        delimiter, header = (changes.get(name, getattr(columns, name)) for name in ("delimiter", "header"))
        guessed = guess(text.rows(delimiter), self.name, delimiter, header)
        return replace(self, columns=replace(guessed, **changes))


def preview(source: Any, limits: Limits | None = None) -> list[Preview]:
    """A look at every file of a source without reading all of it; see `read_graph` for what a source is.

    >>> [look] = preview(("edges.csv", b"source,target\\n0,1\\n"))
    >>> look.kind, look.columns.kind, look.columns.header
    ('table', 'edges', True)
    """
    limits = limits or Limits()
    return previews_of(collect(source, limits), limits)


def previews_of(
    files: Sequence[Given], limits: Limits, columns: Mapping[str, Columns] | None = None
) -> list[Preview]:
    """A look at each file; `columns` replaces the guess for the files that it names."""
    looks = []
    for file in files:
        kind = kind_of(file)
        if kind != "table":
            looks.append(Preview(file, kind))
            continue
        text = open_text(file)
        most = max(text.lines[0].count(sign) for sign in DELIMITERS)
        limits.check("features", most - _BESIDE_FEATURES, file.name)
        given = (columns or {}).get(file.name)
        if given is None:
            delimiter = text.delimiter()
            given = guess(text.rows(delimiter), file.name, delimiter)
        looks.append(Preview(text.file, kind, text, given))
    return _one_edge_list(looks, set(columns or ()))


def _one_edge_list(looks: list[Preview], fixed: set[str]) -> list[Preview]:
    """Of several tables that might be edges, the narrowest is taken; the others describe nodes."""
    edges = [look for look in looks if look.columns and look.columns.kind == "edges"]
    if len(edges) < 2 or any(look.name in fixed for look in edges):
        return looks
    keep = min(edges, key=lambda look: ("edge" not in look.name.lower(), len(look.names())))
    changed = {}
    for look in edges:
        if look is not keep:
            text, columns = look.table
            rows = text.rows(columns.delimiter)
            columns = guess(rows, "nodes " + look.name, columns.delimiter, columns.header)
            changed[look.name] = replace(look, columns=replace(columns, kind="nodes"))
    return [changed.get(look.name, look) for look in looks]
