"""A graph from files: a preview of each, which is open to correction, then the graph."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

import numpy as np

from n2n.graph import Graph
from n2n.io.attributes import node_roles
from n2n.io.columns import Columns, find_ends, names_of, propose, unused_facts
from n2n.io.files import EXTENSIONS, TITLES, collect, kind_of
from n2n.io.ids import chained, check_apart, edge_blocks, number_alone, number_by_table
from n2n.io.limits import InputFile, Limits, ReadError, quoted, shown
from n2n.io.tables import DELIMITERS, TextTable
from n2n.io.unpack import COMPRESSED

SHOWN = 5
_DEFAULT, _UNUSED = Limits(), Columns("ignore")
# Columns that a table may have in addition to its features: ids, labels, and whatever is not used.
_BESIDE_FEATURES = 100


@dataclass(frozen=True, eq=False)
class Preview:
    """One file before it is read: its kind, its first rows, and what its columns seem to mean."""

    file: InputFile
    kind: str
    """A key of `n2n.io.files.TITLES`."""
    table: Any = None
    """A `TextTable`, or a `ColumnTable`, as are the nodes of a file such as GraphML; None for arrays."""
    columns: Columns = _UNUSED
    """What the columns of the table seem to mean."""
    question: str = ""
    """What has to be said about the columns before the file can be read; "" where nothing is ambiguous."""
    is_given: bool = False
    """Whether somebody said what the columns mean."""

    @property
    def name(self) -> str:
        """The file's name."""
        return self.file.name

    @property
    def is_text(self) -> bool:
        """Whether it is a table as text, of which separator and header can be corrected."""
        return isinstance(self.table, TextTable)

    @property
    def has_edges(self) -> bool:
        """Whether it is a table of nodes with edges between them, as in GraphML."""
        return getattr(self.table, "edges", None) is not None

    def line_of(self, row: int) -> int | None:
        """The line of the file that a row of the table is in; both count from where they do in the file."""
        return self.table.line_of(row, self.columns) if self.table else None

    @property
    def format(self) -> str:
        """What the file was taken for, in a few words."""
        if self.is_text:
            return f"a table, {DELIMITERS.get(self.columns.delimiter, 'oddly')}-separated"
        return TITLES[self.kind]

    @property
    def ignored(self) -> tuple[str, ...]:
        """What the file has and a graph here does not, weights and directions of edges, in a few words."""
        if self.has_edges:
            return self.table.ignored
        names = self.names()
        found = [f"{what} (column {quoted(names[at])})" for what, at in unused_facts(names, self.columns)]
        head = self.file.data[:200].lower()
        directed = self.columns.kind == "edges" and head.startswith((b"% asym", b"# directed"))
        return (*found, *(["directions"] if directed else []))

    def names(self) -> list[str]:
        """The names of the columns, or of the attributes of nodes."""
        rows = self.table.rows(self.columns.delimiter) if self.table else [[]]
        return names_of(rows, self.columns.header)

    def rows(self) -> dict[str, list[str]]:
        """The first rows as a table; short rows are filled up, equal names are made distinct."""
        rows = self.table.rows(self.columns.delimiter) if self.table else []
        rows = rows[self.columns.header :][:SHOWN]
        return {
            f"{at + 1}: {name}": [row[at] if at < len(row) else "" for row in rows]
            for at, name in enumerate(self.names())
        }

    def corrected(self, **changes: Any) -> "Preview":
        """The same with `header=False` or `delimiter=";"`, for instance; columns are proposed again."""
        columns = self.columns
        if self.is_text:
            delimiter, header = (changes.get(key, getattr(columns, key)) for key in ("delimiter", "header"))
            columns, _ = propose(self.table.rows(delimiter), self.name, delimiter, header)
        return replace(self, columns=replace(columns, **changes))

    def as_if(self, kind: str) -> "Preview":
        """The same table as if its name said that it holds edges, or that it describes nodes."""
        rows, columns = self.table.rows(self.columns.delimiter), self.columns
        header = True if not self.is_text else columns.header if kind == "nodes" else None
        columns, question = propose(rows, f"{kind} {self.name}", columns.delimiter, header, self.table.occurs)
        return replace(self, columns=columns, question=question)

    def labelled(self, label: str) -> "Preview":
        """The same with another column, by its name, as the classes of nodes."""
        at, old = self.names().index(label), self.columns
        columns = replace(
            old,
            label=at,
            name=None if old.name == at else old.name,
            class_name=old.class_name if old.label == at else None,
            features=tuple(one for one in old.features if one != at),
            sparse=None if old.sparse == at else old.sparse,
        )
        return replace(self, columns=columns, question="", is_given=True)

    def words(self) -> str:
        """What the file was taken for, in a sentence."""
        if self.table is None:
            return f"{self.name}: {self.format}."
        names, columns = self.names(), self.columns
        words = columns.words(names)
        if not self.is_text:
            if self.table.x is not None:
                words += f"; {self.table.x.shape[1]:,} features beside the columns"
            return f"{self.name}: {self.format}, {words}."
        if columns.kind == "edges" and columns.target == 2 and not self.is_given and not find_ends(names):
            words = f"triples (a node, a relation, a node), {words}"
        if self.file.data.startswith(b"% bip"):
            words += " (bipartite, so that 1 on the left and 1 on the right are two nodes)"
        header = "with" if columns.header else "without"
        return f"{self.name}: {words}; {DELIMITERS[columns.delimiter]}-separated, {header} a header."


