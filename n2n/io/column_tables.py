"""Tables whose header is never in doubt: Parquet, and the nodes of files such as GraphML."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from n2n.compute.csr import Matrix
from n2n.graph.splits import Split
from n2n.io.limits import InputFile, Limits, ReadError, quoted, shown
from n2n.io.tables import compute

if TYPE_CHECKING:
    import pyarrow as pa

_SAMPLE_ROWS, _BATCH_ROWS = 200, 1 << 16


class ColumnTable:
    """A table whose header is never in doubt: Parquet, or the nodes of a file such as GraphML.

    Args:
        edges: (2, M) edges between the rows, where the file holds a graph.
        x, splits: what a format gives beside columns.
        labels_are_names: whether the column `label` is what programs show of a node.
        ignored: what edges have and a graph here does not.
        unlisted: nodes that edges name although the file has a list of nodes without them.
        kind: "nodes" where it is certain that the rows are nodes.
    """

    def __init__(
        self,
        file: InputFile,
        table: Any,
        *,
        edges: np.ndarray | None = None,
        x: Matrix = None,
        splits: tuple[Split, ...] = (),
        labels_are_names: bool = False,
        ignored: Sequence[str] = (),
        unlisted: Sequence[str] = (),
        kind: str = "",
    ):
        self.file, self.table, self.edges, self.x, self.splits = file, table, edges, x, splits
        self.labels_are_names, self.kind = labels_are_names, kind
        self.ignored, self.unlisted = tuple(ignored), tuple(unlisted)

    @classmethod
    def of(cls, file: InputFile, columns: Mapping[str, Sequence | np.ndarray], **more: Any) -> "ColumnTable":
        """A table of nodes from columns of text or numbers."""
        import pyarrow as pa  # here for the start-up time

        arrays = [
            pa.array(values) if len(values) else pa.array([], pa.string()) for values in columns.values()
        ]
        return cls(file, pa.table(arrays, names=list(columns)), kind="nodes", **more)

    def rows(self, delimiter: str = ",") -> list[list[str]]:
        """The names of the columns and the first rows, as text."""
        head = self.table.slice(0, _SAMPLE_ROWS)
        columns = [_preview_of(column) for column in head.columns]
        return [list(self.table.column_names), *(list(row) for row in zip(*columns, strict=True))]

    def text_columns(self) -> list[Any]:
        """All columns as text."""
        return [_as_text(column) for column in self.table.columns]

    @property
    def most_rows(self) -> int:
        """Rows, as far as they are in memory."""
        return self.table.num_rows

    def delimiter(self) -> str:
        """Columns are not separated by a character; the first one there is stands for that."""
        return ","

    def occurs(self, cell: str) -> bool:
        """Names of columns are no cells."""
        return False

    def line_of(self, row: int, columns: Any) -> None:
        """A row is in no line of a file."""

    def blocks(
        self, columns: Any, kinds: dict[int, str], limits: Limits, what: str
    ) -> Iterator["pa.RecordBatch"]:
        """The columns in `kinds`, named by their positions; see `TextTable.blocks`."""
        limits.check(what, self.table.num_rows, self.file.name)
        yield from _typed(self.table, kinds, self.file.name)


class ParquetTable(ColumnTable):
    """A Parquet table, in memory or in the file at a path; sizes are checked before anything is decompressed.

    A few bytes can promise billions of values by run lengths. So texts stay in their dictionaries until their
    total length is known.
    """

    def __init__(self, file: InputFile, limits: Limits, path: Path | None = None):
        import pyarrow as pa  # here for the start-up time
        import pyarrow.parquet as pq

        self.file, self._limits = file, limits
        self._source = str(path) if path else pa.py_buffer(file.data)
        try:
            facts = pq.ParquetFile(self._source)
        except Exception as error:  # of many classes
            raise self._damaged(error) from None
        schema, rows = facts.schema_arrow, facts.metadata.num_rows
        limits.check("features", len(schema), file.name)
        limits.check("edges", rows, file.name)
        if rows * len(schema) > limits.values + 2 * limits.edges:
            raise ReadError(file.name, f"it has more than the {limits.values:,} values allowed.")
        groups = (facts.metadata.row_group(group) for group in range(facts.num_row_groups))
        limits.check_unpacked(sum(group.total_byte_size for group in groups), file.name)
        # pandas stores its index as a column of that name.
        names = [name for name in schema.names if not name.startswith("__index_level_")] or schema.names
        if not names or len(set(names)) < len(names):
            raise ReadError(file.name, "it has no columns, or two of the same name: name each of them.")
        self._texts = [field.name for field in schema if _is_text(field.type)]
        head = next(self._batches(names, _SAMPLE_ROWS), schema.empty_table().select(names))
        super().__init__(file, head)

    def blocks(
        self, columns: Any, kinds: dict[int, str], limits: Limits, what: str
    ) -> Iterator["pa.RecordBatch"]:
        """The columns in `kinds`, named by their positions; see `TextTable.blocks`."""
        names, count = self.table.column_names, 0
        for table in self._batches([names[column] for column in kinds], _BATCH_ROWS):
            count += table.num_rows
            limits.check(what, count, self.file.name)
            yield from _typed(table, dict(enumerate(kinds.values())), self.file.name, list(kinds))

    def _batches(self, names: list[str], rows: int) -> Iterator["pa.Table"]:
        import pyarrow as pa  # here for the start-up time
        import pyarrow.parquet as pq

        length = 0
        try:
            file = pq.ParquetFile(self._source, read_dictionary=self._texts)
            for batch in file.iter_batches(rows, columns=names):
                batch.validate(full=True)  # pyarrow takes offsets from the file, even if they point elsewhere
                length += sum(map(_text_length, batch.columns))
                self._limits.check_unpacked(length, self.file.name)
                yield pa.Table.from_batches([batch])
        except ReadError:
            raise
        except Exception as error:  # of many classes
            raise self._damaged(error) from None

    def _damaged(self, error: Exception) -> ReadError:
        words = shown(str(error).partition("\n")[0], 80).rstrip(".")
        return ReadError(self.file.name, f"it is damaged or cut short ({words}).")


def _is_text(type: "pa.DataType") -> bool:
    import pyarrow as pa  # here for the start-up time

    return pa.types.is_string(type) or pa.types.is_large_string(type) or pa.types.is_binary(type)


def _text_length(column: Any) -> int:
    """Bytes that the texts of a column take once each row has its own."""
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    if not pa.types.is_dictionary(column.type) or not _is_text(column.type.value_type):
        return 0
    return pc.sum(pc.take(pc.binary_length(column.dictionary), column.indices)).as_py() or 0


def _typed(
    table: "pa.Table", kinds: dict[int, str], file: str, names: Sequence[int] | None = None
) -> Iterator["pa.RecordBatch"]:
    """Columns of a table as "text", or as "number": float32 where they hold numbers, else text."""
    import pyarrow as pa  # here for the start-up time

    arrays = []
    for at, kind in kinds.items():
        column, types = table.column(at), pa.types
        numeric = types.is_integer(column.type) or types.is_floating(column.type)
        try:
            if kind == "number" and (numeric or types.is_boolean(column.type)):
                arrays.append(compute().fill_null(column.cast(pa.float32(), safe=False), np.nan))
            else:
                arrays.append(_as_text(column))
        except pa.ArrowException:
            reason = f"column {quoted(table.column_names[at])} holds neither text nor numbers: do not use it."
            raise ReadError(file, reason) from None
    yield from pa.table(arrays, names=[str(name) for name in names or kinds]).to_batches()


def _as_text(column: "pa.ChunkedArray") -> "pa.ChunkedArray":
    """A column as text: whole numbers without a point, nothing for what is missing."""
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    if pa.types.is_nested(column.type):
        raise pa.ArrowInvalid("a list")
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    text = column.cast(pa.string())
    if pa.types.is_floating(column.type):
        whole = pc.and_(pc.equal(pc.floor(column), column), pc.less(pc.abs(column), 2.0**53))
        number = pc.if_else(whole, column, 0).cast(pa.int64()).cast(pa.string())
        text = pc.if_else(whole, number, pc.if_else(pc.is_nan(column), "", text))
    return pc.fill_null(text, "")


def _preview_of(column: "pa.ChunkedArray") -> list[str]:
    """A few values as text; three dots for what has no text."""
    import pyarrow as pa  # here for the start-up time

    try:
        return _as_text(column).to_pylist()
    except pa.ArrowException:
        return ["…"] * len(column)
