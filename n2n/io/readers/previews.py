"""A look at a file before it is read: its kind, its first rows, and what its columns seem to mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from n2n.io.readers.columns import Columns, edge_question, guess, names_of, relation_between
from n2n.io.readers.errors import ReadError, shown
from n2n.io.readers.formats.geom_splits import with_splits, without_splits
from n2n.io.readers.formats.matrices import matrix_question
from n2n.io.readers.formats.networks import READERS, Network, read_network
from n2n.io.readers.formats.tables import read_table, without_ogb
from n2n.io.readers.frames import Frame
from n2n.io.readers.kinds import EXTENSIONS, TITLES, kind_of
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given, collect
from n2n.io.readers.tables import DELIMITERS, Text, open_text

SHOWN = 5
_PACKED = (".gz", ".bz2", ".xz", ".zst")
# Columns that a table may have in addition to its features: ids, labels, and whatever is not used.
_BESIDE_FEATURES = 100


@dataclass(frozen=True, eq=False)
class Preview:
    """A look at one file."""

    file: Given
    kind: str
    """A key of `n2n.io.readers.kinds.TITLES`."""
    text: Text | Frame | None = None
    """The first lines of a table, or all of one that is not text."""
    columns: Columns | None = None
    """What the columns of a table, or the attributes of nodes, seem to mean."""
    question: str = ""
    """What has to be said about the columns before the file can be read; "" where nothing is ambiguous."""
    is_given: bool = False
    """Whether somebody said what the columns mean."""
    network: Network | None = None
    """Edges, nodes and attributes of a file that holds a graph and no table."""

    @property
    def name(self) -> str:
        """The file's name."""
        return self.file.name

    @property
    def format(self) -> str:
        """What the file was taken for, in a few words."""
        if self.columns is not None and isinstance(self.text, Text):
            return f"a table, {DELIMITERS.get(self.columns.delimiter, 'oddly')}-separated"
        return TITLES[self.kind]

    @property
    def table(self) -> tuple[Text | Frame, Columns]:
        """The first lines of a table, and what its columns seem to mean."""
        if self.text is None or self.columns is None:
            raise ValueError(f"{self.name} is not a table.")
        return self.text, self.columns

    @property
    def is_used(self) -> bool:
        """Whether the file becomes part of the graph."""
        return self.columns is None or self.columns.kind != "ignore"

    @property
    def is_bipartite(self) -> bool:
        """Whether the ends of edges are numbered apart, which KONECT's files say in their first line."""
        return (
            isinstance(self.text, Text)
            and self.table[1].kind == "edges"
            and self.file.data.startswith(b"% bip")
        )

    def between(self) -> str:
        """Whether the second column of an edge list seems to be a relation; see `relation_between`."""
        text, columns = self.table
        return relation_between(text.rows(columns.delimiter)[columns.header :])

    def names(self) -> list[str]:
        """The names of the columns, or of the attributes of nodes."""
        if self.network is not None:
            return list(self.network.names)
        text, columns = self.table
        return names_of(text.rows(columns.delimiter), columns.header)

    def rows(self) -> dict[str, list[str]]:
        """The first rows as a table; short rows are filled up, equal names are made distinct."""
        if self.network is not None:
            rows = self.network.rows(SHOWN)
        else:
            text, columns = self.table
            rows = text.rows(columns.delimiter)[columns.header :][:SHOWN]
        return {
            f"{place + 1}: {name}": [row[place] if place < len(row) else "" for row in rows]
            for place, name in enumerate(self.names())
        }

    def corrected(self, **changes) -> "Preview":
        """The same with `header=False` or `delimiter=";"`, for instance; columns are guessed again."""
        if self.network is not None and self.columns is not None:
            return replace(self, columns=replace(self.columns, **changes))
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


def look_at(source: Any, limits: Limits, columns: Mapping[str, Columns] | None = None) -> list[Preview]:
    """A look at every file of a source, which may be looks already; `columns` replaces guesses."""
    given = columns or {}
    if isinstance(source, list | tuple) and source and all(isinstance(one, Preview) for one in source):
        looks = [
            replace(look, columns=given[look.name], question="", is_given=True)
            if look.name in given
            else look
            for look in source
        ]
    else:
        looks = previews_of(collect(source, limits), limits, columns)
    known = [look.name for look in looks]
    for name in given:
        if name not in known:
            files = ", ".join(shown(one) for one in known[:5])
            raise ReadError(name, f"columns are given for it, but the files are {files}.")
    return looks


