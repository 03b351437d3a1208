"""A graph folder from tables that are larger than memory, read as `n2n.read_graph` reads them.

The edges are read twice, block by block: once for the ids of the nodes, which must fit into memory, and once
to number and sort them. Features are written block by block. A process that is killed leaves nothing that
looks finished, and the next start removes what it left.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from n2n.files.folder import NewFolder, new_folder
from n2n.graph import Graph, open_graph
from n2n.graph.edge_sort import EdgeSorter
from n2n.graph.info import Progress, silent
from n2n.graph.names import Names
from n2n.graph.storage import KIND
from n2n.io.column_tables import ParquetTable
from n2n.io.columns import names_of, propose
from n2n.io.limits import InputFile, Limits, ReadError, quoted
from n2n.io.node_features import dense_features
from n2n.io.parsed import (
    MOST_LOST,
    NodeTable,
    chained,
    check_unique,
    classes_of,
    clean_ids,
    number_alone,
    show_names,
)
from n2n.io.read import Preview, node_texts, read_graph, title_of
from n2n.io.tables import TextTable, compute, open_path
from n2n.io.unpack import COMPRESSED

_TABLES = (".csv", ".tsv", ".txt", ".parquet")
_HEAD = 1 << 18
_BLOCK = 4_000_000
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
    if not all(map(_is_large_table, files)):
        if label is not None:
            raise ValueError("label is for a table of nodes in CSV or Parquet: leave it out here.")
        read_graph(files, name=name).save(path, replace=replace)
        return open_graph(path)
    edge_list = _open(files[0], "edges")
    table = None if nodes is None else _open(files[1], "nodes", label)
    with new_folder(path, KIND, replace) as folder:
        facts = _Conversion(folder, edge_list, table, progress or silent).run()
        provenance = ", ".join(file.name for file in files)
        folder.finish({"name": name or title_of(files[0].name), "provenance": provenance, **facts})
    return open_graph(path)


def _is_large_table(path: Path) -> bool:
    """Whether a file is a table that is read block by block, by its name."""
    name = path.with_suffix("") if path.suffix.lower() in COMPRESSED else path
    return name.suffix.lower() in _TABLES


def _open(path: Path, kind: str, label: str | None = None) -> Preview:
    """A table in a file, of which the first lines are read."""
    if not path.is_file():
        raise ReadError(path.name, "there is no such file.")
    if path.suffix.lower() == ".parquet":
        file = InputFile(path.name, b"")
        table = ParquetTable(file, _NO_LIMITS, path)
    else:
        try:
            with open_path(path) as stream:
                head = stream.read(_HEAD)
        except (OSError, EOFError):
            raise ReadError(path.name, "it cannot be decompressed: it is damaged or cut short.") from None
        file = InputFile(path.name, head[: head.rfind(b"\n") + 1] or head if len(head) == _HEAD else head)
        table = TextTable(file, path)
    rows, delimiter = table.rows(table.delimiter()), table.delimiter()
    header = True if isinstance(table, ParquetTable) else None
    columns, question = propose(rows, f"{kind} {path.name}", delimiter, header, table.occurs)
    if question:
        raise ReadError(path.name, question)
    names = names_of(rows, columns.header)
    if columns.kind != kind:
        wanted = "an edge list" if kind == "edges" else "a table of nodes with a column of ids"
        raise ReadError(path.name, f"it does not look like {wanted}: check the names of its columns.")
    if label is not None:
        if label not in names or names.index(label) == columns.id:
            raise ReadError(path.name, f"there is no column {quoted(label)} for the labels.")
        at = names.index(label)
        features = tuple(one for one in columns.features if one != at)
        columns = replace(columns, label=at, features=features)
    columns.check(names, path.name, _NO_LIMITS)
    return Preview(file, "table", table, columns)


class _Conversion:
    """One conversion; `run` returns what the folder says about itself."""

    def __init__(self, folder: NewFolder, edges: Preview, nodes: Preview | None, progress: Progress):
        self.folder, self.edges, self.nodes, self.progress = folder, edges, nodes, progress

    def run(self) -> dict[str, Any]:
        self.progress("Reading nodes", None)
        known, features = NodeTable(self.edges.name, chained()), 0
        if self.nodes is not None:
            known, _ = node_texts(self.nodes, _NO_LIMITS, ())
            check_unique(known)
            features = len(self.nodes.columns.features)
        has_features = bool(features) or known.x is not None
        value_set, names, ids, total = self._number(known, has_features)
        count = len(value_set)
        num_edges, dropped = self._sort(value_set, total)
        y, class_names = (None, None) if known.labels is None else classes_of(known, count, _NO_LIMITS)
        self.folder.write("y", np.full(count, -1, np.int64) if y is None else y)
        self._write_features(known, count, features)
        for prefix, texts in (("name", names), ("id", ids)):
            if texts is not None:
                stored = Names.from_texts(texts)
                self.folder.write(f"{prefix}_offsets", stored.offsets)
                self.folder.write(f"{prefix}_text", stored.text)
        if class_names is None:
            class_names = () if y is None else tuple(f"Class {label}" for label in range(int(y.max()) + 1))
        self.progress("Computing checksums", None)
        return {
            "num_nodes": count,
            "num_edges": num_edges,
            "num_features": features if known.x is None else known.x.shape[1],
            "class_names": class_names,
            "dropped": dropped,
        }

    def _blocks(self) -> Iterator[tuple[Any, Any]]:
        """The ids of the ends of many edges at a time."""
        table, columns = self.edges.table, self.edges.columns
        ends = {columns.source: "source", columns.target: "target"}
        waiting, rows, first = [], 0, 0
        for block in table.blocks(columns, dict.fromkeys(ends, "text"), _NO_LIMITS, "edges") if table else ():
            waiting.append(block)
            rows += block.num_rows
            if rows >= _BLOCK:
                yield self._ends(waiting, ends, first)
                waiting, rows, first = [], 0, first + rows
        if rows:
            yield self._ends(waiting, ends, first)

    def _ends(self, blocks: list, ends: dict[int, str], first: int) -> tuple[Any, Any]:
        def line(row: int) -> int | None:
            return self.edges.line_of(first + row)

        source, target = (
            clean_ids(
                chained(*[block.column(str(at)) for block in blocks]), what, self.edges.name, line, _NO_LIMITS
            )
            for at, what in ends.items()
        )
        return source, target

    def _number(self, known: NodeTable, has_features: bool) -> tuple[Any, Any, Any, int]:
        """The ids in the order of the nodes, names and ids of the nodes, and the number of edges."""
        pc, found, total = compute(), [chained(), chained()], 0
        for ends in self._blocks():
            total += len(ends[0])
            self.progress(f"Reading edges: {total:,}", None)
            found = [chained(pc.unique(chained(*pair))) for pair in zip(found, ends, strict=True)]
        if not total and not len(known.ids):
            raise ReadError((self.nodes or self.edges).name, "there is a header but no row below it.")
        unique = pc.unique(chained(*found))
        if self.nodes is None:
            number, names = number_alone(chained(unique))
            order = np.empty(len(unique), np.int64)
            order[number] = np.arange(len(unique))
            return unique.take(order), names, None, total
        # Nodes that the table lacks become nodes if they need no features.
        value_set = pc.unique(known.ids if has_features else chained(known.ids, unique))
        names, ids = show_names(known, value_set.to_pylist(), [], _NO_LIMITS)
        return value_set, names, ids, total

    def _sort(self, value_set: Any, total: int) -> tuple[int, dict[str, int]]:
        pc, sorter, done, lost, missing = compute(), EdgeSorter(self.folder, len(value_set), total), 0, 0, ""
        for ends in self._blocks():
            # One search for both ends: it begins with a table of all ids.
            number = (
                pc.fill_null(pc.index_in(chained(*ends), value_set=value_set), -1).to_numpy().reshape(2, -1)
            )
            if (number < 0).any():
                missing = missing or chained(*ends)[int(number.reshape(-1).argmin())].as_py()
                lost += int((number < 0).any(axis=0).sum())
                number = number[:, (number >= 0).all(axis=0)]
            sorter.add(number[0], number[1])
            done += len(ends[0])
            self.progress("Numbering edges", done / total)
        if self.nodes is not None and lost > MOST_LOST * total:
            raise ReadError(self.edges.name, f"node {quoted(missing)} is not in {self.nodes.name}.")
        return sorter.finish(lambda share: self.progress("Sorting edges", share))

    def _write_features(self, known: NodeTable, count: int, features: int) -> None:
        if known.x is not None:
            for part, array in (
                ("indptr", known.x.indptr),
                ("indices", known.x.indices),
                ("data", known.x.data),
            ):
                self.folder.write(f"x_{part}", array)
            return
        with self.folder.stream("x", np.float32, (features,)) as x:
            if self.nodes is None or self.nodes.table is None or not features:
                x.append(np.zeros((count, features), np.float32))
                return
            columns, names = self.nodes.columns, self.nodes.names()
            kinds = dict.fromkeys(columns.features, "number")
            for block in self.nodes.table.blocks(columns, kinds, _NO_LIMITS, "nodes"):
                x.append(dense_features(block, [names[at] for at in columns.features], self.nodes, x.rows))
                self.progress("Writing features", x.rows / count)
