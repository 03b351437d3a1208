"""Tables whose header is never in doubt: Parquet, and the nodes of files such as GraphML."""

from collections.abc import Iterator, Mapping, Sequence
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
    """A table in columns of text, and what else a file such as GraphML holds.

    Args:
        edges: (2, M) edges between the rows, where the file holds a graph.
        x, splits: what a format gives beside columns.
        labels_are_names: whether the column `label` is what programs show of a node.
        ignored: what edges have and a graph here does not.
        unlisted: nodes that edges name although the file has a list of nodes without them.
    """

    kind = "nodes"
    """What the rows are for certain; "" where that is open."""

    def __init__(
        self,
        file: InputFile,
        columns: Mapping[str, Sequence[str]],
        *,
        edges: np.ndarray | None = None,
        x: Matrix = None,
        splits: tuple[Split, ...] = (),
        labels_are_names: bool = False,
        ignored: Sequence[str] = (),
        unlisted: Sequence[str] = (),
    ):
        self.file, self.edges, self.x, self.splits = file, edges, x, splits
        self.labels_are_names, self.ignored, self.unlisted = labels_are_names, tuple(ignored), tuple(unlisted)
        self.names, self.columns = list(columns), list(columns.values())

    def rows(self, delimiter: str = ",") -> list[list[str]]:
        """The names of the columns and the first rows."""
        rows = zip(*(column[:_SAMPLE_ROWS] for column in self.columns), strict=True)
        return [self.names, *map(list, rows)]

    @property
    def most_rows(self) -> int:
        """Rows, as far as they are in memory."""
        return len(self.columns[0])

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
        import pyarrow as pa  # here for the start-up time

        limits.check(what, self.most_rows, self.file.name)
        arrays = [pa.array(self.columns[at], pa.string()) for at in kinds]
        yield from pa.table(arrays, names=list(map(str, kinds))).to_batches()


class ParquetTable(ColumnTable):
    """A Parquet table, in memory or in the file at a path; sizes are checked before anything is decompressed.

    A few bytes can promise billions of values by run lengths. So texts stay in their dictionaries until their
    total length is known.
    """

    kind = ""

    def __init__(self, file: InputFile, limits: Limits):
        import pyarrow as pa  # here for the start-up time
        import pyarrow.parquet as pq

        self.file, self._limits = file, limits
        self._source = str(file.path) if file.path else pa.py_buffer(file.data)
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
        super().__init__(file, dict(zip(names, map(_preview_of, head.columns), strict=True)))

    def blocks(
        self, columns: Any, kinds: dict[int, str], limits: Limits, what: str
    ) -> Iterator["pa.RecordBatch"]:
        """The columns in `kinds`, named by their positions; see `TextTable.blocks`."""
        import pyarrow as pa  # here for the start-up time

        names, count = [self.names[at] for at in kinds], 0
        for batch in self._batches(names, _BATCH_ROWS):
            count += batch.num_rows
            limits.check(what, count, self.file.name)
            arrays = []
            for name, column, kind in zip(names, batch.columns, kinds.values(), strict=True):
                try:
                    arrays.append(_as_text(column) if kind == "text" else _as_numbers(column))
                except pa.ArrowException:
                    reason = f"column {quoted(name)} holds neither text nor numbers: do not use it."
                    raise ReadError(self.file.name, reason) from None
            yield pa.record_batch(arrays, names=list(map(str, kinds)))

    def _batches(self, names: list[str], rows: int) -> Iterator["pa.RecordBatch"]:
        import pyarrow as pa  # here for the start-up time
        import pyarrow.parquet as pq

        pc, length = compute(), 0
        try:
            for batch in pq.ParquetFile(self._source, read_dictionary=self._texts).iter_batches(
                rows, columns=names
            ):
                batch.validate(full=True)  # pyarrow takes offsets from the file, even if they point elsewhere
                for column in batch.columns:
                    # The bytes that texts take once each row has its own.
                    if pa.types.is_dictionary(column.type) and _is_text(column.type.value_type):
                        lengths = pc.take(pc.binary_length(column.dictionary), column.indices)
                        length += pc.sum(lengths).as_py() or 0
                self._limits.check_unpacked(length, self.file.name)
                yield batch
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


def _as_numbers(column: "pa.Array") -> "pa.Array":
    """Numbers as float32, NaN where one is missing; anything else as text."""
    import pyarrow as pa  # here for the start-up time

    types = pa.types
    if types.is_integer(column.type) or types.is_floating(column.type) or types.is_boolean(column.type):
        return compute().fill_null(column.cast(pa.float32(), safe=False), np.nan)
    return _as_text(column)


def _as_text(column: "pa.Array") -> "pa.Array":
    """A column as text: whole numbers without a point, nothing for what is missing."""
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    if pa.types.is_nested(column.type):
        raise pa.ArrowInvalid("a list")
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    text = column.cast(pa.string())
    if pa.types.is_floating(column.type):
        whole = pc.and_(pc.equal(pc.floor(column), column), pc.less(pc.abs(column), 2.0**53))
        number = pc.if_else(whole, column, 0).cast(pa.int64()).cast(pa.string())
        text = pc.if_else(whole, number, pc.if_else(pc.is_nan(column), "", text))
    return pc.fill_null(text, "")


def _preview_of(column: "pa.Array") -> list[str]:
    """A few values as text; three dots for what has no text."""
    import pyarrow as pa  # here for the start-up time

    try:
        return _as_text(column).to_pylist()
    except pa.ArrowException:
        return ["…"] * len(column)