def preview(
    source: Any, limits: Limits | None = None, columns: Mapping[str, Columns] | None = None
) -> list[Preview]:
    """A preview of every file of a source without reading all of it; see `read_graph` for what a source is.

    Args:
        columns: what is known about the columns of a file, by its name.

    >>> [one] = preview(("edges.csv", b"source,target\\n0,1\\n"))
    >>> one.kind, one.columns.kind, one.columns.header
    ('table', 'edges', True)
    """
    limits, given = limits or _DEFAULT, columns or {}
    if isinstance(source, list | tuple) and source and all(isinstance(one, Preview) for one in source):
        previews = list(source)
    else:
        files = collect(source, limits)
        kinds = [kind_of(file) for file in files]
        splits = []
        if "geom-gcn" in kinds:
            splits = [file for file in files if "_split_" in file.name and file.name.endswith(".npz")]
        previews = [
            preview_file(file, kind, splits, limits, file.name in given)
            for file, kind in zip(files, kinds, strict=True)
            if file not in splits
        ]
    if unknown := {*given} - {one.name for one in previews}:
        files = ", ".join(shown(one.name) for one in previews[:5])
        raise ReadError(min(unknown), f"columns are given for it, but the files are {files}.")
    for at, one in enumerate(previews):
        if one.name in given:
            previews[at] = replace(one, columns=given[one.name], question="", is_given=True)
    return _one_edge_list(previews) if len(previews) > 1 else previews


def preview_file(
    file: InputFile, kind: str, splits: list[InputFile], limits: Limits, is_given: bool = False
) -> Preview:
    """The preview of a file of a known kind; of geom-gcn, with the files of its splits."""
    if kind in ("npz", "safetensors"):
        return Preview(file, kind)
    if kind == "table":
        text = TextTable(file)
        delimiter = text.delimiter()
        rows = text.rows(delimiter)
        limits.check("features", len(rows[0]) - _BESIDE_FEATURES, file.name)
        question = ""
        if not is_given and text.may_be_square(len(rows[-1])):
            from n2n.io.matrices import read_square  # here for the start-up time

            matrix, question = read_square(text, limits)
            if matrix is not None:
                return Preview(file, "matrix", matrix, Columns("nodes"))
        columns, asked = propose(rows, file.name, delimiter, occurs=text.occurs)
        return Preview(file, kind, text, columns, question or asked)
    table = _read_table(file, kind, splits, limits)
    if table.kind != "nodes":
        columns, question = propose(table.rows(), file.name, ",", header=True)
        return Preview(table.file, kind, table, columns, question)
    if not table.most_rows:
        raise ReadError(file.name, "there are no nodes in it.")
    roles = node_roles(table.names, table.columns, table.labels_are_names)
    return Preview(table.file, kind, table, Columns("nodes", **roles))


