"""Files that are whole graphs with attributes of nodes: GraphML, GEXF, GML, JSON, Pajek, SIF and matrices.

Each becomes a table of its nodes, with the edges between its rows; from there on it is read, previewed and
corrected like a table of nodes. networkx reads GraphML, GEXF and GML after a check that needs little memory.
"""

import io
import json
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from xml.parsers import expat

import numpy as np

from n2n.io.column_tables import ColumnTable
from n2n.io.limits import InputFile, Limits, ReadError, quoted, shown

_CHUNK = 1 << 16
# Versions 1.1 and 1.2 are published with "www." and "draft", version 1.3 without; files mix the two.
_GEXF_ADDRESS = re.compile(rb"(?<=[\"'])http://(?:www\.)?gexf\.net/(1\.[123])(?:draft)?/?(?=[\"'])")
_GEXF_ADDRESSES = {
    b"1.1": b"http://www.gexf.net/1.1draft",
    b"1.2": b"http://www.gexf.net/1.2draft",
    b"1.3": b"http://gexf.net/1.3",
}
_COUNTED = {"node": "nodes", "edge": "edges"}
_ENDS = (("source", "target"), ("from", "to"))
_IDS = ("id", "key", "name", "label")
_NOT_A_GRAPH = "it is JSON, but not a graph: expected nodes and links, as networkx and d3 write them."
_CYTOSCAPE = "it is Cytoscape's JSON: export the network as GraphML or SIF in Cytoscape."


class _Network:
    """Nodes and edges that grow within the limits."""

    def __init__(self, file: InputFile, limits: Limits):
        limits.check_slow(len(file.data), file.name)
        self.file, self.limits = file, limits
        self.nodes: dict[Hashable, int] = {}
        self.edges: list[tuple[int, int]] = []

    def node(self, node: Hashable) -> int:
        """The number of a node, which is new if it has not been named yet."""
        if node not in self.nodes:
            self.limits.check("nodes", len(self.nodes) + 1, self.file.name)
            if isinstance(node, str) and len(node) > self.limits.text:
                reason = f"the name of a node is longer than {self.limits.text:,} characters."
                raise ReadError(self.file.name, reason)
            self.nodes[node] = len(self.nodes)
        return self.nodes[node]

    def connect(self, source: Hashable, target: Hashable) -> None:
        """Add an edge."""
        self.edges.append((self.node(source), self.node(target)))
        self.limits.check("edges", len(self.edges), self.file.name)

    def table(self, records: Sequence[Mapping[str, object]] = (), skip: str = "", **more: Any) -> ColumnTable:
        """The nodes as a table, with columns from records that need not have the same keys."""
        ids = [plain(node) or str(at) for at, node in enumerate(self.nodes)]
        if len(set(ids)) < len(ids):
            ids = list(map(str, range(len(ids))))
        names: dict[str, None] = {}
        for record in records:
            names |= {name: None for name, value in record.items() if name != skip and _is_single(value)}
            self.limits.check("features", len(names), self.file.name)
        self.limits.check("values", len(names) * len(records), self.file.name)
        columns = {"id": ids}
        for name in sorted(map(str, names)):
            column = [plain(record.get(name)) for record in records]
            if column != ids:
                columns["attribute_id" if name == "id" else name] = column
        edges = np.array(self.edges, np.int64).reshape(-1, 2).T
        return ColumnTable(self.file, columns, edges=edges, **more)


def plain(value: object) -> str:
    """A value of an attribute as one line of text; nothing for None, NaN and what is not a single value.

    >>> plain(" a\\nb "), plain(None), plain(2.0), plain(True), plain([1])
    ('a b', '', '2', 'true', '')
    """
    if not _is_single(value) or value != value:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    return " ".join("".join(sign if sign.isprintable() else " " for sign in str(value)).split())


def _is_single(value: object) -> bool:
    return value is not None and not isinstance(value, dict | list | tuple | set)


