"""Adjacency matrices: Matrix Market, and square tables of numbers as text, with or without names.

Matrix Market is not read by scipy, whose parser ends the process on some damaged files: `scipy.io.mmread`
1.17 crashes where the last line is cut off within a number such as `3e5`.
"""

import re

import numpy as np

from n2n.io.column_tables import ColumnTable
from n2n.io.columns import HOW, Columns, find_ends
from n2n.io.files import InputFile
from n2n.io.ids import parse_canonical_integers
from n2n.io.limits import Limits, ReadError, quoted
from n2n.io.tables import TextTable

_BANNER = re.compile(
    rb"%{1,2}MatrixMarket\s+matrix\s+coordinate\s+(real|double|integer|unsigned-integer|complex|pattern)\s+"
    rb"(general|symmetric|skew-symmetric|hermitian)\s*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?")
# A square table of numbers may be edges with weights up to this many rows.
_AMBIGUOUS, _FEW, _SMALLEST = 9, 6, 3


def read_matrix_market(file: InputFile, limits: Limits) -> ColumnTable:
    """Every stored entry is an edge between the nodes 1, 2, …

    Some collections leave out the first line of the format; the sizes are always there.
    """
    head, _, rest = file.data.partition(b"\n")
    lines, weighted = 1, True
    if re.match(rb"%+MatrixMarket", head, re.IGNORECASE):
        banner = _BANNER.fullmatch(head.strip())
        if not banner:
            words = quoted(head.strip()[:80].decode("utf-8", "replace"))
            reason = f"{words} is not the header of a sparse matrix: save it as coordinate."
            raise ReadError(file.name, reason, 1)
        weighted = banner[1].lower() != b"pattern"
        head, _, rest = rest.partition(b"\n")
        lines += 1
    while rest and (head.startswith(b"%") or not head.strip()):
        head, _, rest = rest.partition(b"\n")
        lines += 1
    sizes = head.split()
    if len(sizes) != 3 or not all(re.fullmatch(rb"\d{1,18}", size) for size in sizes):
        raise ReadError(file.name, "its sizes are not three whole numbers.", lines)
    rows, columns, entries = map(int, sizes)
    if rows != columns:
        reason = f"it has {rows:,} rows and {columns:,} columns: an adjacency matrix is square."
        raise ReadError(file.name, reason, lines)
    limits.check("nodes", rows, file.name, lines)
    limits.check("edges", entries, file.name, lines)
    edges = np.zeros((2, 0), np.int64)
    if rest.strip():
        try:
            edges = _coordinates(InputFile(file.name, rest), rows, limits)
        except ReadError as error:  # lines are counted from the first entry there
            raise ReadError(file.name, error.reason, error.line and error.line + lines) from None
    if edges.shape[1] != entries:
        reason = (
            f"it has {edges.shape[1]:,} entries and not {entries:,}, as its header says: it may be cut short."
        )
        raise ReadError(file.name, reason, lines)
    ignored = (
        (f"weights of {entries:,} edges",)
        if weighted and entries and len(rest.split(b"\n", 1)[0].split()) > 2
        else ()
    )
    return ColumnTable(file, {"id": list(map(str, range(1, rows + 1)))}, edges=edges, ignored=ignored)


def _coordinates(file: InputFile, size: int, limits: Limits) -> np.ndarray:
    import pyarrow as pa  # here for the start-up time

    text = TextTable(file)
    form = Columns(header=False, delimiter=text.delimiter())
    table = pa.Table.from_batches(text.blocks(form, {0: "text", 1: "text"}, limits, "edges"))
    ends = []
    for column in table.columns:
        numbers = parse_canonical_integers(column)
        if numbers is None:
            raise ReadError(file.name, "an entry does not begin with two whole numbers.")
        wrong = np.flatnonzero((numbers < 1) | (numbers > size))
        if len(wrong):
            reason = f"row or column {numbers[wrong[0]]:,} does not exist: there are {size:,}."
            raise ReadError(file.name, reason, text.line_of(int(wrong[0]), form))
        ends.append(numbers - 1)
    return np.stack(ends)


def read_square(text: TextTable, limits: Limits) -> tuple[ColumnTable | None, str]:
    """The graph of a square table of numbers, whose entries other than 0 are edges; None for other tables.

    Without names above and before it, a small square table may as well be edges with weights: then a sentence
    says how to name the columns, and nothing is assumed.
    """
    delimiter = text.delimiter()
    rows = text.rows(delimiter)
    width = len(rows[-1])
    lines = text.num_lines()
    for size, header, index in ((width, 0, 0), (width, 1, 0), (width - 1, 1, 1), (width - 1, 0, 1)):
        if size < _SMALLEST or lines != size + header:
            continue
        body = rows[header:]
        if any(len(row) != width or not all(map(_NUMBER.fullmatch, row[index:])) for row in body):
            continue
        above = rows[0][-size:] if header else []
        before = [row[0] for row in body] if index else []
        if header and len(set(above)) < size:
            continue
        if header and not index and find_ends(rows[0]) and len(above[0]) > 1:
            continue
        if header and index and before != above[: len(before)]:
            continue
        if header != index and (all(map(_NUMBER.fullmatch, above or before)) or len({*before}) < len(before)):
            continue
        limits.check("nodes", size, text.file.name)
        limits.check("values", size**2, text.file.name)
        matrix = _numbers(
            text, Columns(header=bool(header), delimiter=delimiter), range(index, width), limits
        )
        if matrix is None:
            continue
        symmetric, binary = bool((matrix == matrix.T).all()), bool(np.isin(matrix, (0, 1)).all())
        if header != index and not symmetric and not (binary and size >= _FEW):
            continue
        if not (header or index or binary or (symmetric and size > _SMALLEST) or size > _AMBIGUOUS):
            if _are_weights(text, rows):
                return None, ""
            return None, (
                f"{size} rows of {size} numbers may be edges with a weight or an adjacency matrix: {HOW} (a "
                "matrix needs the names of its nodes above and before its numbers)."
            )
        edges = np.stack(matrix.nonzero())
        limits.check("edges", edges.shape[1], text.file.name)
        ids = above or (_first_cells(text, delimiter, limits) if index else list(map(str, range(size))))
        ignored = () if binary else (f"weights of {edges.shape[1]:,} edges",)
        return ColumnTable(text.file, {"id": ids}, edges=edges, ignored=ignored), ""
    return None, ""


def _are_weights(text: TextTable, rows: list[list[str]]) -> bool:
    """Whether a list says that it is one, as those of KONECT, or has fractions in the third column alone."""
    if text.file.data.startswith((b"% sym", b"% asym", b"% bip")):
        return True
    return any("." in row[2] for row in rows) and not any("." in cell for row in rows for cell in row[:2])


def _numbers(text: TextTable, form: Columns, columns: range, limits: Limits) -> np.ndarray | None:
    try:
        blocks = text.blocks(form, dict.fromkeys(columns, "number"), limits, "edges")
        matrix = np.concatenate(
            [np.stack([column.to_numpy(False) for column in block], 1) for block in blocks]
        )
    except ReadError:
        return None
    return None if np.isnan(matrix).any() or len(matrix) != len(columns) else matrix


def _first_cells(text: TextTable, delimiter: str, limits: Limits) -> list[str]:
    blocks = text.blocks(Columns(header=False, delimiter=delimiter), {0: "text"}, limits, "edges")
    return [cell.strip() for block in blocks for cell in block.column(0).to_pylist()]
