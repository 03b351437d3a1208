"""Tables in memory: what Parquet gives, and what formats other than tables are turned into.

A frame can be looked at and corrected like a table of text: it has rows, names and a first guess.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from n2n.compute.csr import Matrix
from n2n.graph.splits import Split
from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.parts import compute
from n2n.io.readers.sources import Given

if TYPE_CHECKING:
    import pyarrow as pa

_SAMPLE_ROWS = 200


@dataclass(frozen=True, eq=False)
class Frame:
    """A table whose columns are arrays; its header is never in doubt."""

    file: Given
    """Name and notes of the file; its data is empty, since the table has it."""
    table: "pa.Table"
    kind: str = "nodes"
    """What it holds if that is certain: "edges" or "nodes"; "" where the columns have to tell."""
    x: Matrix = None
    """Features that are not columns, one row per row of the table."""
    partial: bool = False
    """Whether a node without a row has features that are all zero."""
    splits: tuple[Split, ...] = ()
    """The splits that come with the table, by its rows."""

    def rows(self, delimiter: str = ",") -> list[list[str]]:
        """The names of the columns and the first rows, as text."""
        head = self.table.slice(0, _SAMPLE_ROWS)
        columns = [_shown(column) for column in head.columns]
        return [list(self.table.column_names), *(list(row) for row in zip(*columns, strict=True))]

    def delimiter(self) -> str:
        """Columns are not separated by a character; the first one there is stands for that."""
        return ","

    def line_of(self, row: int, header: bool) -> None:
        """A row is in no line of a file."""

    def column(self, place: int, kind: str) -> "pa.ChunkedArray":
        """One column as "text", or as "number": float32 where it holds numbers, else text."""
        import pyarrow as pa  # here for the start-up time

        column = self.table.column(place)
        numeric = pa.types.is_integer(column.type) or pa.types.is_floating(column.type)
        if kind == "number" and (numeric or pa.types.is_boolean(column.type)):
            return compute().fill_null(column.cast(pa.float32(), safe=False), np.nan)
        try:
            if pa.types.is_nested(column.type):
                raise pa.ArrowInvalid("a list")
            return _texts(column)
        except pa.ArrowException:
            name = self.table.column_names[place]
            reason = f"column {quoted(name)} holds neither text nor numbers: do not use it."
            raise ReadError(self.file.name, reason) from None


def frame_of(
    file: Given, columns: Mapping[str, Sequence | np.ndarray], kind: str = "nodes", **more: Any
) -> Frame:
    """A frame from columns of text or numbers."""
    import pyarrow as pa  # here for the start-up time

    arrays = [pa.array(values) if len(values) else pa.array([], pa.string()) for values in columns.values()]
    table = pa.table(arrays, names=list(columns))
    return Frame(file._replace(data=b""), table, kind, **more)


def read_frame(frame: Frame, kinds: dict[int, str]) -> "pa.Table":
    """The columns in `kinds`, named by their positions, as `tables.read` gives them."""
    import pyarrow as pa  # here for the start-up time

    return pa.table({str(place): frame.column(place, kind) for place, kind in kinds.items()})


def _shown(column: "pa.ChunkedArray") -> list[str]:
    """A few values as text; three dots for what has no text."""
    import pyarrow as pa  # here for the start-up time

    try:
        return ["…"] * len(column) if pa.types.is_nested(column.type) else _texts(column).to_pylist()
    except pa.ArrowException:
        return ["…"] * len(column)


def _texts(column: "pa.ChunkedArray") -> "pa.ChunkedArray":
    """A column as text: whole numbers without a point, nothing for what is missing."""
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if pa.types.is_floating(column.type):
        present = column.drop_null()
        small = pc.all(pc.less(pc.abs(present), 2.0**53)).as_py()
        if small is not False and pc.all(pc.equal(pc.floor(present), present)).as_py() is not False:
            column = column.cast(pa.int64())
    return pc.fill_null(column.cast(pa.string()), "")
