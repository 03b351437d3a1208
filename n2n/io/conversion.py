"""A graph folder from tables that are larger than memory.

DuckDB reads the files, numbers the ids and joins, within a memory limit and with its temporary files in the
folder that is being written; `n2n.graph.edge_sort` sorts the numbered edges. A process that is killed leaves
nothing that looks finished, and the next start removes what it left.
"""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import numpy as np

from n2n.files.folder import NewFolder, new_folder
from n2n.graph import Graph, open_graph
from n2n.graph.edge_sort import EdgeSorter
from n2n.graph.info import Progress, silent
from n2n.graph.storage import KIND, facts_of
from n2n.io.large_tables import LargeTable, explained, first_value, is_large_table, literal, look
from n2n.io.readers.errors import ReadError, quoted

_BATCH = 1_000_000
_MOST_CLASSES = 10_000
_POLL = 0.2
# An id that reads the same after it has been a number.
_WHOLE = "'-?(0|[1-9][0-9]{0,17})'"


def convert(
    edges: str | os.PathLike,
    path: str | os.PathLike,
    *,
    nodes: str | os.PathLike | None = None,
    label: str | None = None,
    memory: str = "2GB",
    name: str | None = None,
    replace: bool = False,
    progress: Progress | None = None,
) -> Graph:
    """Write the graph in files to a folder and open it.

    An edge list as CSV, CSV.gz or Parquet, with or without a table of nodes (id, label, features), may be
    larger than memory. Nodes are numbered in ascending order of their ids, numbers as numbers, and keep the
    ids as names unless these are 0..N−1. Anything else that `n2n.read_graph` reads is read in memory.

    Args:
        edges: the file with the edges.
        path: the folder to write.
        nodes: the file with the table of nodes.
        label: the column of `nodes` with the classes, by its name, if it is not the one that is guessed.
        memory: how much DuckDB may use before it goes to disk, such as "2GB"; sorting takes up to 1 GB more.
        replace: whether a graph folder that is already there may be replaced.

    Raises:
        ReadError: a ValueError of one sentence with file, reason and, where known, line.
    """
    if not is_large_table(edges) or (nodes is not None and not is_large_table(nodes)):
        from n2n.io.readers import read_graph  # here for the start-up time

        if label is not None:
            raise ValueError("label is for a table of nodes in CSV or Parquet: leave it out here.")
        source = [os.fspath(file) for file in (edges, nodes) if file is not None]
        read_graph(source, name=name).save(path, replace=replace)
        return open_graph(path)
    tell = progress or silent
    with new_folder(path, KIND, replace) as folder:
        work = folder.path / "work"
        work.mkdir()
        connection = _connect(work, memory)
        try:
            _Conversion(connection, folder, edges, nodes, label, tell).run(name or _stem(edges))
        finally:
            connection.close()
        shutil.rmtree(work)
        tell("Computing checksums", None)
    return open_graph(path)


def _stem(path: str | os.PathLike) -> str:
    return Path(path).name.split(".")[0] or "graph"


def _connect(work: Path, memory: str) -> Any:
    import duckdb  # here for the start-up time

    connection = duckdb.connect(str(work / "tables.duckdb"))
    try:
        connection.execute(f"SET memory_limit = {literal(memory)}")
    except duckdb.Error:
        connection.close()
        raise ValueError(f"memory is {memory!r}: give a size such as 2GB or 500MB.") from None
    connection.execute(f"SET temp_directory = {literal(work / 'spill')}")
    connection.execute("SET preserve_insertion_order = false")
    # DuckDB knows how far it is only if it believes that it shows a progress bar.
    connection.execute("SET enable_progress_bar = true")
    connection.execute("SET enable_progress_bar_print = false")
    return connection


