"""Tables of nodes in the layouts of geom-gcn, karateclub, LINQS, Pajek's partitions and OGB."""

import re

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import compact
from n2n.graph.splits import Split
from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.formats import json_graphs
from n2n.io.readers.formats.found import lines_of, plain
from n2n.io.readers.formats.linqs import read_linqs_edges, read_linqs_nodes
from n2n.io.readers.formats.pajek import read_partition
from n2n.io.readers.frames import Frame, frame_of
from n2n.io.readers.limits import Limits
from n2n.io.readers.parts import dense_features
from n2n.io.readers.sources import Given
from n2n.io.readers.tables import open_text, read

OGB = {"edge.csv", "num-node-list.csv"}
"""Files that every graph of the Open Graph Benchmark has."""
_OGB_SPLIT = ("train.csv", "valid.csv", "test.csv")


def read_layout(file: Given, kind: str, limits: Limits) -> Frame:
    """The table in a file of one of these kinds."""
    return _READERS[kind](file, limits)


def _geom_gcn(file: Given, limits: Limits) -> Frame:
    """`node_id feature label`: features are 0 and 1, or the places of those that are 1 (as for film)."""
    ids, labels, rows = [], [], []
    total = 0
    for number, line in _below_header(file, limits):
        cells = line.split("\t")
        if len(cells) != 3:
            raise ReadError(file.name, f"{len(cells)} columns instead of 3 (separator: tab).", number)
        try:
            listed = [cell for cell in cells[1].split(",") if cell.strip()]
            rows.append(np.array(listed, np.float32))
        except ValueError:
            raise ReadError(file.name, f"{quoted(cells[1])} is not a list of numbers.", number) from None
        total += len(rows[-1])
        limits.check("values", total, file.name)
        ids.append(cells[0].strip())
        labels.append(cells[2].strip())
        limits.check("nodes", len(ids), file.name)
    x = _features(rows, file, limits)
    return frame_of(file, {"node_id": ids, "label": labels}, x=x)


def _features(rows: list[np.ndarray], file: Given, limits: Limits):
    lengths = np.array([len(row) for row in rows], np.int64)
    values = np.concatenate(rows) if rows else np.zeros(0, np.float32)
    if not np.isfinite(values).all():
        raise ReadError(file.name, "a feature is not a finite number.")
    if len(rows) and (lengths == lengths[0]).all() and (lengths[0] > 1 or np.isin(values, (0, 1)).all()):
        limits.check("features", int(lengths[0]), file.name)
        return compact(values.reshape(len(rows), -1))
    places = values.astype(np.int64)
    if (places != values).any() or places.min(initial=0) < 0:
        raise ReadError(file.name, "its features are neither rows of equal length nor places of ones.")
    width = int(places.max(initial=-1)) + 1
    limits.check("features", width, file.name)
    row = np.repeat(np.arange(len(rows)), lengths)
    x = sp.csr_array((np.ones(len(places), np.float32), (row, places)), shape=(len(rows), width))
    x.data[:] = 1  # a place that is listed twice is still one
    return x


def _geom_gcn_edges(file: Given, limits: Limits) -> Frame:
    """`node_id node_id`: the header has the same name twice."""
    text = open_text(file)
    table = read(text, True, "\t", {0: "text", 1: "text"}, limits, "edges")
    return Frame(file._replace(data=b""), table.rename_columns(["source", "target"]), "edges")


def _entries(file: Given, limits: Limits) -> Frame:
    """`node_id,feature_id,value`: an entry per row; nodes without an entry have no row."""
    text = open_text(file)
    width = len(text.rows(",")[0])
    kinds = {0: "text", 1: "number"} | ({2: "number"} if width > 2 else {})
    limits.check("values", file.data.count(b"\n"), file.name)
    table = read(text, True, ",", kinds, limits, "values")
    coded = table.column("0").combine_chunks().dictionary_encode()
    row = coded.indices.to_numpy(zero_copy_only=False)
    place = table.column("1").to_numpy()
    value = table.column("2").to_numpy() if width > 2 else np.ones(len(row), np.float32)
    return _sparse_frame(file, coded.dictionary.to_pylist(), row, place, value, limits)


def _sparse_frame(file: Given, ids: list[str], row, place, value, limits: Limits) -> Frame:
    limits.check("nodes", len(ids), file.name)
    if not np.isfinite(value).all() or not np.isfinite(place).all() or (place < 0).any():
        raise ReadError(file.name, "a feature is not a number of 0 or more, or its value is not finite.")
    width = int(place.max(initial=-1)) + 1
    limits.check("features", width, file.name)
    x = sp.coo_array((value.astype(np.float32), (row, place.astype(np.int64))), shape=(len(ids), width))
    return frame_of(file, {"node_id": ids}, x=x.tocsr(), partial=True)


