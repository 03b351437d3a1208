"""A graph from files: a preview of each, which is open to correction, then the graph and a report on it."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

import numpy as np

from n2n.compute.csr import compact
from n2n.graph import Graph
from n2n.io.attributes import node_roles
from n2n.io.column_tables import ColumnTable, ParquetTable
from n2n.io.columns import Columns, find_ends, names_of, propose, unused_facts
from n2n.io.files import EXTENSIONS, TITLES, collect, kind_of
from n2n.io.limits import InputFile, Limits, ReadError, quoted, shown
from n2n.io.node_features import dense_features, sparse_features
from n2n.io.parsed import NodeTable, Parsed, assemble, clean_ids, joined, parse_canonical_integers, unescaped
from n2n.io.tables import DELIMITERS, TextTable, compute
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
    table: TextTable | ColumnTable | None = None
    """A table, of which the nodes of a file such as GraphML are one; None for arrays."""
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
        return isinstance(self.table, ColumnTable) and self.table.edges is not None

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
        if isinstance(self.table, ColumnTable) and self.has_edges:
            return self.table.ignored
        names = self.names()
        found = [f"{what} (column {quoted(names[at])})" for what, at in unused_facts(names, self.columns)]
        head = self.file.data[:200].lower()
        directed = self.columns.kind == "edges" and head.startswith((b"% asym", b"# directed"))
        return (*found, *(["directions"] if directed else []))

    def names(self) -> list[str]:
        """The names of the columns, or of the attributes of nodes."""
        return (
            []
            if self.table is None
            else names_of(self.table.rows(self.columns.delimiter), self.columns.header)
        )

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
        if self.table and self.is_text:
            delimiter, header = (changes.get(key, getattr(columns, key)) for key in ("delimiter", "header"))
            columns, _ = propose(self.table.rows(delimiter), self.name, delimiter, header)
        return replace(self, columns=replace(columns, **changes))

    def words(self) -> str:
        """What the file was taken for, in a sentence."""
        if self.table is None:
            return f"{self.name}: {self.format}."
        words, names = self.columns.words(self.names()), self.names()
        if isinstance(self.table, ColumnTable):
            if self.table.x is not None:
                words = f"{words}; {self.table.x.shape[1]:,} features beside the columns"
            return f"{self.name}: {self.format}, {words}."
        if (
            self.columns.kind == "edges"
            and self.columns.target == 2
            and not self.is_given
            and not find_ends(names)
        ):
            words = f"triples (a node, a relation, a node), {words}"
        if self.file.data.startswith(b"% bip"):
            words += " (bipartite, so that 1 on the left and 1 on the right are two nodes)"
        header = "with" if self.columns.header else "without"
        return f"{self.name}: {words}; {DELIMITERS[self.columns.delimiter]}-separated, {header} a header."


def preview(
    source: Any, limits: Limits | None = None, columns: Mapping[str, Columns] | None = None
) -> list[Preview]:
    """A preview of every file of a source without reading all of it; see `read_graph` for what a source is.

    Args:
        columns: what is known about the columns of a file, by its name.

    >>> [one] = preview(("edges.csv", b"source,target\n0,1\n"))
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
            _preview(file, kind, splits, limits, file.name in given)
            for file, kind in zip(files, kinds, strict=True)
            if file not in splits
        ]
    known = [one.file.name for one in previews]
    if unknown := set(given) - {*known}:
        files = ", ".join(map(shown, known[:5]))
        raise ReadError(min(unknown), f"columns are given for it, but the files are {files}.")
    if given:
        previews = [
            replace(one, columns=given[one.name], question="", is_given=True) if one.name in given else one
            for one in previews
        ]
    return _one_edge_list(previews) if len(previews) > 1 else previews


