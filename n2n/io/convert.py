"""A graph folder from tables that are larger than memory, read as `n2n.read_graph` reads them.

The edges are read twice, block by block: once for the ids of the nodes, which must fit into memory, and once
to number and sort them. Features are written block by block. A process that is killed leaves nothing that
looks finished, and the next start removes what it left.
"""

import os
from pathlib import Path
from typing import Any

import numpy as np

from n2n.files.folder import NewFolder, new_folder
from n2n.graph import Graph, open_graph
from n2n.graph.edge_sort import EdgeSorter
from n2n.graph.info import Progress, silent
from n2n.graph.names import Names
from n2n.graph.storage import KIND
from n2n.io.files import kind_of
from n2n.io.ids import MOST_LOST, chained, check_apart, edge_blocks, number_alone
from n2n.io.limits import InputFile, Limits, ReadError, quoted
from n2n.io.nodes import NodeTable, classes_of, feature_blocks, read_texts, show_names
from n2n.io.read import Preview, preview_file, read_graph, title_of
from n2n.io.tables import compute, open_path

_HEAD = 1 << 18
_BLOCK = 4_000_000
_WIDE = 100
_NO_LIMITS = Limits(
    **dict.fromkeys(("bytes", "unpacked", "nodes", "edges", "features", "values"), 1 << 62), classes=10_000
)


def convert(
    edges: str | os.PathLike,
    path: str | os.PathLike,
    *,
    nodes: str | os.PathLike | None = None,
    label: str | None = None,
    name: str | None = None,
    replace: bool = False,
    progress: Progress | None = None,
) -> Graph:
    """Write the graph in files to a folder and open it.

    An edge list as CSV (also compressed) or Parquet, with or without a table of nodes (id, label, features),
    may be larger than memory; the ids of the nodes are not. Nodes, names and classes are those that
    `n2n.read_graph` gives. Anything else that `n2n.read_graph` reads is read in memory.

    Args:
        edges: the file with the edges.
        path: the folder to write.
        nodes: the file with the table of nodes.
        label: the column of `nodes` with the classes, by its name, if it is not the one that is proposed.
        replace: whether a graph folder that is already there may be replaced.

    Raises:
        ReadError: a ValueError of one sentence with file, reason and, where known, line.
    """
    files = [Path(file) for file in (edges, nodes) if file is not None]
    opened = [_open(file, kind) for file, kind in zip(files, ("edges", "nodes"), strict=False)]
    previews = [one for one in opened if one is not None]
    if len(previews) < len(files):
        if label is not None:
            raise ValueError("label is for a table of nodes in CSV or Parquet: leave it out here.")
        read_graph(files, name=name).save(path, replace=replace)
        return open_graph(path)
    edge_list, table = previews[0], previews[1] if nodes is not None else None
    if table and label is not None:
        if label not in table.names() or table.names().index(label) == table.columns.id:
            raise ReadError(table.name, f"there is no column {quoted(label)} for the labels.")
        table = table.labelled(label)
    with new_folder(path, KIND, replace) as folder:
        facts = _write(folder, edge_list, table, progress or silent)
        provenance = ", ".join(file.name for file in files)
        folder.facts = {"name": name or title_of(files[0].name), "provenance": provenance, **facts}
    return open_graph(path)


def _open(path: Path, wanted: str) -> Preview | None:
    """The preview of a table, of which the first lines are read; None for any other file."""
    if not path.is_file():
        raise ReadError(path.name, "there is no such file.")
    try:
        with open_path(path) as stream:
            head = stream.read(_HEAD)
    except (OSError, EOFError):
        raise ReadError(path.name, "it cannot be decompressed: it is damaged or cut short.") from None
    file = InputFile(path.name, head)
    kind = kind_of(file)
    if kind not in ("table", "parquet"):
        return None
    if kind == "parquet" or len(head) == _HEAD:
        file = InputFile(path.name, head[: head.rfind(b"\n") + 1] or head, path=path)
    one = preview_file(file, kind, [], _NO_LIMITS)
    if one.kind == "matrix":
        return None
    if one.columns.kind != wanted or one.question:  # where it stands says what it is
        one = one.as_if(wanted)
    if one.question:
        raise ReadError(path.name, one.question)
    if one.columns.kind != wanted:
        needed = "an edge list" if wanted == "edges" else "a table of nodes with a column of ids"
        raise ReadError(path.name, f"it does not look like {needed}: check the names of its columns.")
    if wanted == "edges" and len(one.names()) > _WIDE:
        raise ReadError(path.name, f"it has {len(one.names()):,} columns, like a matrix and not like edges.")
    one.columns.check(one.names(), path.name, _NO_LIMITS)
    return one


