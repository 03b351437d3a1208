"""GDF, the format of GUESS: a table of nodes and a table of edges in one text."""

import re

from n2n.io.readers.errors import ReadError
from n2n.io.readers.formats.found import Edges, Found, attribute_columns, lines_of
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given

_HEAD = re.compile(r"\s*(node|edge)def\s*>(.*)", re.IGNORECASE | re.DOTALL)
# The type that may follow the name of a column.
_TYPE = re.compile(r"\s+(varchar|boolean|bool|integer|int|bigint|double|float|real|text)\b.*", re.IGNORECASE)


_VALUE = re.compile(r"""\s*(?:"((?:[^"]|"")*)"\s*|'([^']*)'\s*|([^,]*))(?:,|$)""")


def read_gdf(file: Given, limits: Limits) -> Found:
    """The nodes with their columns as attributes, and the edges."""
    limits.check_slow(len(file.data), file.name)
    edges = Edges(file, limits)
    section, names = "", []
    for number, line in lines_of(file, ("#",)):
        if head := _HEAD.match(line):
            section = head.group(1).lower()
            names = [_TYPE.sub("", name).strip() for name in head.group(2).split(",")]
        elif line.strip():
            _add(edges, section, names, _values(line), number)
    records = [record or {} for record in edges.nodes.values()]
    unlisted = [node for node, record in edges.nodes.items() if record is None]
    if len(unlisted) == len(records):  # there is no list of nodes at all
        unlisted = []
    return edges.found(attribute_columns(records, file, limits), labels_are_names=True, unlisted=unlisted)


def _add(edges: Edges, section: str, names: list[str], values: list[str], line: int) -> None:
    file = edges.file.name
    if not section:
        raise ReadError(file, "there is a row before nodedef> or edgedef>.", line)
    if len(values) > len(names):
        raise ReadError(file, f"{len(values)} values for {len(names)} columns.", line)
    if not values[0] or (section == "edge" and (len(values) < 2 or not values[1])):
        raise ReadError(file, "the name of a node is empty.", line)
    if section == "edge":
        edges.add(values[0], [values[1]])
        return
    if edges.nodes.get(values[0]) is not None:
        raise ReadError(file, "this node occurs twice.", line)
    edges.add_node(values[0])
    edges.nodes[values[0]] = dict(zip(names[1:], values[1:], strict=False))


def _values(line: str) -> list[str]:
    """The values of a row: in GDF both kinds of quotation marks protect a comma."""
    values, at = [], 0
    while at <= len(line):
        found = _VALUE.match(line, at)
        if found is None:  # never: the last form matches everything
            break
        double, single, plain = found.groups()
        values.append((double or "").replace('""', '"') if double is not None else single or plain or "")
        at = found.end() + (not found.group().endswith(","))
    return [value.strip() for value in values]