def _given(look: Preview, columns: Columns | None) -> Preview:
    return replace(look, columns=columns, question="", is_given=True) if columns else look


def title_of(name: str) -> str:
    """The name of a graph that comes from a file of this name.

    >>> title_of("blogs.gml.gz"), title_of("my.data.zip"), title_of("out.moreno_zebra")
    ('blogs', 'my.data', 'moreno_zebra')
    """
    # KONECT calls its files out.NAME and download.tsv.NAME.tar.bz2.
    path = PurePath(PurePath(name.replace("\\", "/")).name.removeprefix("download.tsv."))
    if path.stem == "out" and path.suffix.lower() not in EXTENSIONS:
        return path.suffix[1:]
    return PurePath(path.stem).stem if path.suffix.lower() in _PACKED else path.stem


def previews_of(
    files: Sequence[Given], limits: Limits, columns: Mapping[str, Columns] | None = None
) -> list[Preview]:
    """A look at each file; `columns` replaces the guess for the files that it names."""
    files, nodes = without_ogb(files, limits)
    files, splits = without_splits(files)
    looks = [] if nodes is None else [_of_frame(nodes, "table", columns)]
    for file in files:
        kind = kind_of(file, limits)
        given = (columns or {}).get(file.name)
        if frame := read_table(file, kind, limits, alone=len(files) == 1):
            if splits and kind == "geom-gcn":
                frame = with_splits(frame, splits, limits)
            looks.append(_of_frame(frame, kind, columns))
            continue
        if kind in READERS:
            network = read_network(file, kind, limits)
            looks.append(Preview(file, kind, columns=given or network.guess(), network=network))
            continue
        if kind != "table":
            looks.append(Preview(file, kind))
            continue
        text = open_text(file)
        most = max(text.lines[0].count(sign) for sign in DELIMITERS)
        limits.check("features", most - _BESIDE_FEATURES, file.name)
        asked, is_given = "", given is not None
        if given is None:
            given, asked = _guess_text(text)
        looks.append(Preview(text.file, kind, text, given, asked, is_given))
    return _one_edge_list(looks, set(columns or ()))


def _guess_text(text: Text) -> tuple[Columns, str]:
    """What the columns of a table seem to mean, and what has to be asked about them."""
    name, delimiter = text.file.name, text.delimiter()
    rows = text.rows(delimiter)
    guessed = guess(rows, name, delimiter, is_elsewhere=text.is_elsewhere)
    if asked := matrix_question(text):
        return guessed, asked
    return guessed, edge_question(rows, guessed, text.is_elsewhere)


def _of_frame(frame: Frame, kind: str, columns: Mapping[str, Columns] | None) -> Preview:
    """A look at a table that is not text."""
    given = (columns or {}).get(frame.file.name)
    if given is None and frame.kind == "edges":
        given = Columns("edges")
    if given is None:
        hint = "nodes " if frame.kind == "nodes" else ""
        given = guess(frame.rows(), hint + frame.file.name, ",", header=True)
    asked = ""
    if frame.kind != "edges" and frame.file.name not in (columns or {}):
        asked = edge_question(frame.rows(), given, lambda cell: False)
    return Preview(frame.file, kind, frame, given, asked)


def _one_edge_list(looks: list[Preview], fixed: set[str]) -> list[Preview]:
    """Of several tables that might be edges, the narrowest is taken; the others describe nodes.

    Beside a file that has edges of its own, a table describes nodes unless it says that it does not.
    """
    edges = [look for look in looks if look.text and look.columns and look.columns.kind == "edges"]
    if any(look.network for look in looks):
        nodes = {look.name: _as_nodes(look) for look in edges if look.name not in fixed}
        return [nodes.get(look.name, look) for look in looks]
    if len(edges) < 2 or any(look.name in fixed for look in edges):
        return looks
    keep = min(edges, key=lambda look: ("edge" not in look.name.lower(), len(look.names())))
    changed = {}
    for look in edges:
        if look is not keep:
            columns = _as_nodes(look).table[1]
            changed[look.name] = replace(look, columns=replace(columns, kind="nodes"), question="")
    return [changed.get(look.name, look) for look in looks]


def _as_nodes(look: Preview) -> Preview:
    """The same table as if its name said that it describes nodes."""
    text, columns = look.table
    rows = text.rows(columns.delimiter)
    guessed = guess(rows, "nodes " + look.name, columns.delimiter, columns.header)
    return replace(look, columns=guessed, question="")
