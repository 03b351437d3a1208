"""Matrix Market: an adjacency matrix whose rows are the nodes, numbered from 1.

It is read here and not by scipy, whose parser ends the process on some damaged files: `scipy.io.mmread` 1.17
crashes where the last line is cut off within a number such as `3e5`, and on an array of 0 rows.
"""

import re
from dataclasses import dataclass

import numpy as np

from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.formats.found import Found
from n2n.io.readers.limits import Limits
from n2n.io.readers.parts import whole_numbers
from n2n.io.readers.sources import Given
from n2n.io.readers.tables import open_text, read

_BANNER = re.compile(
    rb"%{1,2}MatrixMarket\s+matrix\s+(coordinate|array)\s+(real|double|integer|unsigned-integer|complex|pattern)\s+"
    rb"(general|symmetric|skew-symmetric|hermitian)\s*",
    re.IGNORECASE,
)
# Of files without a banner, such as many of networkrepository.com.
_NO_BANNER = b"%%MatrixMarket matrix coordinate real general"
_LONGEST_LINE = 2000


@dataclass(frozen=True)
class _Head:
    """What the first lines of a file say, and where its entries begin."""

    dense: bool
    symmetry: str
    size: int
    entries: int
    lines: int
    """Lines above the entries."""
    start: int
    """The first byte of the entries."""


def read_matrix_market(file: Given, limits: Limits) -> Found:
    """Every stored entry is an edge; of a dense array, every one that is not 0."""
    head = _head(file, limits)
    source, target = _dense(file, head, limits) if head.dense else _coordinates(file, head, limits)
    return Found(np.arange(1, head.size + 1), source, target)


def _head(file: Given, limits: Limits) -> _Head:
    banner, number, at = None, 0, 0
    while at < len(file.data):
        end = file.data.find(b"\n", at, at + _LONGEST_LINE)
        end = min(len(file.data), at + _LONGEST_LINE) if end < 0 else end
        line = file.data[at:end].strip()
        number, at = number + 1, end + 1
        if banner is None and line[:1].isdigit():
            banner = _BANNER.fullmatch(_NO_BANNER)
        if banner is None:
            banner = _BANNER.fullmatch(line)
            if not banner and not re.match(rb"%(?!%?MatrixMarket)", line):
                reason = f"{quoted(line.decode('utf-8', 'replace'))} is not a Matrix Market header."
                raise ReadError(file.name, reason, 1)
        elif line and not line.startswith(b"%"):
            return _sizes(file, banner, line.split(), number, at, limits)
    raise ReadError(file.name, "it ends before its sizes: it is cut short.")


def _sizes(file: Given, banner: re.Match, words: list[bytes], number: int, at: int, limits: Limits) -> _Head:
    """Check what is promised before anything is made of it."""
    dense = banner.group(1).lower() == b"array"
    if len(words) != (2 if dense else 3) or not all(re.fullmatch(rb"\d{1,18}", word) for word in words):
        raise ReadError(file.name, "its sizes are not whole numbers.", number)
    rows, columns, *entries = map(int, words)
    if rows != columns:
        reason = f"it has {rows:,} rows and {columns:,} columns: an adjacency matrix is square."
        raise ReadError(file.name, reason, number)
    limits.check("nodes", rows, file.name, number)
    symmetry = banner.group(3).decode().lower()
    if dense:
        limits.check("values", rows * columns, file.name, number)
        if banner.group(2).lower() in (b"complex", b"pattern"):
            raise ReadError(file.name, "its array does not hold plain numbers.", 1)
        half = rows * (rows + 1) // 2 if symmetry != "skew-symmetric" else rows * (rows - 1) // 2
        entries = [rows * columns if symmetry == "general" else half]
    else:
        limits.check("edges", entries[0], file.name, number)
    return _Head(dense, symmetry, rows, entries[0], number, at)


def _coordinates(file: Given, head: _Head, limits: Limits) -> tuple[np.ndarray, np.ndarray]:
    if not file.data[head.start :].strip():
        _check_count(0, file, head)
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    try:
        text = open_text(Given(file.name, file.data[head.start :]))
        table = read(text, False, text.delimiter(), {0: "text", 1: "text"}, limits, "edges")
    except ReadError as error:  # lines are counted from the first entry there
        raise ReadError(file.name, error.reason, error.line and error.line + head.lines) from None
    _check_count(len(table), file, head)
    ends = []
    for place in ("0", "1"):
        numbers = whole_numbers(table.column(place))
        if numbers is None:
            raise ReadError(file.name, "an entry does not begin with two whole numbers.")
        wrong = np.flatnonzero((numbers < 1) | (numbers > head.size))
        if len(wrong):
            line = text.line_of(int(wrong[0]), header=False) + head.lines
            reason = f"row or column {numbers[wrong[0]]:,} does not exist: there are {head.size:,}."
            raise ReadError(file.name, reason, line)
        ends.append(numbers)
    return ends[0], ends[1]


def _dense(file: Given, head: _Head, limits: Limits) -> tuple[np.ndarray, np.ndarray]:
    """The entries of an array stand column by column; of a symmetric one, from the diagonal on."""
    limits.check_slow(len(file.data), file.name)
    words = file.data[head.start :].split()
    _check_count(len(words), file, head)
    try:
        values = np.array(words, dtype="S").astype(np.float64) if words else np.zeros(0)
    except ValueError:
        raise ReadError(file.name, "its array does not hold plain numbers.") from None
    if head.symmetry == "general":
        target, source = np.nonzero(values.reshape(head.size, head.size))
    else:
        column, row = np.triu_indices(head.size, k=int(head.symmetry == "skew-symmetric"))
        source, target = row[values != 0], column[values != 0]
    limits.check("edges", len(source), file.name)
    return source + 1, target + 1


def _check_count(count: int, file: Given, head: _Head) -> None:
    if count != head.entries:
        reason = (
            f"it has {count:,} entries and not {head.entries:,}, as its header says: it may be cut short."
        )
        raise ReadError(file.name, reason, head.lines)
