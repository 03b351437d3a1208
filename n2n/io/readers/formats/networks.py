"""Files that are whole graphs with attributes of nodes: GraphML, GEXF, GML and their kin, by their kinds.

Such a file becomes a `Network`: its edges, and a table of its nodes whose columns are the attributes. From
there on it is read, previewed and corrected like a table of nodes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from n2n.io.readers.attributes import word
from n2n.io.readers.columns import Columns, node_columns
from n2n.io.readers.errors import unlisted
from n2n.io.readers.formats.dot import read_dot
from n2n.io.readers.formats.found import Found, Ids
from n2n.io.readers.formats.gdf import read_gdf
from n2n.io.readers.formats.json_graphs import read_json
from n2n.io.readers.formats.lists import read_adjacency_list, read_metis, read_sif
from n2n.io.readers.formats.markup import read_markup
from n2n.io.readers.formats.matrices import read_text_matrix
from n2n.io.readers.formats.matrix_market import read_matrix_market
from n2n.io.readers.formats.pajek import read_pajek
from n2n.io.readers.limits import Limits
from n2n.io.readers.parts import EdgePart
from n2n.io.readers.sources import Given

if TYPE_CHECKING:
    import pyarrow as pa

READERS: dict[str, Callable[[Given, Limits], Found]] = {
    "sif": read_sif,
    "adjlist": read_adjacency_list,
    "metis": read_metis,
    "mtx": read_matrix_market,
    "matrix": read_text_matrix,
    "pajek": read_pajek,
    "gdf": read_gdf,
    "dot": read_dot,
    "json": read_json,
    **{kind: partial(read_markup, kind=kind) for kind in ("graphml", "gexf", "gml")},
}
"""The reader of each kind."""
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


def network_of(found: Found, file: str) -> Network:
    """What a reader found in a file, as a table of nodes and a list of edges."""
    return Network(
        (ID, *found.attributes),
        (_texts(found.ids), *map(_texts, found.attributes.values())),
        EdgePart(file, _texts(found.source), _texts(found.target)),
        found.labels_are_names,
        doubts=unlisted(file, found.unlisted),
    )


def _texts(values: Ids) -> "pa.ChunkedArray":
    """A column of text from text or whole numbers."""
    import pyarrow as pa  # here for the start-up time

    array = pa.array(values) if len(values) else pa.array([], pa.string())
    return pa.chunked_array([array.cast(pa.string())])


def _other_than_id(name: str) -> str:
    """An attribute that is called `id` as well is not the id."""
    found = word(name)
    return f"attribute_{found}" if found == ID else found


def read_network(file: Given, kind: str, limits: Limits) -> Network:
    """The edges and the nodes with their attributes in a file of one of the kinds in `READERS`."""
    return network_of(READERS[kind](file, limits), file.name)