def _read_table(file: InputFile, kind: str, splits: Sequence[InputFile], limits: Limits) -> Any:
    """The `ColumnTable` in a file that is not a table as text."""
    if kind == "parquet":
        from n2n.io.column_tables import ParquetTable  # here for the start-up time

        return ParquetTable(file, limits)
    if kind == "geom-gcn":
        from n2n.io.geom_gcn import read_nodes

        return read_nodes(file, splits, limits)
    if kind == "mtx":
        from n2n.io.matrices import read_matrix_market

        return read_matrix_market(file, limits)
    from n2n.io.networks import READERS

    return READERS[kind](file, limits)


def _one_edge_list(previews: list[Preview]) -> list[Preview]:
    """Of several tables that might be edges, the narrowest is taken; the others describe nodes.

    Beside a file that has edges of its own, a table describes nodes unless it says that it does not.
    """
    edges = [one for one in previews if one.table and one.columns.kind == "edges"]
    if any(one.has_edges for one in previews):
        others = edges
    elif len(edges) < 2 or any(one.is_given for one in edges):
        return previews
    else:
        narrowest = min(edges, key=lambda one: ("edge" not in one.name.lower(), len(one.names())))
        others = [one for one in edges if one is not narrowest]
    for at, one in enumerate(previews):
        if one in others and not one.is_given:
            nodes = one.as_if("nodes")
            previews[at] = replace(nodes, columns=replace(nodes.columns, kind="nodes"), question="")
    return previews


def read_previews(
    previews: list[Preview], name: str, features: str | None, limits: Limits
) -> tuple[Graph, list[str]]:
    """The graph of files that have been previewed, and notes on it."""
    used = [one for one in previews if one.table is None or one.columns.kind != "ignore"]
    arrays = next((one for one in used if one.table is None), None)
    if arrays:
        if more := [one for one in used if one is not arrays]:
            raise ReadError(more[0].name, f"{arrays.name} is already a graph: give one of the two.")
        from n2n.io.arrays import read_arrays  # here for the start-up time

        graph, notes = read_arrays(arrays.file, arrays.kind, name, limits)
    else:
        one, tables = _edges_and_nodes(used)
        graph, notes = _join(one, tables, limits) if tables or one.has_edges else (_alone(one, limits), [])
        graph = graph.replace(name=name, provenance=", ".join(one.name for one in used))
    if features is not None and (graph.num_features == 0 or features == "combined"):
        from n2n.graph.features import with_features  # here for the start-up time

        graph = with_features(graph, features)
        notes.append(f"Features that were made from the edges: {features}.")
    return graph, notes


def _edges_and_nodes(used: list[Preview]) -> tuple[Preview, list[Preview]]:
    """The file with the edges, and those about nodes; ReadError unless that is clear."""
    for one in used:
        if one.question:
            raise ReadError(one.name, one.question)
    edges = [one for one in used if one.columns.kind == "edges" or one.has_edges]
    if not edges:
        name = used[0].name if used else "nothing"
        raise ReadError(name, "there is no edge list: name the ends of edges source and target in a table.")
    if len(edges) > 1:
        reason = f"{edges[0].name} and this one both have edges: ignore one of them."
        raise ReadError(edges[1].name, reason)
    if edges[0].has_edges and edges[0].columns.kind != "nodes":
        raise ReadError(edges[0].name, 'it has edges of its own: its columns describe "nodes".')
    return edges[0], [one for one in used if one is not edges[0]]


def _alone(one: Preview, limits: Limits) -> Graph:
    """The graph of an edge list without anything about nodes."""
    [(source, target)] = edge_blocks(one, limits)
    check_apart(one, source, target)
    if not len(source):
        raise ReadError(one.name, "there is a header but no row below it.")
    edges, names = number_alone(chained(source, target), one.is_text)
    count = int(edges.max(initial=-1)) + 1
    limits.check("nodes", count, one.name)
    return Graph.from_edges(edges.reshape(2, -1), x=None, num_nodes=count, node_names=names)