def _preview(file: InputFile, kind: str, splits: list[InputFile], limits: Limits, is_given: bool) -> Preview:
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
    table = read_table(file, kind, splits, limits)
    if table.kind != "nodes":
        columns, question = propose(table.rows(), file.name, ",", header=True)
        return Preview(table.file, kind, table, columns, question)
    if not table.table.num_rows:
        raise ReadError(file.name, "there are no nodes in it.")
    values = [column.to_pylist() for column in table.text_columns()]
    roles = node_roles(table.table.column_names, values, table.labels_are_names)
    return Preview(table.file, kind, table, Columns("nodes", **roles))


def read_table(file: InputFile, kind: str, splits: Sequence[InputFile], limits: Limits) -> ColumnTable:
    """The table in a file that is not one as text."""
    if kind == "parquet":
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
    return [_as_nodes(one) if one in others and not one.is_given else one for one in previews]


def _as_nodes(one: Preview) -> Preview:
    """The same table as if its name said that it describes nodes."""
    rows = one.table.rows(one.columns.delimiter) if one.table else []
    columns, _ = propose(rows, f"nodes {one.name}", one.columns.delimiter, one.columns.header)
    return replace(one, columns=replace(columns, kind="nodes"), question="")


def parse(used: list[Preview], limits: Limits, notes: list[str]) -> Parsed:
    """What tables hold: the edges, and all that they say about the nodes."""
    for one in used:
        if one.question:
            raise ReadError(one.file.name, one.question)
    edges = [one for one in used if one.columns.kind == "edges" or one.has_edges]
    if len(edges) > 1:
        reason = f"{edges[0].name} and this one both have edges: ignore one of them."
        raise ReadError(edges[1].name, reason)
    if not edges:
        name = used[0].name if used else "nothing"
        raise ReadError(name, "there is no edge list: name the ends of edges source and target in a table.")
    [one] = edges
    tables = [node_table(other, limits) for other in used if other is not one]
    if one.table and one.has_edges:
        if one.columns.kind != "nodes":
            raise ReadError(one.name, 'it has edges of its own: its columns describe "nodes".')
        return _parse_network(one, tables, limits, notes)
    source, target = edge_columns(one, limits)
    if isinstance(one.table, TextTable):
        own = [nodes.ids if nodes.is_text else None for nodes in tables]
        source, target, *own = unescaped(source, target, *own)
        tables = [replace(nodes, ids=ids or nodes.ids) for nodes, ids in zip(tables, own, strict=True)]
    tables.sort(key=lambda nodes: nodes.x is None)
    nodes = joined(tables[0], tables[1:], notes) if tables else None
    return Parsed(one.file.name, source, target, nodes, one.line_of)


def _parse_network(one: Preview, tables: list[NodeTable], limits: Limits, notes: list[str]) -> Parsed:
    """A file with edges between its nodes, and tables that add to them."""
    table: Any = one.table
    if table.unlisted:
        count, first = len(table.unlisted), quoted(table.unlisted[0])
        notes.append(f"{one.name}: its list of nodes lacks {count:,} that edges name, such as {first}.")
    source, target = table.edges
    return Parsed(one.name, source, target, joined(node_table(one, limits), tables, notes, True))


def edge_columns(one: Preview, limits: Limits) -> tuple[Any, Any]:
    """The ids of the two ends of all edges."""
    import pyarrow as pa  # here for the start-up time

    table, columns, name, names = one.table, one.columns, one.file.name, one.names()
    columns.check(names, name, limits)
    ends = {columns.source: "source", columns.target: "target"}
    blocks = list(table.blocks(columns, dict.fromkeys(ends, "text"), limits, "edges")) if table else []
    found = []
    for at, what in ends.items():
        column = pa.chunked_array([block.column(str(at)) for block in blocks], pa.string())
        column = clean_ids(column, what, name, one.line_of, limits)
        if one.file.data.startswith(b"% bip"):  # KONECT numbers the two sides of a bipartite graph apart
            column = compute().binary_join_element_wise(what, column, " ")
        found.append(column)
    check_apart(one, *found)
    return found[0], found[1]


