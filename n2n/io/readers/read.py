"""A graph from files: tables, markup or arrays."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from n2n.graph import Graph
from n2n.graph.checks import as_split
from n2n.graph.features import with_features
from n2n.io.headers import are_two_kinds
from n2n.io.readers.array_graphs import graph_of_arrays
from n2n.io.readers.arrays import read_npz, read_safetensors
from n2n.io.readers.assemble import assemble
from n2n.io.readers.columns import Columns, check_names
from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.frames import Frame, read_frame
from n2n.io.readers.joins import joined
from n2n.io.readers.limits import Limits
from n2n.io.readers.merges import merged
from n2n.io.readers.parts import EdgePart, NodePart, clean_ids, compute, dense_features, unescaped
from n2n.io.readers.previews import Preview, look_at, title_of
from n2n.io.readers.report import Report, report_of
from n2n.io.readers.sparse_features import sparse_features
from n2n.io.readers.suspicions import size_suspicion
from n2n.io.readers.tables import DELIMITERS, Text, has_decimal_commas, read


@dataclass(frozen=True, eq=False)
class Reading:
    """A graph that was read, and the report on it."""

    graph: Graph
    report: Report


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

    - an edge list as text, Parquet or Feather, alone or with tables of nodes (id, label, features);
    - GraphML, GEXF, GML, Pajek (with a partition), GDF, DOT, node-link JSON, Cytoscape's JSON and SIF;
    - Matrix Market, METIS, adjacency lists, and square adjacency matrices as text;
    - an .npz with plain arrays (`edge_index`, `x`, `y`, masks, or other usual names), and a torch-geometric
      `Data` as .safetensors;
    - the files of the gnn-benchmark, of geom-gcn, of karateclub, of LINQS, of KONECT and of OGB;
    - any of these in a zip or a tar, or compressed with gzip, bzip2, xz or zstd.

    Nothing is unpickled or unpacked to disk.

    Args:
        source: a path, an open file, `("edges.csv", data)`, several of these, or what `n2n.reading.preview`
            gave for them.
        columns: the meaning of the columns of a table, or of the attributes of nodes, by the file's name, if
            the guess of `n2n.reading.preview` is wrong.
        limits: how large the graph may be.
        features: how to make features if there are none: a key of `n2n.features.KINDS`.
        name: name of the graph; by default the name in the file, or that of the first file.

    Raises:
        ReadError: a ValueError of one sentence with file, line and reason.

    >>> graph = read_graph(("edges.csv", b"anna,ben\\nben,cleo\\n"))
    >>> graph.num_edges, graph.node_names
    (2, ('anna', 'ben', 'cleo'))
    """
    return read_with_report(source, columns=columns, limits=limits, features=features, name=name).graph


def read_with_report(
    source: Any,
    *,
    columns: Mapping[str, Columns] | None = None,
    limits: Limits | None = None,
    features: str | None = None,
    name: str | None = None,
    default_name: str | None = None,
) -> Reading:
    """The same with a report on what was found, dropped and guessed.

    Args:
        default_name: name of the graph if there is none in the file, instead of the name of the file.
    """
    limits = limits or Limits()
    looks = look_at(source, limits, columns)
    graph, notes = _graph(looks, name or default_name or _usual_name(source, looks), limits)
    if name:
        graph = graph.replace(name=name)
    guessed = [note for look in looks for note in (_taken_for(look), *look.file.notes)]
    if features is not None and graph.num_features == 0:
        graph = with_features(graph, features)
        notes.append(f"There were no features, so these were made: {features}.")
    doubts = size_suspicion(graph, sum(len(look.file.data) for look in looks if look.is_used))
    doubts += tuple(doubt for look in looks for doubt in look.file.doubts)
    doubts += tuple(doubt for look in looks if look.network for doubt in look.network.doubts)
    return Reading(graph, report_of(graph, (*guessed, *notes), doubts))


def _usual_name(source: Any, looks: list[Preview]) -> str:
    """The name of the first file that was given, an archive included."""
    while isinstance(source, Mapping | list) and len(source):
        source = next(iter(source))
    if isinstance(source, tuple) and len(source) and isinstance(source[0], str | os.PathLike):
        source = source[0]
    named = getattr(source, "name", source)
    return title_of(str(named)) if isinstance(named, str | os.PathLike) else title_of(looks[0].name)


