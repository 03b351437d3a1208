"""The formats that hold edges and nodes in one file, by their kinds."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from n2n.io.readers.errors import unlisted
from n2n.io.readers.formats.dot import read_dot
from n2n.io.readers.formats.found import Found, Ids
from n2n.io.readers.formats.gdf import read_gdf
from n2n.io.readers.formats.json_graphs import read_json
from n2n.io.readers.formats.lists import read_adjacency_list, read_metis, read_sif
from n2n.io.readers.formats.matrices import read_text_matrix
from n2n.io.readers.formats.matrix_market import read_matrix_market
from n2n.io.readers.formats.pajek import read_pajek
from n2n.io.readers.limits import Limits
from n2n.io.readers.networks import ID, Network
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
}
"""The reader of each kind."""


def read_network(file: Given, kind: str, limits: Limits) -> Network:
    """The edges and the nodes with their attributes in a file of one of the kinds in `READERS`."""
    found = READERS[kind](file, limits)
    return Network(
        (ID, *found.attributes),
        (_texts(found.ids), *map(_texts, found.attributes.values())),
        EdgePart(file.name, _texts(found.source), _texts(found.target)),
        found.labels_are_names,
        doubts=unlisted(file.name, found.unlisted),
    )


def _texts(values: Ids) -> "pa.ChunkedArray":
    """A column of text from text or whole numbers."""
    import pyarrow as pa  # here for the start-up time

    array = pa.array(values) if len(values) else pa.array([], pa.string())
    return pa.chunked_array([array.cast(pa.string())])
