"""A graph as one small `.npz` file without pickle: the format of the bundled graphs and of the cache.

A file holds every undirected edge once (i < j), the features column by column, and the labels. In a column
the row ids ascend, so their gaps are small numbers that compress well, and the values resemble each other:
PubMed takes 2.8 MB this way and 4.3 MB row by row. The same graph always gives the same bytes, so a checksum
tells whether a file is the original.
"""

import io
import os
import zipfile
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from n2n.files.atomic import whole_file
from n2n.graph import Dropped, Graph
from n2n.graph.names import Names
from n2n.graph.splits import PARTS, Split, parts_of, splits_of

_TEXTS = ("class_names", "node_names", "node_ids")
FORMAT = 1
"""Increased whenever files of the previous format can no longer be read."""


def save_graph(graph: Graph, path: str | os.PathLike, level: int = 9) -> None:
    """Write a graph to `path`, completely or not at all.

    Args:
        level: of compression, from 1 to 9; with 1, Photo takes a third of the time and a seventh more space.

    >>> g = Graph.from_edges([[0, 1], [1, 2]], x=np.eye(3), y=[0, 0, 1])
    >>> save_graph(g, "small.npz")  # doctest: +SKIP
    >>> load_graph("small.npz").num_edges  # doctest: +SKIP
    2
    """
    with whole_file(path) as part:
        _write(part, _pack(graph), level)


def graph_bytes(graph: Graph) -> bytes:
    """What `save_graph` writes.

    >>> graph_bytes(Graph.from_edges([[0], [1]], x=None, num_nodes=2))[:2]
    b'PK'
    """
    out = io.BytesIO()
    _write(out, _pack(graph))
    return out.getvalue()


def load_graph(path: str | os.PathLike) -> Graph:
    """Read a graph that `save_graph` wrote, with all the checks of `Graph.from_edges`.

    Raises:
        ValueError: the file is missing, damaged or not in this format.
    """
    path = Path(path)
    if not path.is_file():
        raise ValueError(f"{path} does not exist: expected a graph file (.npz) there.")
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            if int(arrays["format"]) != FORMAT:
                raise ValueError(f"it has format {int(arrays['format'])}, this program reads format {FORMAT}")
            return unpack(arrays)
    # numpy, zipfile and the checks raise errors of many classes on a file that is truncated or altered.
    except Exception as error:
        raise ValueError(f"{path} is damaged or not a graph file of this program: {error}.") from error


def _pack(graph: Graph) -> dict[str, np.ndarray]:
    arrays = {
        "format": np.array(FORMAT),
        "name": np.array(graph.name),
        "provenance": np.array(graph.provenance),
        "dropped": np.array([graph.dropped.self_loops, graph.dropped.repeats, graph.dropped.one_way]),
        "edges": _small(graph.edges()),
        "y": graph.y.astype(np.min_scalar_type(-max(graph.num_classes, 1))),
    }
    if sp.issparse(graph.x):
        columns = graph.x.tocsc()
        arrays["x_shape"] = np.array(graph.x.shape)
        arrays["x_lengths"] = _small(np.diff(columns.indptr))
        arrays["x_gaps"] = _small(_gaps(columns.indices, columns.indptr))
        arrays["x_values"] = columns.data
    else:
        arrays["x"] = graph.x
    if graph.public is not None:
        arrays |= {part: _small(getattr(graph.public, part)) for part in PARTS}
    if graph.further_splits:
        arrays["further_splits"] = parts_of(graph.further_splits, graph.num_nodes)
    for field in _TEXTS:
        if (texts := getattr(graph, field)) is not None:
            texts = texts if isinstance(texts, Names) else Names.from_texts(texts)
            arrays |= {f"{field}_offsets": texts.offsets, f"{field}_text": texts.text}
    return arrays


def _texts(arrays, field: str) -> list[str] | None:
    if field in arrays:  # as files had them once: every text with room for the longest
        return arrays[field].tolist()
    if f"{field}_text" not in arrays:
        return None
    return list(Names.checked(arrays[f"{field}_offsets"], arrays[f"{field}_text"]))


def unpack(arrays) -> Graph:
    """The graph in the arrays of such a file, by their names."""
    if "x" in arrays:
        x = arrays["x"]
    else:
        indptr = np.concatenate([[0], np.cumsum(arrays["x_lengths"], dtype=np.int32)])
        rows = _sums(arrays["x_gaps"], indptr)
        shape = tuple(int(size) for size in arrays["x_shape"])
        columns = sp.csc_array((arrays["x_values"], rows, indptr), shape=shape)
        columns.check_format(full_check=True)
        x = columns.tocsr()
    public = Split(*(arrays[part] for part in PARTS)) if "train" in arrays else None
    graph = Graph.from_edges(
        arrays["edges"],
        x=x,
        y=arrays["y"],
        class_names=_texts(arrays, "class_names"),
        name=str(arrays["name"]),
        provenance=str(arrays["provenance"]),
        public=public,
        node_names=_texts(arrays, "node_names"),
        node_ids=_texts(arrays, "node_ids"),
        further_splits=splits_of(arrays["further_splits"]) if "further_splits" in arrays else (),
    )
    # The edges in the file are clean: what was dropped before they were saved is what counts.
    return graph.replace(dropped=Dropped(*(int(count) for count in arrays["dropped"])))


def _gaps(indices: np.ndarray, indptr: np.ndarray) -> np.ndarray:
    """Differences of the ascending ids in each segment; the first id of a segment stays as it is."""
    gaps = np.diff(indices, prepend=0)
    first = indptr[:-1][np.diff(indptr) > 0]
    gaps[first] = indices[first]
    return gaps


def _sums(gaps: np.ndarray, indptr: np.ndarray) -> np.ndarray:
    """The inverse of `_gaps`: running sums that start again in each segment."""
    total = np.concatenate([[0], np.cumsum(gaps, dtype=np.int64)])
    return (total[1:] - np.repeat(total[indptr[:-1]], np.diff(indptr))).astype(np.int32)


def _small(numbers: np.ndarray) -> np.ndarray:
    """The same non-negative integers in the smallest type that holds them."""
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


def _write(path: Path | io.BytesIO, arrays: dict[str, np.ndarray], level: int = 9) -> None:
    # np.savez writes the current time into the file, but the same graph must give the same bytes.
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, np.asarray(array, order="C"), allow_pickle=False)
            entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            archive.writestr(entry, content.getvalue(), zipfile.ZIP_DEFLATED, compresslevel=level)
