"""Files that are whole graphs with attributes of nodes: GraphML, GEXF, GML and their kin.

Such a file becomes a `Network`: its edges, and a table of its nodes whose columns are the attributes. From
there on it is read, previewed and corrected like a table of nodes. A reader of a further format makes a
`Network` of what it found, or a `networkx` graph for `network_of`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from n2n.io.readers.attributes import word
from n2n.io.readers.columns import Columns, node_columns
from n2n.io.readers.errors import ReadError, unlisted
from n2n.io.readers.limits import Limits
from n2n.io.readers.parts import EdgePart

if TYPE_CHECKING:
    import pyarrow as pa

ID = "id"
"""The name of the first column."""


@dataclass(frozen=True, eq=False)
class Network:
    """The edges of a file, and its nodes as a table of text."""

    names: tuple[str, ...]
    """Names of the columns: first the id, then the attributes."""
    values: tuple["pa.ChunkedArray", ...]
    """The columns, one row per node."""
    edges: EdgePart
    labels_are_names: bool = False
    """Whether the attribute `label` is what programs show of a node."""
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    """What is odd about the file, in sentences."""

    @property
    def num_nodes(self) -> int:
        """Number of nodes."""
        return len(self.values[0])

    def rows(self, count: int) -> list[list[str]]:
        """The first rows."""
        columns = [column.slice(0, count).to_pylist() for column in self.values]
        return [list(row) for row in zip(*columns, strict=True)]

    def guess(self) -> Columns | None:
        """What the attributes seem to mean; None where there are no nodes."""
        if not self.num_nodes:
            return None
        columns = [column.to_pylist() for column in self.values]
        words = [ID, *(_other_than_id(name) for name in self.names[1:])]
        return node_columns(words, columns, labels_are_names=self.labels_are_names)


def network_of(
    graph: Any, file: str, limits: Limits, *, labels_are_names: bool = False, listed: set[str] | None = None
) -> Network:
    """The network in a `networkx` graph; attributes that are lists or dictionaries are left out.

    Args:
        listed: the nodes that the file lists; others, which only edges name, are kept and reported.

    >>> import networkx as nx
    >>> club = nx.karate_club_graph()
    >>> network_of(club, "club.graphml", Limits()).names
    ('id', 'club')
    """
    order = list(graph)
    limits.check("nodes", len(order), file)
    found = {key for _, values in graph.nodes(data=True) for key, value in values.items() if _fits(value)}
    default = graph.graph.get("node_default")
    default = default if isinstance(default, dict) else {}
    keys = sorted(found | {key for key, value in default.items() if _fits(value)}, key=str)
    limits.check("features", len(keys), file)
    if len(keys) * len(order) > limits.values:
        raise ReadError(file, f"it has more than the {limits.values:,} values allowed.")
    ids = _distinct([plain_text(node) or str(place) for place, node in enumerate(order)])
    columns = [[plain_text(graph.nodes[node].get(key, default.get(key))) for node in order] for key in keys]
    number = dict(zip(order, ids, strict=True))
    source, target = ([number[pair[end]] for pair in graph.edges()] for end in (0, 1))
    return Network(
        (ID, *map(str, keys)),
        tuple(map(texts, (ids, *columns))),
        EdgePart(file, texts(source), texts(target)),
        labels_are_names,
        doubts=unlisted(file, [str(node) for node in order if str(node) not in listed] if listed else []),
    )


def texts(values: Sequence[str]) -> "pa.ChunkedArray":
    """A column of text."""
    import pyarrow as pa  # here for the start-up time

    return pa.chunked_array([pa.array(values, pa.string())])


def plain_text(value: object) -> str:
    """A value as one line without invisible characters; nothing for None, lists and dictionaries.

    >>> plain_text(" a\\nb "), plain_text(1.0), plain_text([("red", 0, 1)])
    ('a b', '1.0', '')
    """
    if not _fits(value):
        return ""
    text = "" if value != value else str(value)  # NaN stands for no value
    if not text.isprintable():
        text = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(text.split())


def _fits(value: object) -> bool:
    return value is not None and not isinstance(value, dict | list | tuple | set)


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


def _other_than_id(name: str) -> str:
    """An attribute that is called `id` as well is not the id."""
    found = word(name)
    return f"attribute_{found}" if found == ID else found
