"""What a file holds before it becomes a graph: edges between ids, and a table of nodes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import compact
from n2n.files.csv import ESCAPED
from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.limits import Limits

if TYPE_CHECKING:
    import pyarrow as pa

Line = Callable[[int], int | None]
"""The line of the file that a row is in."""


@dataclass(frozen=True, eq=False)
class EdgePart:
    """Edges by the ids of their two ends, as text."""

    file: str
    source: "pa.ChunkedArray"
    target: "pa.ChunkedArray"
    line: Line = lambda row: None


@dataclass(frozen=True, eq=False)
class NodePart:
    """Nodes by their ids, with what is known about them."""

    file: str
    ids: "pa.ChunkedArray"
    names: "pa.ChunkedArray | None" = None
    """What the nodes are called where they are shown; they are known by their ids elsewhere."""
    labels: "pa.ChunkedArray | None" = None
    class_names: "pa.ChunkedArray | None" = None
    x: np.ndarray | sp.csr_array | None = None
    line: Line = lambda row: None
    partial: bool = False
    """Whether a node without a row has features that are all zero."""


def compute() -> Any:
    """The module `pyarrow.compute`, whose functions are made at run time: no type checker knows them."""
    import pyarrow.compute  # here for the start-up time

    return pyarrow.compute


def clean_ids(column: "pa.ChunkedArray", what: str, file: str, line: Line, limits: Limits):
    """The ids of a column without surrounding spaces; an empty or overlong one is an error."""
    pc = compute()
    column = pc.utf8_trim_whitespace(column)
    lengths = pc.binary_length(column)
    if len(column) and pc.min(lengths).as_py() == 0:
        row = pc.index(lengths, 0).as_py()
        raise ReadError(file, f"the {what} is empty.", line(row))
    longest = pc.max(lengths).as_py() or 0
    if longest > limits.text:
        row = pc.index(lengths, longest).as_py()
        raise ReadError(file, f"the {what} is longer than {limits.text:,} characters.", line(row))
    return column


def check_once(nodes: NodePart) -> None:
    """Raise ReadError if an id is in the table twice."""
    pc = compute()
    ids = nodes.ids.combine_chunks()
    distinct = pc.unique(ids)
    if len(distinct) < len(ids):
        seen = pc.index_in(ids, value_set=distinct).to_numpy(zero_copy_only=False)
        row = int(np.setdiff1d(np.arange(len(seen)), np.unique(seen, return_index=True)[1])[0])
        raise ReadError(nodes.file, f"node {quoted(ids[row].as_py())} occurs twice.", nodes.line(row))


def unescaped(column: "pa.ChunkedArray"):
    """Text without the apostrophe that `n2n.files.csv` puts in front of a formula."""
    pc = compute()
    if not pc.any(pc.starts_with(column, "'")).as_py():
        return column
    escaped = pc.match_substring_regex(column, f"^{ESCAPED}")
    return pc.if_else(escaped, pc.utf8_slice_codeunits(column, 1), column)


def whole_numbers(column: "pa.ChunkedArray") -> np.ndarray | None:
    """Ids as whole numbers, if every one of them is a number in its usual form; `007` is text.

    >>> import pyarrow as pa
    >>> whole_numbers(pa.chunked_array([["-3", "12"]])).tolist()
    [-3, 12]
    """
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    try:
        numbers = pc.cast(column, pa.int64()).to_numpy()
    except pa.ArrowInvalid:
        return None
    # A number that is not written in its usual form has more characters.
    usual = np.searchsorted(10 ** np.arange(1, 19), np.abs(numbers), side="right") + 1 + (numbers < 0)
    characters = pc.sum(pc.binary_length(column)).as_py() or 0
    return numbers if characters == int(usual.sum()) else None


def dense_features(
    columns: list["pa.ChunkedArray"], names: list[str], file: str, line: Line, limits: Limits
) -> np.ndarray | sp.csr_array | None:
    """Columns of numbers as features; sparse if most of them are zero."""
    if not columns:
        return None
    count = len(columns[0])
    limits.check("features", len(columns), file)
    limits.check("values", count * len(columns), file)
    x = np.empty((count, len(columns)), np.float32)
    for place, column in enumerate(columns):
        x[:, place] = numbers(column, names[place], file, line)
    bad = np.flatnonzero(~np.isfinite(x).all(axis=1))
    if len(bad):
        place = int(np.flatnonzero(~np.isfinite(x[bad[0]]))[0])
        reason = f"feature {quoted(names[place])} is missing or not a finite number."
        raise ReadError(file, reason, line(int(bad[0])))
    return compact(x)


def numbers(column: "pa.ChunkedArray", name: str, file: str, line: Line) -> np.ndarray:
    """A column of numbers as float32, NaN where it is empty."""
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    if pa.types.is_floating(column.type):
        return column.to_numpy()
    column = pc.utf8_trim_whitespace(column)
    column = pc.if_else(pc.equal(column, ""), "nan", column)
    column = pc.replace_substring_regex(column, r"^([-+]?\d+),(\d+)$", r"\1.\2")
    try:
        return pc.cast(column, pa.float32()).to_numpy()
    except pa.ArrowInvalid:
        row = first_bad(column, pa.float32())
        reason = f"{quoted(column[row].as_py())} under {quoted(name)} is not a number."
        raise ReadError(file, reason, line(row)) from None


def first_bad(column: "pa.ChunkedArray", type: "pa.DataType") -> int:
    """The first row that cannot be cast to a type, by bisection."""
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    low, high = 0, len(column)
    while high - low > 1:
        middle = (low + high) // 2
        try:
            pc.cast(column.slice(low, middle - low), type)
            low = middle
        except pa.ArrowInvalid:
            high = middle
    return low
