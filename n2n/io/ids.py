"""Ids of nodes: from the cells of a table to the numbers 0..N−1, on whole columns.

`read_graph` and `convert` use the same functions, so that both give the same order of nodes.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from n2n.files.csv import ESCAPED
from n2n.io.columns import find_ends
from n2n.io.limits import Limits, ReadError, quoted
from n2n.io.tables import compute

if TYPE_CHECKING:
    import pyarrow as pa

Line = Callable[[int], int | None]
"""The line of the file that a row is in."""
MOST_LOST = 0.05
"""Share of the edges that may be left out for want of a node with features; CiteSeer has such citations."""


def chained(*columns: Any) -> "pa.ChunkedArray":
    """Columns or arrays of text below each other."""
    import pyarrow as pa  # here for the start-up time

    chunks = (getattr(column, "chunks", [column]) for column in columns)
    return pa.chunked_array([chunk for part in chunks for chunk in part], pa.string())


def edge_blocks(one: Any, limits: Limits, rows: int = 1 << 62) -> Iterator[tuple[Any, Any]]:
    """The ids of the two ends of edges, at least `rows` at a time.

    Args:
        one: the preview of an edge list.
    """
    columns, waiting, first = one.columns, [], 0
    columns.check(one.names(), one.name, limits)
    ends = {columns.source: "source", columns.target: "target"}

    def ids(at: int, what: str) -> Any:
        column = chained(*[block.column(str(at)) for block in waiting])
        column = clean_ids(column, what, one.name, lambda row: one.line_of(first + row), limits)
        if one.file.data.startswith(b"% bip"):  # KONECT numbers the two sides of a bipartite graph apart
            column = compute().binary_join_element_wise(what, column, " ")
        return column

    for block in one.table.blocks(columns, dict.fromkeys(ends, "text"), limits, "edges"):
        waiting.append(block)
        if len(waiting) > 1 and sum(block.num_rows for block in waiting) >= rows:
            yield ids(columns.source, "source"), ids(columns.target, "target")
            first += sum(block.num_rows for block in waiting)
            waiting = []
    yield ids(columns.source, "source"), ids(columns.target, "target")


def clean_ids(
    column: "pa.ChunkedArray", what: str, file: str, line: Line, limits: Limits
) -> "pa.ChunkedArray":
    """The ids of a column without surrounding spaces; an empty or overlong one is an error."""
    pc = compute()
    column = pc.utf8_trim_whitespace(column)
    lengths = pc.binary_length(column)
    if len(column) and pc.min(lengths).as_py() == 0:
        raise ReadError(file, f"the {what} is empty.", line(pc.index(lengths, 0).as_py()))
    longest = pc.max(lengths).as_py() or 0
    if longest > limits.text:
        row = pc.index(lengths, longest).as_py()
        raise ReadError(file, f"the {what} is longer than {limits.text:,} characters.", line(row))
    return column


def check_apart(one: Any, source: Any, target: Any) -> None:
    """Raise ReadError where numbers in both columns may be two kinds of things, such as users and items.

    Args:
        one: the preview of an edge list.
        source, target: all ids in the two columns.
    """
    names = one.names()
    left, right = names[one.columns.source], names[one.columns.target]
    if one.is_given or not one.columns.header or left == right or find_ends([left, right]):
        return
    pc = compute()
    ids = pc.unique(source)
    shared = ids.filter(pc.is_in(ids, value_set=pc.unique(target)))
    if len(shared) and parse_canonical_integers(ids) is not None:
        raise ReadError(
            one.name,
            f"{quoted(shared[0].as_py())} is in both columns, {quoted(left)} and {quoted(right)}: where "
            "these are two nodes, write the ids differently, such as u1 and i1; where they are one, name the "
            "columns source and target.",
        )


def number_alone(ends: "pa.ChunkedArray", is_text: bool) -> tuple[np.ndarray, Sequence[str] | None]:
    """Numbers 0..N−1 for ids: in ascending order if they are whole numbers, else as they first appear.

    The names are None where they are the numbers.

    Args:
        is_text: whether the ids are from a table as text, in which formulas are escaped.
    """
    ids = parse_canonical_integers(ends)
    if ids is None:
        coded: Any = ends.combine_chunks().dictionary_encode()
        if hasattr(coded, "chunks"):  # as many as needed for texts of more than 2 GB
            coded = coded.unify_dictionaries().combine_chunks()
        number = coded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
        names = unescaped(coded.dictionary) if is_text else coded.dictionary
        return number, tuple(names.to_pylist())
    if not len(ids):
        return np.zeros(0, np.int64), None
    low, high = int(ids.min()), int(ids.max())
    if high - low < 4 * len(ids):  # a table of the whole range is much faster than sorting
        present = np.zeros(high - low + 1, bool)
        present[ids - low] = True
        names = np.flatnonzero(present) + low
        number = (np.cumsum(present) - 1)[ids - low]
    else:
        names, number = np.unique(ids, return_inverse=True)
    plain = names[0] == 0 and names[-1] == len(names) - 1
    return number, None if plain else tuple(map(str, names.tolist()))


def number_by_table(
    one: Any, source: Any, target: Any, nodes: Any, notes: list[str]
) -> tuple[np.ndarray, Any]:
    """The rows of the ends in the table of nodes, and all ids.

    Ids that the table lacks become nodes unless they need features; then a few edges may be left out.
    """
    pc, ids = compute(), nodes.ids
    ends = chained(source, target)
    row = pc.index_in(ends, value_set=nodes.ids.combine_chunks())
    if row.null_count and nodes.x is None and not nodes.splits:
        unknown = pc.unique(ends.filter(row.is_null()))
        notes.append(f"Nodes that have edges but no row in {nodes.file}, and so no label: {len(unknown):,}.")
        ids = chained(ids, unknown)
        row = pc.index_in(ends, value_set=ids.combine_chunks())
    edges = pc.fill_null(row, -1).to_numpy().reshape(2, -1).astype(np.int64)
    lost = np.flatnonzero((edges < 0).any(axis=0))
    if len(lost) > MOST_LOST * edges.shape[1]:
        first = int(np.flatnonzero(edges.reshape(-1) < 0)[0])
        reason = f"node {quoted(ends[first].as_py())} is not in {nodes.file}."
        raise ReadError(one.name, reason, one.line_of(first % edges.shape[1]))
    if len(lost):
        what = f"one of their nodes is not in {nodes.file} and so has no features"
        notes.append(f"Edges left out, since {what}: {len(lost):,}.")
    return np.delete(edges, lost, axis=1), ids


def unescaped(texts: Any) -> Any:
    """Texts without the apostrophe that `n2n.files.csv` puts in front of a formula.

    Where a file of another program has a text with and without it, both stay as they are.
    """
    pc = compute()
    if not pc.any(pc.starts_with(texts, "'")).as_py():
        return texts
    escaped = pc.match_substring_regex(texts, f"^{ESCAPED}")
    plain = pc.if_else(escaped, pc.utf8_slice_codeunits(texts, 1), texts)
    return plain if len(pc.unique(plain)) == len(pc.unique(texts)) else texts


def parse_canonical_integers(column: Any) -> np.ndarray | None:
    """Ids as whole numbers, if every one of them is a number in its usual form; `007` is text.

    >>> import pyarrow as pa
    >>> parse_canonical_integers(pa.chunked_array([["-3", "12"]])).tolist()
    [-3, 12]
    """
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    try:
        numbers = pc.cast(column, pa.int64()).to_numpy(zero_copy_only=False)
    except pa.ArrowInvalid:
        return None
    # A number that is not written in its usual form has more characters.
    usual = np.searchsorted(10 ** np.arange(1, 19), np.abs(numbers), side="right") + 1 + (numbers < 0)
    characters = pc.sum(pc.binary_length(column)).as_py() or 0
    return numbers if characters == int(usual.sum()) else None