def _write(folder: NewFolder, edges: Preview, table: Preview | None, progress: Progress) -> dict[str, Any]:
    """Write all arrays; what the folder says about itself."""
    progress("Reading nodes", None)
    known = (
        read_texts(table, _NO_LIMITS) if table else NodeTable(edges.name, chained(), is_text=edges.is_text)
    )
    width = len(table.columns.features) if table else 0
    ids, total = _read_ids(edges, progress)
    if table:
        # Nodes that the table lacks become nodes if they need no features.
        has_features = width or known.x is not None
        ids = compute().unique(known.ids if has_features else chained(known.ids, ids))
        names, shown_ids = show_names(known, ids, [], _NO_LIMITS)
    else:
        number, names = number_alone(chained(ids), edges.is_text)
        order = np.empty(len(ids), np.int64)
        order[number] = np.arange(len(ids))
        ids, shown_ids = ids.take(order), None
    if not len(ids):
        raise ReadError(known.file, "there is a header but no row below it.")
    num_edges, dropped = _write_edges(folder, edges, known, ids, total, progress)
    y, class_names = classes_of(known, len(ids), _NO_LIMITS)
    folder.write("y", np.full(len(ids), -1, np.int64) if y is None else y)
    if known.x is None:
        with folder.stream("x", np.float32, (width,)) as x:
            for block in feature_blocks(table, _NO_LIMITS) if table and width else [np.zeros((len(ids), 0))]:
                x.append(block)
                progress("Writing features", x.rows / max(len(ids), 1))
    else:
        for part in ("indptr", "indices", "data"):
            folder.write(f"x_{part}", getattr(known.x, part))
    for prefix, texts in (("name", names), ("id", shown_ids)):
        if texts is not None:
            stored = Names.from_texts(texts)
            folder.write(f"{prefix}_offsets", stored.offsets)
            folder.write(f"{prefix}_text", stored.text)
    if class_names is None:
        class_names = () if y is None else tuple(f"Class {label}" for label in range(int(y.max()) + 1))
    progress("Computing checksums", None)
    return {
        "num_nodes": len(ids),
        "num_edges": num_edges,
        "num_features": width if known.x is None else known.x.shape[1],
        "class_names": class_names,
        "dropped": dropped,
    }


def _read_ids(edges: Preview, progress: Progress) -> tuple[Any, int]:
    """The ids in the edge list, and the number of edges."""
    pc, found, total = compute(), [chained(), chained()], 0
    for ends in edge_blocks(edges, _NO_LIMITS, _BLOCK):
        total += len(ends[0])
        progress(f"Reading edges: {total:,}", None)
        found = [chained(pc.unique(chained(*pair))) for pair in zip(found, ends, strict=True)]
    check_apart(edges, *found)
    return pc.unique(chained(*found)), total


def _write_edges(
    folder: NewFolder, edges: Preview, known: NodeTable, ids: Any, total: int, progress: Progress
) -> tuple[int, dict[str, int]]:
    """Number and sort the edges; their number, and what was dropped."""
    pc, sorter, done, lost, missing = compute(), EdgeSorter(folder, len(ids), total), 0, 0, ""
    for ends in edge_blocks(edges, _NO_LIMITS, _BLOCK):
        # One search for both ends: it begins with a table of all ids.
        number = pc.fill_null(pc.index_in(chained(*ends), value_set=ids), -1).to_numpy().reshape(2, -1)
        if (number < 0).any():
            missing = missing or chained(*ends)[int(number.reshape(-1).argmin())].as_py()
            lost += int((number < 0).any(axis=0).sum())
            number = number[:, (number >= 0).all(axis=0)]
        sorter.add(number[0], number[1])
        done += len(ends[0])
        progress("Numbering edges", done / max(total, 1))
    if lost > MOST_LOST * total:
        raise ReadError(edges.name, f"node {quoted(missing)} is not in {known.file}.")
    return sorter.finish(lambda share: progress("Sorting edges", share))
