"""GraphML, GEXF and GML through networkx, after a check that needs little memory.

An XML file first goes through a parser that keeps nothing: it stops at a document type or an entity, so that
none is ever expanded, and counts elements against the limits before networkx builds anything.
"""

import io
import re
from xml.parsers import expat

from n2n.io.readers.errors import NOT_UTF8, ReadError, shown
from n2n.io.readers.limits import Limits, megabytes
from n2n.io.readers.sources import Given

_CHUNK = 1 << 16
_COUNTED = {"node": "nodes", "edge": "edges"}
_GML_ITEM = {"nodes": re.compile(rb"\bnode\s*\["), "edges": re.compile(rb"\bedge\s*\[")}


def read_markup(file: Given, kind: str, limits: Limits):
    """The `networkx` graph in a file of the kind "graphml", "gexf" or "gml"."""
    if len(file.data) > limits.slow_bytes:
        reason = f"it is larger than the {megabytes(limits.slow_bytes)} allowed for this kind of file"
        raise ReadError(file.name, f"{reason}: save the graph as CSV or npz.")
    if kind == "gml":
        _check_gml(file, limits)
    else:
        _check_xml(file, kind, limits)
    import networkx as nx  # here for the start-up time

    try:
        if kind == "graphml":
            return nx.read_graphml(io.BytesIO(file.data))
        if kind == "gexf":
            return nx.read_gexf(io.BytesIO(file.data))
        return nx.parse_gml(file.data.decode("utf-8").splitlines(), label="id")
    # networkx raises whatever its own code stumbles over, from KeyError to RecursionError.
    except Exception as error:
        raise ReadError(file.name, _reason(error, kind)) from None


def _reason(error: Exception, kind: str) -> str:
    words = shown(str(error).partition("\n")[0], 120).strip().rstrip(".")
    detail = f" ({words})" if words else ""
    return f"it is not a readable {kind.upper() if kind != 'graphml' else 'GraphML'} file{detail}."


class _Counter:
    """Handlers of a parser that only counts."""

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
        if self.elements > self.limits.values:
            raise self.error(f"there are more than {self.limits.values:,} elements.")

    def _end(self, tag: str) -> None:
        self.depth -= 1


def _check_xml(file: Given, kind: str, limits: Limits) -> None:
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