def _taken_for(look: Preview) -> str:
    """What a file was taken for, in a sentence."""
    if look.columns is None:
        return f"{look.name}: {look.format}."
    words = look.columns.words(look.names())
    if look.network is not None:
        return f"{look.name}: {look.format}, {words}."
    if look.columns.kind == "edges" and look.columns.target == 2 and look.between() == "surely":
        words = f"triples (a node, a relation, a node), {words}"
    if isinstance(look.text, Frame):
        if look.text.x is not None:
            words = words.replace("0 columns of features", f"{look.text.x.shape[1]:,} features")
        return f"{look.name}: {look.format}, {words}."
    if look.is_bipartite:
        words += " (bipartite, so that 1 on the left and 1 on the right are two nodes)"
    header = "with" if look.columns.header else "without"
    commas = look.text and has_decimal_commas(look.text, look.columns.delimiter, look.columns.features)
    if commas and look.columns.kind == "nodes":
        header = f"with decimal commas, {header}"
    return f"{look.name}: {words}; {DELIMITERS[look.columns.delimiter]}-separated, {header} a header."


def _graph(looks: list[Preview], name: str, limits: Limits) -> tuple[Graph, list[str]]:
    used = [look for look in looks if look.is_used]
    if asked := next((look for look in used if look.question), None):
        raise ReadError(asked.name, asked.question)
    whole = [look for look in used if look.text is None]
    tables = [look for look in used if look.text is not None]
    edges, nodes = ([look for look in tables if look.table[1].kind == kind] for kind in ("edges", "nodes"))
    if len(edges) > 1 and not whole:
        raise ReadError(
            edges[1].name, f"{edges[0].name} and this one are both edge lists: ignore one of them."
        )
    if whole:
        # Tables of nodes may add to a file that lists its nodes; nothing else may.
        more = [*whole[1:], *edges, *([] if whole[0].network else nodes)]
        if more:
            raise ReadError(more[0].name, f"{whole[0].name} is already a graph: give one of the two.")
        return _whole(whole[0], nodes, name, limits)
    if not edges:
        what = "add a table with two columns of node ids"
        if len(looks) == 1 and not nodes[0].table[1].header:
            what += ", or call it .adjlist if each line is a node and its neighbours"
        raise ReadError(looks[0].name, f"there is no edge list: {what}.")
    part, notes = _edges(edges[0], limits), []
    described = merged([_nodes(look, limits) for look in nodes], part, notes)
    graph, more = assemble(part, described, name, ", ".join(look.name for look in tables), limits)
    splits = next((look.text.splits for look in nodes if isinstance(look.text, Frame)), ())
    if splits and len(nodes) == 1:
        try:
            public, *further = (as_split(split, graph.num_nodes) for split in splits)
            graph = graph.replace(public=public, further_splits=tuple(further))
        except ValueError as error:
            raise ReadError(nodes[0].name, str(error)) from None
    return graph, [*notes, *more]


def _whole(look: Preview, nodes: list[Preview], name: str, limits: Limits) -> tuple[Graph, list[str]]:
    if look.kind == "npz":
        return graph_of_arrays(read_npz(look.file, limits), {}, name, limits)
    if look.kind == "safetensors":
        return graph_of_arrays(*read_safetensors(look.file, limits), name, limits)
    return _network(look, nodes, name, limits)


def _edges(look: Preview, limits: Limits) -> EdgePart:
    text, columns = _checked(look, limits)
    places = {columns.source: "text", columns.target: "text"}
    table = _columns(text, columns, places, limits, "edges")

    def line(row: int) -> int | None:
        return text.line_of(row, columns.header)

    def ids(place: int, what: str):
        found = clean_ids(_as_written(table.column(str(place)), text), what, look.name, line, limits)
        return compute().binary_join_element_wise(what, found, " ") if look.is_bipartite else found

    part = EdgePart(look.name, ids(columns.source, "source"), ids(columns.target, "target"), line)
    if not look.is_given and columns.header and not look.is_bipartite:
        _check_kinds(part, look.names()[columns.source], look.names()[columns.target])
    return part