def _join(one: Preview, tables: list[Preview], limits: Limits) -> tuple[Graph, list[str]]:
    """The graph of edges with tables of nodes, of which the first may be in the file of the edges."""
    from n2n.io import nodes as parts  # here for the start-up time

    notes: list[str] = []
    others = sorted((parts.read_nodes(table, limits) for table in tables), key=lambda table: table.x is None)
    if one.has_edges:
        if unlisted := one.table.unlisted:
            words = (
                f"its list of nodes lacks {len(unlisted):,} that edges name, such as {quoted(unlisted[0])}"
            )
            notes.append(f"{one.name}: {words}.")
        nodes = parts.joined(parts.read_nodes(one, limits), others, notes, is_network=True)
        edges, ids = np.stack(one.table.edges), nodes.ids
    else:
        [(source, target)] = edge_blocks(one, limits)
        check_apart(one, source, target)
        nodes = parts.joined(others[0], others[1:], notes)
        if not len(source) and not len(nodes.ids):
            raise ReadError(nodes.file, "there is a header but no row below it.")
        edges, ids = number_by_table(one, source, target, nodes, notes)
    limits.check("edges", edges.shape[1], one.name)
    limits.check("nodes", len(ids), nodes.file)
    names, shown_ids = parts.show_names(nodes, ids, notes, limits)
    y, class_names = parts.classes_of(nodes, len(ids), limits)
    try:
        graph = Graph.from_edges(
            edges,
            x=nodes.x,
            y=y,
            num_nodes=len(ids),
            class_names=class_names,
            node_names=names,
            node_ids=shown_ids,
            public=nodes.splits[0] if nodes.splits else None,
            further_splits=nodes.splits[1:],
        )
    except ValueError as error:
        raise ReadError(nodes.file, str(error)) from None
    return graph, notes


def read_graph(
    source: Any,
    *,
    columns: Mapping[str, Columns] | None = None,
    limits: Limits | None = None,
    features: str | None = None,
    name: str | None = None,
) -> Graph:
    """Read a graph of your own.

    The content of a file decides what it is; the report says what it was taken for. It understands

    - an edge list as text or Parquet, alone or with tables of nodes (id, label, features);
    - GraphML, GEXF, GML, Pajek (.net), SIF, and node-link JSON of networkx and d3;
    - Matrix Market, and square adjacency matrices as text;
    - an .npz with plain arrays (`edge_index`, `x`, `y`, masks, or other usual names, those of the
      gnn-benchmark among them), and a torch-geometric `Data` as .safetensors;
    - the pair of text files of geom-gcn, with splits;
    - any of these in a zip, or compressed with gzip, bzip2 or zstd.

    Nothing is unpickled or unpacked to disk. What is ambiguous is refused with a sentence that says how to
    name the columns.

    Args:
        source: a path, an open file, `("edges.csv", data)`, several of these, or what `n2n.reading.preview`
            gave for them.
        columns: the meaning of the columns of a table, or of the attributes of nodes, by the file's name, in
            place of what `n2n.reading.preview` proposes.
        limits: how large the graph may be.
        features: how to make features if there are none: a key of `n2n.features.KINDS`; "combined" adds
            spectral features to those that there are.
        name: name of the graph; by default the name in the file, or that of the first file.

    Raises:
        ReadError: a ValueError of one sentence with file, line and reason.

    >>> graph = read_graph(("edges.csv", b"anna,ben\\nben,cleo\\n"))
    >>> graph.num_edges, graph.node_names
    (2, ('anna', 'ben', 'cleo'))
    """
    limits = limits or _DEFAULT
    previews = preview(source, limits, columns)
    graph, _ = read_previews(previews, name or usual_name(source, previews), features, limits)
    return graph.replace(name=name) if name and graph.name != name else graph


def usual_name(source: Any, previews: list[Preview]) -> str:
    """The name of the first file that was given, an archive included."""
    while isinstance(source, Mapping | list) and source:
        source = next(iter(source))
    if isinstance(source, tuple) and len(source) and isinstance(source[0], str | os.PathLike):
        source = source[0]
    named = getattr(source, "name", source)
    return title_of(str(named) if isinstance(named, str | os.PathLike) else previews[0].name)


def title_of(name: str) -> str:
    """The name of a graph that comes from a file of this name.

    >>> title_of("blogs.gml.gz"), title_of("my.data.zip"), title_of("out.moreno_zebra")
    ('blogs', 'my.data', 'moreno_zebra')
    """
    path = PurePath(PurePath(name.replace("\\", "/")).name)
    path = path.with_suffix("") if path.suffix.lower() in COMPRESSED else path
    if path.stem == "out" and path.suffix.lower() not in EXTENSIONS:  # as KONECT calls its files
        return path.suffix[1:]
    return path.stem