def _lines(file: InputFile, comments: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, without comments and blank ones."""
    text = file.data.decode("utf-8", "replace").removeprefix("\ufeff")
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if line.strip() and not line.lstrip().startswith(comments):
            yield number, line


def _ignored(edges: Iterable[Mapping[str, Any]], directed: bool) -> list[str]:
    """What edges have that a graph here does not: weights and directions."""
    weighted = sum("weight" in facts for facts in edges)
    found = [f"weights of {weighted:,} edges"] if weighted else []
    return found + (["directions"] if directed else [])


def _read_markup(file: InputFile, limits: Limits, kind: str) -> ColumnTable:
    network = _Network(file, limits)
    listed = _check_gml(file, limits) if kind == "gml" else _check_xml(file, kind, limits)
    import networkx as nx  # here for the start-up time

    try:
        if kind == "graphml":
            graph = nx.read_graphml(io.BytesIO(file.data))
        elif kind == "gexf":
            data = _GEXF_ADDRESS.sub(lambda found: _GEXF_ADDRESSES[found[1]], file.data[:4096])
            graph = nx.read_gexf(io.BytesIO(data + file.data[4096:]))
        else:
            # Repeated edges are counted, not refused.
            text = re.sub(r"(?m)^\s*graph\s*\[", "graph [ multigraph 1 ", file.data.decode("utf-8"), count=1)
            graph = nx.parse_gml(text.splitlines(), label="id")
    # networkx raises whatever its own code stumbles over, from KeyError to RecursionError.
    except Exception as error:
        words = shown(str(error).partition("\n")[0], 120).strip().rstrip(".")
        reason = f"it is not a readable {kind.upper()} file{f' ({words})' if words else ''}."
        raise ReadError(file.name, reason) from None
    for node in graph:
        network.node(node)
    for source, target in graph.edges():
        network.connect(source, target)
    default = graph.graph.get("node_default")
    records = [(default if isinstance(default, dict) else {}) | graph.nodes[node] for node in graph]
    return network.table(
        records,
        ignored=_ignored((facts for *_, facts in graph.edges(data=True)), graph.is_directed()),
        unlisted=[str(node) for node in graph if listed and str(node) not in listed],
        # In GML and GEXF a label is what is drawn beside a node; in GraphML it is an attribute like others.
        labels_are_names=kind != "graphml",
    )


def _check_xml(file: InputFile, kind: str, limits: Limits) -> set[str]:
    """The ids of the nodes that a file lists, after a check of all of it.

    The parser counts elements and stops at a document type or an entity, so that none is ever expanded.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = False
    open_elements: list[str] = []
    counts = {"elements": 0, "node": 0, "edge": 0}
    listed: set[str] = set()

    def refuse(*declared: Any, reason: str = "it declares a document type or an entity: remove it.") -> None:
        raise ReadError(file.name, reason, parser.CurrentLineNumber)

    def start(tag: str, attributes: dict[str, str]) -> None:
        tag = tag.rpartition(":")[2]
        if not counts["elements"] and tag != kind:
            refuse(reason=f"it begins with <{shown(tag)}> and not with <{kind}>.")
        open_elements.append(tag)
        counts["elements"] += 1
        limits.check("values", counts["elements"], file.name)
        if len(open_elements) > limits.depth:
            refuse(reason=f"elements are nested more than {limits.depth} deep.")
        if tag in _COUNTED:
            counts[tag] += 1
            limits.check(_COUNTED[tag], counts[tag], file.name, parser.CurrentLineNumber)
            if len(id := attributes.get("id") or "") > limits.text:
                refuse(reason=f"an id is longer than {limits.text:,} characters.")
            if tag == "node":
                listed.add(id)

    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: open_elements.pop()
    try:
        for at in range(0, len(file.data), _CHUNK):
            parser.Parse(file.data[at : at + _CHUNK], False)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        words = expat.ErrorString(error.code)
        raise ReadError(file.name, f"it is not well-formed XML ({words}).", error.lineno) from None
    except ReadError:
        raise
    except (ValueError, LookupError):
        raise ReadError(file.name, "its encoding is unknown: save it as UTF-8.") from None
    return listed


def _check_gml(file: InputFile, limits: Limits) -> set[str]:
    """Counts and nesting within the limits; networkx itself refuses edges to nodes that are not listed."""
    for tag, what in _COUNTED.items():
        limits.check(what, sum(1 for _ in re.finditer(rb"\b%s\s*\[" % tag.encode(), file.data)), file.name)
    depth = 0
    for sign in re.finditer(rb'"[^"]*"|[\[\]]', file.data):
        depth += {b"[": 1, b"]": -1}.get(sign.group(), 0)
        if depth > limits.depth:
            line = file.data.count(b"\n", 0, sign.start()) + 1
            raise ReadError(file.name, f"lists are nested more than {limits.depth} deep.", line)
    return set()


def _read_json(file: InputFile, limits: Limits) -> ColumnTable:
    """Node-link data: {"nodes": [{"id": "a", "group": 1}, …], "links": [{"source": "a", "target": …}, …]}."""
    network = _Network(file, limits)
    try:
        content = json.loads(file.data.decode("utf-8").removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise ReadError(file.name, f"it is not valid JSON ({shown(error.msg)}).", error.lineno) from None
    except UnicodeDecodeError:
        raise ReadError(file.name, "some characters are not UTF-8: save the file as UTF-8.") from None
    except (RecursionError, ValueError):
        raise ReadError(file.name, "its JSON is nested too deeply, or has too long a number.") from None
    if isinstance(content, dict) and "elements" in content:
        raise ReadError(file.name, _CYTOSCAPE)
    if not isinstance(content, dict) or not isinstance(nodes := content.get("nodes"), list):
        raise ReadError(file.name, _NOT_A_GRAPH)
    links = next((content[key] for key in ("links", "edges") if key in content), None)
    if not isinstance(links, list):
        raise ReadError(file.name, _NOT_A_GRAPH)
    limits.check("nodes", len(nodes), file.name)
    limits.check("edges", len(links), file.name)
    records = [node if isinstance(node, dict) else {"id": node} for node in nodes]
    if any(isinstance(record.get("data"), dict) for record in records):
        raise ReadError(file.name, _CYTOSCAPE)
    key = next((key for key in _IDS if records and all(key in record for record in records)), None)
    ids = [plain(record[key]) if key else str(at) for at, record in enumerate(records)]
    if len(set(ids)) < len(ids):
        twice = Counter(ids).most_common(1)[0][0]
        if key == "id":
            raise ReadError(file.name, f"node {quoted(twice)} occurs twice.")
        key, ids = None, [str(at) for at in range(len(ids))]
    for id in ids:
        network.node(id)
    pairs = [_ends_of(link, at, file) for at, link in enumerate(links)]
    ends = {
        end if isinstance(end, int) and not isinstance(end, bool) else None for pair in pairs for end in pair
    }
    # Ends may be the positions of nodes, as in old d3 files.
    by_position = key != "id" or not all(plain(end) in network.nodes for pair in pairs for end in pair)
    by_position &= None not in ends and all(0 <= end < len(ids) for end in ends if end is not None)
    for pair in pairs:
        source, target = (ids[end] if by_position else plain(end) for end in pair)
        network.connect(source, target)
    if "" in network.nodes:
        raise ReadError(file.name, "the id of a node is empty, or is not plain text or a number.")
    unlisted = list(network.nodes)[len(ids) :]
    if unlisted and key is None and ids:
        raise ReadError(file.name, f"nodes have no id, and {quoted(unlisted[0])} is not the position of one.")
    return network.table(
        records + [{}] * len(unlisted),
        key or "",
        ignored=_ignored((link for link in links if isinstance(link, dict)), content.get("directed") is True),
        unlisted=unlisted if ids else (),
        labels_are_names=key == "id",
    )


def _ends_of(link: object, at: int, file: InputFile) -> tuple[Any, Any]:
    """The two ends of a link; d3 replaces ids by whole nodes while it draws."""
    pair = isinstance(link, dict) and next((pair for pair in _ENDS if {*pair} <= {*link}), None)
    if not isinstance(link, dict) or not pair:
        raise ReadError(file.name, f"link {at + 1:,} has no source and target.")
    ends = (link[end] for end in pair)
    source, target = (
        next((end[key] for key in _IDS if key in end), None) if isinstance(end, dict) else end for end in ends
    )
    return source, target


def _read_sif(file: InputFile, limits: Limits) -> ColumnTable:
    """Cytoscape's simple interaction format: a node, a relation, other nodes."""
    network = _Network(file, limits)
    tabs = b"\t" in file.data
    for number, line in _lines(file, ("#",)):
        words = [word.strip() for word in (line.split("\t") if tabs else line.split())]
        source, *others = filter(None, words)
        if len(others) == 1:
            raise ReadError(file.name, f"{quoted(source)} has a relation but no node after it.", number)
        network.node(source)
        for target in others[1:]:
            network.connect(source, target)
    if all(re.fullmatch(r"0|-?[1-9]\d{0,17}", str(id)) for id in network.nodes):  # numbers in their order
        order = sorted(network.nodes, key=lambda id: int(str(id)))
        rank = {network.nodes[id]: at for at, id in enumerate(order)}
        network.nodes = {id: at for at, id in enumerate(order)}
        network.edges = [(rank[source], rank[target]) for source, target in network.edges]
    return network.table()


def _read_pajek(file: InputFile, limits: Limits) -> ColumnTable:
    """A network (.net): *Vertices with names, *Arcs, *Edges, and their lists of neighbours."""
    network = _Network(file, limits)
    names: dict[int, str] = {}
    section, weights, directed = "", 0, False
    count: int | None = None
    for number, line in _lines(file, ("%", "/*")):
        words = line.split()
        if line.lstrip().startswith("*"):
            section = words[0].lower()
            directed |= section.startswith("*arcs")
            if section == "*vertices":
                if count is not None or len(words) < 2 or not re.fullmatch(r"\d{1,18}", words[1]):
                    raise ReadError(file.name, "expected one line *Vertices with their number.", number)
                count = int(words[1])
                limits.check("nodes", count, file.name, number)
                network.nodes = {node: node - 1 for node in range(1, count + 1)}
            elif section not in ("*network", "*arcs", "*edges", "*arcslist", "*edgeslist"):
                reason = f"its section {quoted(words[0])} is not read: save the network alone as a .net file."
                raise ReadError(file.name, reason, number)
            continue
        if section == "*vertices":
            found = re.match(r'\s*(\d{1,18})(?:\s+(?:"([^"]*)"|(\S+)))?', line)
            nodes = [found[1]] if found else [words[0]]
            if found:
                names[int(found[1])] = (found[2] or found[3] or "").strip()
        else:
            nodes = words if section.endswith("list") else words[:2]
            weights += len(words) > 2 and not section.endswith("list")
        for node in nodes:
            if not re.fullmatch(r"\d{1,18}", node) or not 1 <= int(node) <= (count or 0):
                reason = f"vertex {quoted(node)} does not exist: there are {count or 0:,}."
                raise ReadError(file.name, reason, number)
        if section != "*vertices":
            if len(nodes) < 2:
                raise ReadError(file.name, "an edge needs two vertices.", number)
            for target in nodes[1:]:
                network.connect(int(nodes[0]), int(target))
    if count is None:
        raise ReadError(file.name, "it has no line *Vertices with the number of vertices.")
    if too_long := next((name for name in names.values() if len(name) > limits.text), None):
        reason = f"the name {quoted(too_long)} is longer than {limits.text:,} characters."
        raise ReadError(file.name, reason)
    ignored = ([f"weights of {weights:,} edges"] if weights else []) + (["directions"] if directed else [])
    records = (
        [{"label": names.get(node) or str(node)} for node in range(1, count + 1)]
        if any(names.values())
        else []
    )
    return network.table(records, ignored=ignored, labels_are_names=True)


READERS: dict[str, Callable[[InputFile, Limits], ColumnTable]] = {
    "json": _read_json,
    "pajek": _read_pajek,
    "sif": _read_sif,
    **{kind: partial(_read_markup, kind=kind) for kind in ("graphml", "gexf", "gml")},
}
"""The reader of each kind."""