def read_json_features(file: Given, limits: Limits) -> Frame:
    """A dictionary from each node to the list of features that it has."""
    content = json_graphs.parse(file, limits)
    if not isinstance(content, dict) or not all(isinstance(places, list) for places in content.values()):
        raise ReadError(file.name, "it does not give a list of features for each node.")
    lengths = [len(places) for places in content.values()]
    limits.check("values", sum(lengths), file.name)
    listed = [place for places in content.values() for place in places]
    if not all(isinstance(place, int) and abs(place) < 2**53 for place in listed):
        raise ReadError(file.name, "a feature in it is not a whole number.")
    places = np.array(listed, np.int64)
    row = np.repeat(np.arange(len(content)), lengths)
    ids = [plain(node) for node in content]
    return _sparse_frame(file, ids, row, places, np.ones(len(places), np.float32), limits)


def _targets(file: Given, limits: Limits) -> Frame:
    labels = [line.strip() for _, line in _below_header(file, limits)]
    limits.check("nodes", len(labels), file.name)
    return frame_of(file, {"id": np.arange(len(labels)), "label": labels})


def _partition(file: Given, limits: Limits) -> Frame:
    labels = read_partition(file, limits)
    return frame_of(file, {"id": np.arange(1, len(labels) + 1), "label": labels})


def _below_header(file: Given, limits: Limits):
    limits.check_slow(len(file.data), file.name)
    lines = ((number, line) for number, line in lines_of(file, ("#",)) if line.strip())
    next(lines, None)
    return lines


def read_ogb(files: dict[str, Given], limits: Limits) -> tuple[Frame, set[str]]:
    """The nodes of an OGB graph, numbered from 0, with labels and features; and the files that this used."""
    count_file = files["num-node-list.csv"]
    counts = count_file.data.split()
    if len(counts) != 1 or not re.fullmatch(rb"\d{1,12}", counts[0]):
        raise ReadError(count_file.name, "it does not give the number of nodes of a single graph.")
    count = int(counts[0])
    limits.check("nodes", count, count_file.name)
    columns: dict[str, np.ndarray | list[str]] = {"id": np.arange(count)}
    x, used = None, {count_file.name}
    if file := files.get("node-label.csv"):
        columns["label"] = _ogb_labels(file, count)
        used.add(file.name)
    if file := files.get("node-feat.csv"):
        x = _ogb_features(file, count, limits)
        used.add(file.name)
    splits = ()
    if set(_OGB_SPLIT) <= set(files):
        splits = (Split(*(_ogb_part(files[name], count) for name in _OGB_SPLIT)),)
        used.update(_OGB_SPLIT)
    return frame_of(Given("OGB nodes", b""), columns, x=x, splits=splits), used


def _ogb_part(file: Given, count: int) -> np.ndarray:
    """The nodes of one part of a split, one per line."""
    try:
        nodes = np.array(file.data.split(), np.int64)
    except (ValueError, OverflowError):
        raise ReadError(file.name, "it is not a list of the nodes in one part of the split.") from None
    if nodes.min(initial=0) < 0 or nodes.max(initial=-1) >= count:
        raise ReadError(file.name, f"a node in it does not exist: there are {count:,}.")
    return nodes


def _ogb_labels(file: Given, count: int) -> list[str]:
    labels = [line.strip() for line in file.data.decode("utf-8", "replace").splitlines()]
    if any("," in label for label in labels):
        raise ReadError(file.name, "it has several labels per node: only one is used here.")
    if len(labels) != count:
        raise ReadError(file.name, f"it has {len(labels):,} rows for {count:,} nodes.")
    return ["" if label == "nan" else label.removesuffix(".0") for label in labels]


def _ogb_features(file: Given, count: int, limits: Limits):
    text = open_text(file)
    width = len(text.rows(",")[0])
    limits.check("features", width, file.name)
    limits.check("values", count * width, file.name)
    table = read(text, False, ",", dict.fromkeys(range(width), "number"), limits, "nodes")
    if len(table) != count:
        raise ReadError(file.name, f"it has {len(table):,} rows for {count:,} nodes.")
    names = [f"column {place + 1}" for place in range(width)]
    return dense_features(table.columns, names, file.name, lambda row: text.line_of(row, False), limits)


_READERS = {
    "geom-gcn": _geom_gcn,
    "geom-gcn edges": _geom_gcn_edges,
    "entries": _entries,
    "targets": _targets,
    "partition": _partition,
    "linqs nodes": read_linqs_nodes,
    "linqs edges": read_linqs_edges,
}
KINDS = tuple(_READERS)
"""The kinds that `read_layout` reads."""