def _check_kinds(part: EdgePart, source: str, target: str) -> None:
    """Raise ReadError where two kinds of things, such as users and items, have ids in common."""
    if not are_two_kinds(source, target):
        return
    pc = compute()
    ids = pc.unique(part.source)
    shared = ids.filter(pc.is_in(ids, value_set=pc.unique(part.target)))
    if len(shared):
        raise ReadError(
            part.file,
            f"{quoted(shared[0].as_py())} is in both columns, {quoted(source)} and {quoted(target)}: where "
            "these are two nodes, write the ids differently, such as u1 and i1; where they are one, name the "
            "columns source and target.",
        )


def _nodes(look: Preview, limits: Limits) -> NodePart:
    text, columns = _checked(look, limits)
    places = {place: "text" for place in columns.used()} | dict.fromkeys(columns.features, "number")
    if isinstance(text, Text):
        limits.check("values", text.num_rows(columns.header) * len(columns.features), look.name)
    table = _columns(text, columns, places, limits, "nodes")

    def line(row: int) -> int | None:
        return text.line_of(row, columns.header)

    def column(place: int):
        found = table.column(str(place))
        return found if place in columns.features else _as_written(found, text)

    part = _node_part(look.name, columns, look.names(), column, line, limits)
    if isinstance(text, Frame) and text.x is not None:
        return replace(part, x=text.x, partial=text.partial)
    return part


def _columns(text: Text | Frame, columns: Columns, places: dict[int, str], limits: Limits, rows: str):
    """The columns at some places of a table, of text or not."""
    if not isinstance(text, Frame):
        return read(text, columns.header, columns.delimiter, places, limits, rows)
    limits.check(rows, text.table.num_rows, text.file.name)
    return read_frame(text, places)


def _as_written(column, text: Text | Frame):
    """Text as it was before a table of text was written."""
    return column if isinstance(text, Frame) else unescaped(column)


def _node_part(file: str, columns: Columns, called: list[str], column, line, limits: Limits) -> NodePart:
    """A table of nodes from columns of text or numbers; `column(place)` gives one of them."""
    ids = clean_ids(column(columns.id), "id", file, line, limits)
    if columns.sparse is None:
        chosen = [column(place) for place in columns.features]
        x = dense_features(chosen, [called[place] for place in columns.features], file, line, limits)
    else:
        x = sparse_features(column(columns.sparse), file, line, limits)
        if columns.features:
            raise ReadError(file, "it has features both as columns and as feature:value: use one of them.")
    names, labels, class_names = (
        None if place is None else column(place)
        for place in (columns.name, columns.label, columns.class_name)
    )
    return NodePart(file, ids, names, labels, class_names, x, line)


def _checked(look: Preview, limits: Limits) -> tuple[Text | Frame, Columns]:
    text, columns = look.table
    if columns.delimiter not in DELIMITERS:
        raise ReadError(look.name, f"the separator must be one of {', '.join(DELIMITERS.values())}.")
    names = look.names()
    if columns.header:
        check_names(names, look.name, limits)
    columns.check(len(names), look.name, limits)
    return text, columns


def _network(look: Preview, tables: list[Preview], name: str, limits: Limits) -> tuple[Graph, list[str]]:
    """A graph from a file with edges and attributes of nodes, and a table that adds to them."""
    network, columns, names = look.network, look.columns, look.names()
    if network is None or columns is None:
        raise ReadError(look.name, "there are no nodes in it.")
    if columns.kind != "nodes":
        raise ReadError(look.name, 'it has edges of its own: its columns describe "nodes".')
    columns.check(len(names), look.name, limits)
    part = _node_part(look.name, columns, names, network.values.__getitem__, lambda row: None, limits)
    edges = network.edges
    if columns.id:  # the edges speak of the ids in the first column

        def ids(ends):
            pc = compute()
            return part.ids.take(pc.index_in(ends, value_set=network.values[0].combine_chunks()))

        edges = EdgePart(look.name, ids(edges.source), ids(edges.target))
    notes: list[str] = []
    table = merged([_nodes(one, limits) for one in tables], edges, notes)
    if table is not None:
        part, more = joined(part, table)
        notes += more
    source = ", ".join(one.name for one in (look, *tables))
    graph, more = assemble(edges, part, name, source, limits)
    return graph, [*network.notes, *notes, *more]