def check_apart(one: Preview, source: Any, target: Any) -> None:
    """Raise ReadError where numbers in both columns may be two kinds of things, such as users and items."""
    names = one.names()
    left, right = names[one.columns.source], names[one.columns.target]
    if one.is_given or not one.columns.header or find_ends([left, right]) or left == right:
        return
    pc = compute()
    ids = pc.unique(source)
    shared = ids.filter(pc.is_in(ids, value_set=pc.unique(target)))
    if len(shared) and parse_canonical_integers(ids) is not None:
        raise ReadError(
            one.name,
            f"{quoted(shared[0].as_py())} is in both columns, {quoted(left)} and {quoted(right)}: where "
            "these are two nodes, write the ids differently, such as u1 and i1; where they are one, name the "
            "columns source and target.",
        )


def node_table(one: Preview, limits: Limits) -> NodeTable:
    """What a table says about nodes, with its features."""
    nodes, blocks = node_texts(one, limits, one.columns.features)
    x = [block for block in blocks if block.shape[1]]
    table, matrix = one.table, compact(np.concatenate(x)) if x else nodes.x
    if isinstance(table, ColumnTable) and table.x is not None:
        matrix = table.x
    return replace(nodes, x=matrix)


def node_texts(one: Preview, limits: Limits, features: Sequence[int]) -> tuple[NodeTable, list[np.ndarray]]:
    """What a table says about nodes, and its columns of features, in blocks of rows."""
    import pyarrow as pa  # here for the start-up time

    table, columns, names = one.table, one.columns, one.names()
    if table is None:
        raise ReadError(one.name, "it is not a table of nodes.")
    columns.check(names, one.name, limits)
    if features and columns.sparse is not None:
        raise ReadError(one.name, "it has features both as columns and as feature:value: use one of them.")
    limits.check("values", table.most_rows * len(features), one.name)
    texts = [at for at in columns.used() if at not in columns.features]
    kinds = dict.fromkeys(texts, "text") | dict.fromkeys(features, "number")
    blocks, x, count = [], [], 0
    for block in table.blocks(columns, kinds, limits, "nodes"):
        blocks.append(block.select([str(at) for at in texts]))
        chosen = block.select([str(at) for at in features])
        x.append(dense_features(chosen, [names[at] for at in features], one, count))
        count += block.num_rows

    def column(at: int | None) -> Any:
        if at is None:
            return None
        found = pa.chunked_array([block.column(str(at)) for block in blocks], pa.string())
        return unescaped(found)[0] if one.is_text and at != columns.id else found

    sparse = column(columns.sparse)
    return NodeTable(
        one.name,
        clean_ids(column(columns.id), "id", one.name, one.line_of, limits),
        column(columns.name),
        column(columns.label),
        column(columns.class_name),
        None if sparse is None else sparse_features(sparse, one.name, one.line_of, limits),
        table.splits if isinstance(table, ColumnTable) else (),
        one.line_of,
        one.is_text,
    ), x


def read_previews(
    previews: list[Preview], name: str, features: str | None, limits: Limits
) -> tuple[Graph, list[str]]:
    """The graph of files that have been previewed, and notes on it."""
    notes: list[str] = []
    used = [one for one in previews if one.table is None or one.columns.kind != "ignore"]
    arrays = next((one for one in used if one.table is None), None)
    if arrays:
        if more := [one for one in used if one is not arrays]:
            raise ReadError(more[0].name, f"{arrays.name} is already a graph: give one of the two.")
        from n2n.io.arrays import read_arrays  # here for the start-up time

        graph, notes = read_arrays(arrays.file, arrays.kind, name, limits)
    else:
        parsed = parse(used, limits, notes)
        provenance = ", ".join([one.file.name for one in used])
        graph, more = assemble(parsed, name, provenance, limits)
        notes += more
    if features is not None and graph.num_features == 0:
        from n2n.graph.features import with_features  # here for the start-up time

        graph = with_features(graph, features)
        notes.append(f"There were no features, so these were made: {features}.")
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
        features: how to make features if there are none: a key of `n2n.features.KINDS`.
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