class _Conversion:
    """One conversion: the steps share a connection with the tables `edges`, `nodes` and `ids`."""

    def __init__(self, connection: Any, folder: NewFolder, edges, nodes, label: str | None, tell: Progress):
        self.connection, self.folder, self.tell = connection, folder, tell
        self.edges = look(connection, edges, "edges")
        self.nodes = None if nodes is None else look(connection, nodes, "nodes", label)

    def run(self, name: str) -> None:
        self._load()
        count, plain = self._number()
        num_edges, dropped = self._sort(count, plain)
        class_names, width = self._describe_nodes(count)
        self.tell("Writing names", None)
        if not plain:
            self._write_names()
        files = ", ".join(table.file for table in (self.edges, self.nodes) if table)
        self.folder.finish(
            facts_of(
                num_nodes=count,
                num_edges=num_edges,
                num_features=width,
                class_names=class_names,
                name=name,
                provenance=files,
                dropped=dropped,
            )
        )

    def _load(self) -> None:
        """Tables `edges` (a, b) and `nodes` (id, label, features), with ids as numbers if all of them are."""
        columns = self.edges.columns
        self._create("edges", self.edges, [f"trim(c{columns.source}) AS a", f"trim(c{columns.target}) AS b"])
        ends = [("edges", self.edges, "a", "source"), ("edges", self.edges, "b", "target")]
        if self.nodes:
            of = self.nodes.columns
            label = "NULL" if of.label is None else f"trim(c{of.label})"
            features = [f"CAST(c{place} AS FLOAT) AS f{place}" for place in of.features]
            self._create("nodes", self.nodes, [f"trim(c{of.id}) AS id", f"{label} AS label", *features])
            ends.append(("nodes", self.nodes, "id", "id"))
        whole = True
        for name, table, column, what in ends:
            empty, numeric = self._one(
                f"SELECT count(*) FILTER ({column} IS NULL OR {column} = ''), "
                f"coalesce(bool_and(regexp_full_match({column}, {_WHOLE})), true) FROM {name}"
            )
            if empty:
                raise ReadError(table.file, f"the {what} is empty in {empty:,} rows.")
            whole &= numeric
        if whole:
            for name, _, column, _ in ends:
                self.connection.execute(f"ALTER TABLE {name} ALTER {column} TYPE BIGINT")

    def _number(self) -> tuple[int, bool]:
        """The table `ids` (id, n); the number of nodes, and whether the ids are 0..N−1 already."""
        known = "SELECT a AS id FROM edges UNION SELECT b FROM edges"
        if self.nodes:
            twice = "SELECT id FROM nodes GROUP BY id HAVING count(*) > 1 LIMIT 1"
            if (found := first_value(self.connection, twice)) is not None:
                raise ReadError(self.nodes.file, f"node {found} occurs twice.")
            if self.nodes.columns.features:
                missing = f"SELECT id FROM ({known}) ANTI JOIN nodes USING (id) LIMIT 1"
                if (found := first_value(self.connection, missing)) is not None:
                    raise ReadError(self.edges.file, f"node {found} is not in {self.nodes.file}.")
            known += " UNION SELECT id FROM nodes"
        numbered = f"SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM ({known})"
        self._execute(f"CREATE TABLE ids AS {numbered}", "Numbering nodes")
        count, numbers = self._one(
            "SELECT count(*), coalesce(bool_and(CAST(id AS VARCHAR) = CAST(n AS VARCHAR)), false) FROM ids"
        )
        if not count:
            raise ReadError((self.nodes or self.edges).file, "there is no row with data in it.")
        return count, numbers

    def _sort(self, count: int, plain: bool) -> tuple[int, dict[str, int]]:
        total = self._one("SELECT count(*) FROM edges")[0]
        sorter = EdgeSorter(self.folder, count, total)
        numbered = "SELECT s.n, t.n FROM edges JOIN ids s ON edges.a = s.id JOIN ids t ON edges.b = t.id"
        done = 0
        for batch in self._batches(
            "SELECT CAST(a AS BIGINT), CAST(b AS BIGINT) FROM edges" if plain else numbered
        ):
            sorter.add(batch.column(0).to_numpy(), batch.column(1).to_numpy())
            done += batch.num_rows
            self.tell("Numbering edges", done / total)
        return sorter.finish(lambda share: self.tell("Sorting edges", share))

    def _describe_nodes(self, count: int) -> tuple[list[str], int]:
        """Write labels and features; the names of the classes, and the number of features."""
        if not self.nodes:
            self.folder.write("y", np.full(count, -1, np.int64))
            self.folder.write("x", np.zeros((count, 0), np.float32))
            return [], 0
        self._number_labels(self.nodes)
        features = [f"f{place}" for place in self.nodes.columns.features]
        wanted = ", ".join(["coalesce(classes.number, -1)", "ids.id", *features])
        joined = "ids LEFT JOIN nodes USING (id) LEFT JOIN classes USING (label)"
        sql = f"SELECT {wanted} FROM {joined} ORDER BY ids.n"
        with (
            self.folder.stream("y", np.int64) as y,
            self.folder.stream("x", np.float32, (len(features),)) as x,
        ):
            for batch in self._batches(sql, _BATCH // (1 + len(features)) + 1):
                y.append(batch.column(0).to_numpy())
                x.append(self._block(batch, len(features)))
                self.tell("Writing nodes", y.rows / count)
        names = self.connection.execute("SELECT name FROM classes ORDER BY number").fetchall()
        return list(dict.fromkeys(row[0] for row in names)), len(features)

    def _block(self, batch: Any, width: int) -> np.ndarray:
        columns = [batch.column(2 + place).to_numpy(zero_copy_only=False) for place in range(width)]
        block = np.stack(columns, axis=1) if width else np.zeros((batch.num_rows, 0), np.float32)
        bad = ~np.isfinite(block).all(axis=1)
        if bad.any() and self.nodes:
            node = batch.column(1)[int(bad.argmax())].as_py()
            raise ReadError(self.nodes.file, f"a feature of node {quoted(node)} is empty or not finite.")
        return block

    def _number_labels(self, table: LargeTable) -> None:
        """The table `classes` (label, number, name): numbers in order, else words in order."""
        words = "SELECT DISTINCT label FROM nodes WHERE label IS NOT NULL AND label NOT IN ('', '-1')"
        found = [row[0] for row in self.connection.execute(f"{words} LIMIT {_MOST_CLASSES + 1}").fetchall()]
        if len(found) > _MOST_CLASSES:
            raise ReadError(table.file, f"the labels have more than {_MOST_CLASSES:,} values.")
        numeric = all(word.isdecimal() for word in found)
        found.sort(key=(lambda word: (int(word), word)) if numeric else None)
        plain = found == [str(label) for label in range(len(found))]
        rows = [(word, place, f"Class {word}" if plain else word) for place, word in enumerate(found)]
        self.connection.execute("CREATE TABLE classes (label VARCHAR, number BIGINT, name VARCHAR)")
        if rows:
            self.connection.executemany("INSERT INTO classes VALUES (?, ?, ?)", rows)

    def _write_names(self) -> None:
        with (
            self.folder.stream("name_offsets", np.int64) as ends,
            self.folder.stream("name_text", np.uint8) as text,
        ):
            ends.append(np.zeros(1, np.int64))
            for batch in self._batches("SELECT CAST(id AS VARCHAR) FROM ids ORDER BY n"):
                # As two buffers: no Python object is made for a name.
                column = batch.column(0).cast("large_string")
                offsets = np.frombuffer(column.buffers()[1], np.int64)[column.offset :][: len(column) + 1]
                ends.append(offsets[1:] - offsets[0] + text.rows)
                text.append(np.frombuffer(column.buffers()[2], np.uint8)[offsets[0] : offsets[-1]])

    def _create(self, name: str, table: LargeTable, expressions: list[str]) -> None:
        try:
            self._execute(
                f"CREATE TABLE {name} AS SELECT {', '.join(expressions)} FROM {table.sql}", f"Reading {name}"
            )
        except Exception as error:  # DuckDB has a class for every kind of damage
            raise explained(error, table.file) from None

    def _execute(self, sql: str, message: str) -> None:
        """Run a long statement in a thread, and tell how far it is."""
        self.tell(message, None)
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(self.connection.execute, sql)
            try:
                while not wait([running], timeout=_POLL).done:
                    share = self.connection.query_progress() / 100
                    self.tell(message, share if 0 <= share <= 1 else None)
            except BaseException:  # such as Ctrl-C: the statement would run to its end
                self.connection.interrupt()
                raise
            running.result()

    def _one(self, sql: str) -> tuple:
        return self.connection.execute(sql).fetchall()[0]

    def _batches(self, sql: str, rows: int = _BATCH):
        return self.connection.sql(sql).to_arrow_reader(rows)
