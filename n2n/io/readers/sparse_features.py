"""Features written sparsely, as `3:1 17:0.5` or `red:1;round:2`, without a loop over rows."""

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.limits import Limits
from n2n.io.readers.parts import Line, compute, first_bad, whole_numbers

if TYPE_CHECKING:
    import pyarrow as pa


def sparse_features(column: "pa.ChunkedArray", file: str, line: Line, limits: Limits) -> sp.csr_array:
    """One row per node, from its entries `feature:value`.

    Features that are whole numbers keep their number, so that `3:1` fills the fourth column; names are
    numbered in the order in which they first appear.

    >>> import pyarrow as pa
    >>> column = pa.chunked_array([["0:1 2:5", "", "1:0.5"]])
    >>> sparse_features(column, "nodes.csv", lambda row: None, Limits()).toarray().tolist()
    [[1.0, 0.0, 5.0], [0.0, 0.0, 0.0], [0.0, 0.5, 0.0]]
    """
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    rows = len(column)
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
        raise bad(
            first_bad(pa.chunked_array([values]), pa.float32()), "has no number after the colon."
        ) from None
    wrong = np.flatnonzero(~np.isfinite(numbers))
    if len(wrong):
        raise bad(int(wrong[0]), "has a value that is not finite.")
    place, width = _places(pa.chunked_array([names]), file, limits)
    x = sp.coo_array((numbers, (owner, place)), shape=(rows, width)).tocsr()
    if x.nnz < len(numbers):
        x.sum_duplicates()
    return x


def _places(names: "pa.ChunkedArray", file: str, limits: Limits) -> tuple[np.ndarray, int]:
    """The column of every entry, and the number of columns."""
    if not len(names):
        return np.zeros(0, np.int64), 0
    place = whole_numbers(names)
    if place is None or place.min() < 0:
        place = names.combine_chunks().dictionary_encode().indices.to_numpy(zero_copy_only=False)
    limits.check("features", int(place.max()) + 1, file)
    return place, int(place.max()) + 1
