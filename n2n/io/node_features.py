"""Features of nodes in tables: columns of numbers, or one column of entries such as `3:1 17:0.5`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from n2n.io.limits import Limits, ReadError, quoted
from n2n.io.parsed import Line, parse_canonical_integers
from n2n.io.tables import compute

if TYPE_CHECKING:
    import pyarrow as pa


def dense_features(block: "pa.RecordBatch", names: Sequence[str], table: Any, start: int) -> np.ndarray:
    """Columns of numbers as rows of features, all of them finite.

    Args:
        table: a preview, for the name and the lines of its file.
        start: the first row of the block in the table.
    """
    file = table.file.name

    def line(row: int) -> int | None:
        return table.line_of(start + row)

    x = np.empty((block.num_rows, block.num_columns), np.float32)
    for at, column in enumerate(block.columns):
        x[:, at] = _as_numbers(column, names[at], file, line)
    bad = np.flatnonzero(~np.isfinite(x).all(axis=1))
    if len(bad):
        at = int(np.flatnonzero(~np.isfinite(x[bad[0]]))[0])
        reason = f"feature {quoted(names[at])} is missing or not a finite number."
        raise ReadError(file, reason, line(int(bad[0])))
    return x


def _as_numbers(column: Any, name: str, file: str, line: Line) -> np.ndarray:
    """A column as float32, NaN where it is empty."""
    import pyarrow as pa  # here for the start-up time

    if pa.types.is_floating(column.type):
        return column.to_numpy(zero_copy_only=False)
    pc = compute()
    texts = pc.utf8_trim_whitespace(column)
    texts = pc.if_else(pc.equal(texts, ""), "nan", texts)
    texts = pc.replace_substring_regex(texts, r"^([-+]?\d+),(\d+)$", r"\1.\2")
    try:
        return pc.cast(texts, pa.float32()).to_numpy(zero_copy_only=False)
    except pa.ArrowInvalid:
        row = _first_bad(texts, pa.float32())
        reason = f"{quoted(texts[row].as_py())} under {quoted(name)} is not a number."
        raise ReadError(file, reason, line(row)) from None


def _first_bad(column: Any, type: "pa.DataType") -> int:
    """The first row that cannot be cast to a type, by bisection."""
    import pyarrow as pa  # here for the start-up time

    low, high = 0, len(column)
    while high - low > 1:
        middle = (low + high) // 2
        try:
            column.slice(low, middle - low).cast(type)
            low = middle
        except pa.ArrowInvalid:
            high = middle
    return low


def sparse_features(column: "pa.ChunkedArray", file: str, line: Line, limits: Limits) -> sp.csr_array:
    """One row per node, from entries such as `3:1 17:0.5` or `red:1;round:2`, without a loop over rows.

    Features that are whole numbers keep their number, so that `3:1` fills the fourth column; names are
    numbered in the order in which they first appear.

    >>> import pyarrow as pa
    >>> column = pa.chunked_array([["0:1 2:5", "", "1:0.5"]])
    >>> sparse_features(column, "nodes.csv", lambda row: None, Limits()).toarray().tolist()
    [[1.0, 0.0, 5.0], [0.0, 0.0, 0.0], [0.0, 0.5, 0.0]]
    """
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    limits.check("values", pc.sum(pc.count_substring(column, ":")).as_py() or 0, file)
    texts = pc.utf8_trim_whitespace(pc.replace_substring(column, ";", " "))
    parts = pc.utf8_split_whitespace(texts).combine_chunks()
    entries = pc.list_flatten(parts)
    owner = pc.list_parent_indices(parts).to_numpy(zero_copy_only=False)
    filled = pc.not_equal(entries, "")
    entries, owner = entries.filter(filled), owner[filled.to_numpy(zero_copy_only=False)]
    limits.check("values", len(entries), file)

    def bad(entry: int, reason: str) -> ReadError:
        return ReadError(file, f"{quoted(entries[entry].as_py())} {reason}", line(int(owner[entry])))

    pairs = pc.split_pattern(entries, ":", max_splits=1, reverse=True)
    short = np.flatnonzero(pc.list_value_length(pairs).to_numpy(zero_copy_only=False) != 2)
    if len(short):
        raise bad(int(short[0]), "is not written as feature:value.")
    names, values = pc.list_element(pairs, 0), pc.list_element(pairs, 1)
    try:
        numbers = pc.cast(values, pa.float32()).to_numpy(zero_copy_only=False)
    except pa.ArrowInvalid:
        raise bad(_first_bad(values, pa.float32()), "has no number after the colon.") from None
    wrong = np.flatnonzero(~np.isfinite(numbers))
    if len(wrong):
        raise bad(int(wrong[0]), "has a value that is not finite.")
    at = parse_canonical_integers(pa.chunked_array([names])) if len(names) else np.zeros(0, np.int64)
    if at is None or at.min(initial=0) < 0:
        at = names.dictionary_encode().indices.to_numpy(zero_copy_only=False)
    width = int(at.max(initial=-1)) + 1
    limits.check("features", width, file)
    x = sp.coo_array((numbers, (owner, at)), shape=(len(column), width)).tocsr()
    x.sum_duplicates()
    return x
