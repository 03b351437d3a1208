"""A graph from files: tables, markup or arrays."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from n2n.graph import Graph
from n2n.graph.features import with_features
from n2n.io.readers.array_graphs import graph_of_arrays
from n2n.io.readers.arrays import read_npz, read_safetensors
from n2n.io.readers.assemble import assemble
from n2n.io.readers.columns import Columns, check_names, node_columns
from n2n.io.readers.errors import ReadError
from n2n.io.readers.limits import Limits
from n2n.io.readers.markup import read_markup
from n2n.io.readers.parts import EdgePart, NodePart, clean_ids, dense_features, unescaped
from n2n.io.readers.previews import Preview, previews_of
from n2n.io.readers.report import Report, report_of
from n2n.io.readers.sources import collect
from n2n.io.readers.sparse_features import sparse_features
from n2n.io.readers.tables import DELIMITERS, Text, read


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

    It understands an edge list as CSV or TSV, alone or with a table of nodes (id, label, features); GraphML,
    GEXF and GML; an .npz with the arrays of the gnn-benchmark files or of this program; a torch-geometric
    `Data` as .safetensors (`edge_index`, `x`, `y`); and a zip of these. Nothing is unpickled or unpacked to
    disk.

    Args:
        source: a path, an open file, `("edges.csv", data)`, or several of these.
        columns: the meaning of the columns of a table, by its file name, if the guess of
            `n2n.reading.preview` is wrong.
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
) -> Reading:
    """The same with a report on what was found, dropped and guessed."""
    limits = limits or Limits()
    looks = previews_of(collect(source, limits), limits, columns)
    graph, notes = _graph(looks, name or PurePath(looks[0].name).stem, limits)
    if name:
        graph = graph.replace(name=name)
    guessed = [
        f"{look.name}: {look.columns.words(look.names())}; {DELIMITERS[look.columns.delimiter]}-separated, "
        f"{'with' if look.columns.header else 'without'} a header."
        for look in looks
        if look.columns
    ]
    if features is not None and graph.num_features == 0:
        graph = with_features(graph, features)
        notes.append(f"There were no features, so these were made: {features}.")
    return Reading(graph, report_of(graph, (*guessed, *notes)))


def _graph(looks: list[Preview], name: str, limits: Limits) -> tuple[Graph, list[str]]:
    whole = [look for look in looks if look.kind != "table"]
    tables = [look for look in looks if look.columns and look.columns.kind != "ignore"]
    if len(whole) > 1 or (whole and tables):
        second = (whole[1:] or tables)[0]
        raise ReadError(second.name, f"{whole[0].name} is already a graph: give one of the two.")
    if whole:
        return _whole(whole[0], name, limits)
    edges, nodes = ([look for look in tables if look.table[1].kind == kind] for kind in ("edges", "nodes"))
    for found, what in ((edges, "edge lists"), (nodes, "tables of nodes")):
        if len(found) > 1:
            raise ReadError(
                found[1].name, f"{found[0].name} and this one are both {what}: ignore one of them."
            )
    if not edges:
        raise ReadError(looks[0].name, "there is no edge list: add a table with two columns of node ids.")
    part = _nodes(nodes[0], limits) if nodes else None
    return assemble(_edges(edges[0], limits), part, name, ", ".join(look.name for look in tables), limits)


def _whole(look: Preview, name: str, limits: Limits) -> tuple[Graph, list[str]]:
    if look.kind == "npz":
        return graph_of_arrays(read_npz(look.file, limits), {}, name, limits)
    if look.kind == "safetensors":
        return graph_of_arrays(*read_safetensors(look.file, limits), name, limits)
    return _of_networkx(look, name, limits)


def _edges(look: Preview, limits: Limits) -> EdgePart:
    text, columns = _checked(look, limits)
    places = {columns.source: "text", columns.target: "text"}
    table = read(text, columns.header, columns.delimiter, places, limits, "edges")

    def line(row: int) -> int:
        return text.line_of(row, columns.header)

    def ids(place: int, what: str):
        return clean_ids(unescaped(table.column(str(place))), what, look.name, line, limits)

    return EdgePart(look.name, ids(columns.source, "source"), ids(columns.target, "target"), line)


def _nodes(look: Preview, limits: Limits) -> NodePart:
    text, columns = _checked(look, limits)
    places = {place: "text" for place in columns.used()} | dict.fromkeys(columns.features, "number")
    table = read(text, columns.header, columns.delimiter, places, limits, "nodes")

    def line(row: int) -> int:
        return text.line_of(row, columns.header)

    def column(place: int):
        found = table.column(str(place))
        return found if place in columns.features else unescaped(found)

    return _node_part(look.name, columns, look.names(), column, line, limits)


def _node_part(file: str, columns: Columns, names: list[str], column, line, limits: Limits) -> NodePart:
    """A table of nodes from columns of text or numbers; `column(place)` gives one of them."""
    ids = clean_ids(column(columns.id), "id", file, line, limits)
    if columns.sparse is None:
        chosen = [column(place) for place in columns.features]
        x = dense_features(chosen, [names[place] for place in columns.features], file, line, limits)
    else:
        x = sparse_features(column(columns.sparse), file, line, limits)
        if columns.features:
            raise ReadError(file, "it has features both as columns and as feature:value: use one of them.")
    labels, class_names = (
        None if place is None else column(place) for place in (columns.label, columns.class_name)
    )
    return NodePart(file, ids, labels, class_names, x, line)


def _checked(look: Preview, limits: Limits) -> tuple[Text, Columns]:
    text, columns = look.table
    if columns.delimiter not in DELIMITERS:
        raise ReadError(look.name, f"the separator must be one of {', '.join(DELIMITERS.values())}.")
    names = look.names()
    if columns.header:
        check_names(names, look.name, limits)
    columns.check(len(names), look.name, limits)
    return text, columns


def _of_networkx(look: Preview, name: str, limits: Limits) -> tuple[Graph, list[str]]:
    """A graph from markup: the attributes of its nodes are like the columns of a table."""
    import pyarrow as pa  # here for the start-up time

    found = read_markup(look.file, look.kind, limits)
    order = list(found)
    limits.check("nodes", len(order), look.name)
    attributes = sorted({key for _, values in found.nodes(data=True) for key in values} - {"viz"}, key=str)
    if "label" in attributes and look.kind != "graphml":
        called = {str(found.nodes[node].get("label")) for node in order}
        if look.kind == "gexf" or len(called) == len(order):
            attributes.remove("label")  # the name of a node, not its class
    limits.check("features", len(attributes), look.name)
    if len(attributes) * len(order) > limits.values:
        raise ReadError(look.name, f"it has more than the {limits.values:,} values allowed.")

    def text(value: object) -> str:
        return " ".join("".join(sign if sign.isprintable() else " " for sign in str(value)).split())

    names = ["id", *map(str, attributes)]
    ids = [text(node) or str(place) for place, node in enumerate(order)]
    values = [ids, *([text(found.nodes[node].get(key, "")) for node in order] for key in attributes)]
    rows = [list(row) for row in zip(*(column[:200] for column in values), strict=True)]
    columns = node_columns([word.casefold() for word in names], rows, {})

    def array(texts: list[str]):
        return pa.chunked_array([pa.array(texts, pa.string())])

    part = _node_part(look.name, columns, names, lambda place: array(values[place]), lambda row: None, limits)
    number = dict(zip(order, ids, strict=True))
    source, target = (array([number[pair[end]] for pair in found.edges()]) for end in (0, 1))
    graph, notes = assemble(EdgePart(look.name, source, target), part, name, look.name, limits)
    return graph, [f"{look.name}: {columns.words(names)}.", *notes]
