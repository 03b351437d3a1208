"""GraphML, GEXF and GML through networkx, after a check that needs little memory.

An XML file first goes through a parser that keeps only the ids of nodes: it stops at a document type or an
entity, so that none is ever expanded, and counts elements against the limits before networkx builds anything.
"""

import io
import re
from typing import Any
from xml.parsers import expat

from n2n.io.readers.errors import NOT_UTF8, ReadError, shown
from n2n.io.readers.formats.found import Found, attribute_columns, plain
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given

_CHUNK = 1 << 16
_HEAD = 4096
# Versions 1.1 and 1.2 are published with "www." and "draft", version 1.3 without; files mix the two.
_GEXF_ADDRESS = re.compile(rb"(?<=[\"'])http://(?:www\.)?gexf\.net/(1\.[123])(?:draft)?/?(?=[\"'])")
_GEXF_ADDRESSES = {
    b"1.1": b"http://www.gexf.net/1.1draft",
    b"1.2": b"http://www.gexf.net/1.2draft",
    b"1.3": b"http://gexf.net/1.3",
}
_GML_GRAPH = re.compile(r"^\s*graph\s*\[", re.MULTILINE)
_COUNTED = {"node": "nodes", "edge": "edges"}
_GML_ITEM = {"nodes": re.compile(rb"\bnode\s*\["), "edges": re.compile(rb"\bedge\s*\[")}


def read_markup(file: Given, limits: Limits, kind: str) -> Found:
    """The edges and the nodes with their attributes in a file of the kind "graphml", "gexf" or "gml"."""
    graph, listed = networkx_graph(file, limits, kind)
    # In GML and GEXF a label is what is drawn beside a node; in GraphML it is an attribute like others.
    return found_in(graph, file, limits, labels_are_names=kind in ("gml", "gexf"), listed=listed)


def found_in(
    graph: Any, file: Given, limits: Limits, *, labels_are_names: bool = False, listed: set[str] | None = None
) -> Found:
    """What a `networkx` graph holds; attributes that are lists or dictionaries are left out.

    Args:
        listed: the nodes that the file lists; others, which only edges name, are kept and reported.

    >>> import networkx as nx
    >>> list(found_in(nx.karate_club_graph(), Given("club.graphml", b""), Limits()).attributes)
    ['club']
    """
    order = list(graph)
    limits.check("nodes", len(order), file.name)
    default = graph.graph.get("node_default")
    default = default if isinstance(default, dict) else {}
    attributes = attribute_columns([default | graph.nodes[node] for node in order], file, limits)
    ids = _distinct([plain(node) or str(place) for place, node in enumerate(order)])
    number = dict(zip(order, ids, strict=True))
    source, target = ([number[pair[end]] for pair in graph.edges()] for end in (0, 1))
    added = [str(node) for node in order if str(node) not in listed] if listed else []
    return Found(ids, source, target, dict(sorted(attributes.items())), labels_are_names, added)


def _distinct(ids: list[str]) -> list[str]:
    """Ids of which some became the same when invisible characters were taken out, told apart by numbers."""
    if len(set(ids)) == len(ids):
        return ids
    taken, out = set(ids), []
    seen: set[str] = set()
    for place, original in enumerate(ids):
        id = original
        while id in seen or (id in taken and id != original):
            id = f"{id} ({place})"
        seen.add(id)
        out.append(id)
    return out


def networkx_graph(file: Given, limits: Limits, kind: str):
    """The `networkx` graph in a file, and the ids of the nodes that an XML file lists."""
    limits.check_slow(len(file.data), file.name)
    listed = None  # in GML networkx refuses edges to nodes that are not listed
    if kind == "gml":
        _check_gml(file, limits)
    else:
        listed = _check_xml(file, kind, limits)
    import networkx as nx  # here for the start-up time

    try:
        if kind == "graphml":
            return nx.read_graphml(io.BytesIO(file.data)), listed
        if kind == "gexf":
            return nx.read_gexf(io.BytesIO(_usual_namespace(file.data))), listed
        return nx.parse_gml(_with_repeats(file.data.decode("utf-8")).splitlines(), label="id"), listed
    # networkx raises whatever its own code stumbles over, from KeyError to RecursionError.
    except Exception as error:
        raise ReadError(file.name, _reason(error, kind)) from None


