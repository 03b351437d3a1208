"""Adjacency matrices as text: square tables of numbers, with or without names."""

import csv
import re
from dataclasses import dataclass

import numpy as np

from n2n.io.headers import HOW, find_ends
from n2n.io.readers.errors import ReadError
from n2n.io.readers.formats.found import Found
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given
from n2n.io.readers.tables import Text, open_text

# From this size on, a square table of numbers is hardly ever a list of edges with weights by chance.
_SURELY = 6
_SMALLEST = 3
_HARDLY_A_LIST = 10
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?")
# Blank lines that are still counted one by one.
_BLANK = 1000


@dataclass(frozen=True)
class _Form:
    """Where names stand in a square table: above it, before it, or nowhere."""

    text: Text
    delimiter: str
    size: int
    header: bool
    index: bool
    names: tuple[str, ...] | None


def read_text_matrix(file: Given, limits: Limits) -> Found:
    """A square table of numbers; whatever is not 0 is an edge."""
    form = _form(open_text(file))
    if form is None:
        raise ReadError(file.name, "it is not a square table of numbers.")
    return _read(form, limits)


def is_text_matrix(text: Text, limits: Limits) -> bool:
    """Whether a table is an adjacency matrix and not, by chance, as long as it is wide."""
    try:
        form = _form(text)
        if form is None or form.size**2 > limits.values:
            return form is not None and form.size >= _SURELY  # the reader says that it is too large
        matrix = _numbers(form)
    except ReadError:
        return False
    if form.header and form.index:
        return True
    symmetric, binary = bool((matrix == matrix.T).all()), bool(np.isin(matrix, (0, 1)).all())
    if form.header or form.index:
        return symmetric or (binary and form.size >= _SURELY)
    return binary or (symmetric and form.size > _SMALLEST) or (form.size >= _HARDLY_A_LIST)


def matrix_question(text: Text) -> str:
    """What is ambiguous about a table that may be edges with weights or a matrix; "" for other tables."""
    try:
        form = _form(text)
    except ReadError:
        return ""
    if form is None or form.header or form.index or form.size >= _HARDLY_A_LIST:
        return ""
    if text.file.data.startswith((b"% sym", b"% asym", b"% bip")):  # as KONECT begins its lists of edges
        return ""
    rows = text.rows(form.delimiter)
    if any("." in row[2] for row in rows) and not any("." in cell for row in rows for cell in row[:2]):
        return ""  # weights that are not whole numbers behind ids that are
    size = form.size
    return (
        f"{size} rows of {size} numbers may be edges with a weight or an adjacency matrix: {HOW} (a matrix "
        "needs the names of its nodes above and before its numbers)."
    )


def _form(text: Text) -> _Form | None:
    """The form of a square table of numbers, from its first rows and the number of its lines."""
    delimiter = text.delimiter()
    rows = text.rows(delimiter)
    width = len(rows[-1])
    if text.file.data.count(b"\n", text.start) > width + _BLANK:  # quick, for a long edge list
        return None
    lines = _count(text)
    for size, header, index in (
        (width, False, False),
        (width, True, False),
        (width - 1, True, True),
        (width - 1, False, True),
    ):
        if size < _SMALLEST or lines != size + header:
            continue
        body = rows[header:]
        if any(len(row) != width or not all(map(_is_number, row[index:])) for row in body):
            continue
        above = rows[0][-size:] if header else []
        before = [row[0] for row in body] if index else []
        if header and (len(above) < size or len(set(above)) < size):
            continue
        if header and find_ends(rows[0]):
            continue
        if header and index and before != above[: len(before)]:
            continue
        if (header != index) and all(map(_is_number, above or before)):
            continue
        if index and not header and len(set(before)) < len(before):
            continue
        names = tuple(above) if header else _first_cells(text, delimiter) if index else None
        return _Form(text, delimiter, size, header, index, names)
    return None


def _read(form: _Form, limits: Limits) -> Found:
    limits.check("nodes", form.size, form.text.file.name)
    limits.check("values", form.size**2, form.text.file.name)
    source, target = _numbers(form).nonzero()
    limits.check("edges", len(source), form.text.file.name)
    if form.names is None:
        return Found(np.arange(form.size), source, target)
    names = np.array(form.names, dtype=object)
    return Found(list(form.names), names[source].tolist(), names[target].tolist())


def _numbers(form: _Form) -> np.ndarray:
    text = form.text
    lines = (line for line in text.file.data[text.start :].split(b"\n") if line.strip())
    try:
        matrix = np.loadtxt(
            (line.decode("utf-8", "replace").rstrip("\r") for line in lines),
            np.float32,
            comments=None,
            delimiter=form.delimiter,
            skiprows=int(form.header),
            usecols=range(int(form.index), form.size + form.index),
            quotechar='"',
            ndmin=2,
        )
    except (ValueError, OverflowError):
        raise ReadError(text.file.name, "it is not a square table of numbers.") from None
    if matrix.shape != (form.size, form.size) or np.isnan(matrix).any():
        raise ReadError(text.file.name, "it is not a square table of numbers.")
    return matrix


def _count(text: Text) -> int:
    """Lines that are not blank."""
    return sum(1 for line in text.file.data[text.start :].split(b"\n") if line.strip())


def _first_cells(text: Text, delimiter: str) -> tuple[str, ...]:
    lines = text.file.data[text.start :].decode("utf-8", "replace").splitlines()
    rows = csv.reader((line for line in lines if line.strip()), delimiter=delimiter)
    return tuple(row[0].strip() for row in rows)


def _is_number(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text))