def _usual_namespace(data: bytes) -> bytes:
    """A GEXF file with the address of its version in the one spelling that networkx knows."""
    head, body = data[:_HEAD], data[_HEAD:]
    head = _GEXF_ADDRESS.sub(lambda found: _GEXF_ADDRESSES[found.group(1)], head)
    return head + body


def _with_repeats(text: str) -> str:
    """A GML text that says that edges may be repeated, so that they are counted and not refused."""
    return _GML_GRAPH.sub(lambda found: found.group() + " multigraph 1 ", text, count=1)


def _reason(error: Exception, kind: str) -> str:
    words = shown(str(error).partition("\n")[0], 120).strip().rstrip(".")
    detail = f" ({words})" if words else ""
    return f"it is not a readable {kind.upper() if kind != 'graphml' else 'GraphML'} file{detail}."


class _Counter:
    """Handlers of a parser that counts, and keeps nothing but the ids of nodes."""

    def __init__(self, file: Given, kind: str, limits: Limits):
        self.file, self.kind, self.limits = file, kind, limits
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = False
        self.parser.StartDoctypeDeclHandler = self._forbidden
        self.parser.EntityDeclHandler = self._forbidden
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.depth = self.elements = 0
        self.counts = dict.fromkeys(_COUNTED.values(), 0)
        self.listed: set[str] = set()

    def error(self, reason: str) -> ReadError:
        return ReadError(self.file.name, reason, self.parser.CurrentLineNumber)

    def _forbidden(self, *declared) -> None:
        raise self.error("it declares a document type or an entity, which is not allowed: remove it.")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.elements += 1
        tag = tag.rpartition(":")[2]
        if self.elements == 1 and tag != self.kind:
            raise self.error(f"it begins with <{shown(tag)}> and not with <{self.kind}>.")
        if self.depth > self.limits.depth:
            raise self.error(f"elements are nested more than {self.limits.depth} deep.")
        if tag in _COUNTED:
            what = _COUNTED[tag]
            self.counts[what] += 1
            self.limits.check(what, self.counts[what], self.file.name, self.parser.CurrentLineNumber)
            name = attributes.get("id") or ""
            if len(name) > self.limits.text:
                raise self.error(f"an id is longer than {self.limits.text:,} characters.")
            if tag == "node":
                self.listed.add(name)
        if self.elements > self.limits.values:
            raise self.error(f"there are more than {self.limits.values:,} elements.")

    def _end(self, tag: str) -> None:
        self.depth -= 1


def _check_xml(file: Given, kind: str, limits: Limits) -> set[str]:
    """The ids of the nodes that a file lists, after a check of all of it."""
    counter = _Counter(file, kind, limits)
    try:
        for at in range(0, len(file.data), _CHUNK):
            counter.parser.Parse(file.data[at : at + _CHUNK], False)
        counter.parser.Parse(b"", True)
    except expat.ExpatError as error:
        words = expat.ErrorString(error.code)
        raise ReadError(file.name, f"it is not well-formed XML ({words}).", error.lineno) from None
    except (ValueError, LookupError) as error:
        if isinstance(error, ReadError):
            raise
        raise ReadError(file.name, "its encoding is unknown: save it as UTF-8.") from None
    return counter.listed


def _check_gml(file: Given, limits: Limits) -> None:
    for what, pattern in _GML_ITEM.items():
        limits.check(what, sum(1 for _ in pattern.finditer(file.data)), file.name)
    depth = deepest = 0
    for sign in re.finditer(rb'"[^"]*"|[\[\]]', file.data):
        depth += {b"[": 1, b"]": -1}.get(sign.group(), 0)
        deepest = max(deepest, depth)
        if deepest > limits.depth:
            line = file.data.count(b"\n", 0, sign.start()) + 1
            raise ReadError(file.name, f"lists are nested more than {limits.depth} deep.", line)
    try:
        file.data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        line = file.data.count(b"\n", 0, wrong.start) + 1
        raise ReadError(file.name, NOT_UTF8, line) from None
