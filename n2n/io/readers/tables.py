"""Tables as text, comma- or tab-separated: their structure from the first lines, their content by pyarrow."""

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from n2n.io.readers.attributes import DECIMAL_COMMA
from n2n.io.readers.errors import NOT_UTF8, ReadError, quoted
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given

if TYPE_CHECKING:
    import pyarrow as pa

DELIMITERS = {",": "comma", "\t": "tab", ";": "semicolon", "|": "bar", " ": "space"}
LONGEST_LINE = 8 << 20
_SAMPLE_BYTES, _SAMPLE_LINES, _FEWEST_LINES = 1 << 18, 200, 5
_BOM = b"\xef\xbb\xbf"
# All control characters except tab and line ends.
_CONTROL = bytes({*range(32), 127} - set(b"\t\n\r"))
_COMMENTS = (b"#", b"%")
# Further down only with a space behind it: names may begin with such a sign.
_COMMENT_BELOW = re.compile(rb"(?m)^[#%][ \t][^\n]*|^[#%]\r?$")
# What stands before and after a cell; nothing at the end of the file.
_CELL_ENDS = (b"", b"\n", b"\r", b'"', b" ", *(sign.encode() for sign in DELIMITERS))
_MOST_MATCHES = 1_000_000
# Excel's first line "sep=;", and what networkx writes behind an edge, such as {'weight': 4}.
_SEPARATOR = re.compile(rb"sep=.[\r\n]", re.IGNORECASE)
_DICTIONARY = re.compile(rb"(?m)^([^{\n]*)[ \t,;]\{[^\n]*$")


@dataclass(frozen=True, eq=False)
class Text:
    """A table before it is read: its first lines, and where they begin."""

    file: Given
    start: int
    """Byte at which the first line that is not a comment begins."""
    lines: tuple[str, ...]
    """The first lines."""

    def rows(self, delimiter: str) -> list[list[str]]:
        """The first lines, split into columns."""
        try:
            return [[text.strip() for text in row] for row in csv.reader(self.lines, delimiter=delimiter)]
        except csv.Error:
            return [line.split(delimiter) for line in self.lines]

    def delimiter(self) -> str:
        """The character that splits most of the first lines into the same number of columns, at least two."""
        best, most = ",", 0.0
        for sign in DELIMITERS:
            widths = [len(row) for row in self.rows(sign)]
            usual = max(set(widths), key=widths.count)
            share = widths.count(usual) / len(widths)
            if usual > 1 and share > most:
                best, most = sign, share
        return best

    def num_rows(self, header: bool) -> int:
        """About how many rows there are below the header; blank lines count."""
        data = self.file.data
        return data.count(b"\n", self.start) + (not data.endswith(b"\n")) - header

    def is_elsewhere(self, cell: str) -> bool:
        """Whether a text is a cell of the table below its first line."""
        data, word = self.file.data, cell.encode()
        at = data.find(b"\n", self.start)
        for _ in range(_MOST_MATCHES):
            at = data.find(word, at + 1) if at >= 0 and word else -1
            if at < 0:
                return False
            if data[at - 1 : at] in _CELL_ENDS and data[at + len(word) : at + len(word) + 1] in _CELL_ENDS:
                return True
        return False

    def line_of(self, row: int, header: bool) -> int:
        """The line of the file that a row of the table is in; lines count from 1, rows from 0."""
        number = self.file.data.count(b"\n", 0, self.start)
        wanted = row + header
        for line in self.file.data[self.start :].splitlines():
            number += 1
            if line.strip(b"\r\n"):
                if wanted == 0:
                    break
                wanted -= 1
        return number


def open_text(file: Given) -> Text:
    """The first lines of a file that should be a table, without comments at its start."""
    data = file.data
    if len(data.translate(None, _CONTROL)) < len(data):
        at = next(at for at, byte in enumerate(data) if byte in _CONTROL)
        line = data.count(b"\n", 0, at) + 1
        raise ReadError(file.name, f"byte {data[at]:#04x} does not belong in a text file.", line)
    if b"\n" not in data and b"\r" in data:
        data = data.replace(b"\r", b"\n")
        file = file._replace(data=data)
    start = len(_BOM) if data.startswith(_BOM) else 0
    if _SEPARATOR.match(data, start):
        start = data.find(b"\n", start) + 1 or len(data)
    lines: list[bytes] = []
    at = start
    while at < len(data) and len(lines) < _SAMPLE_LINES:
        end = data.find(b"\n", at, at + LONGEST_LINE)
        if end < 0:
            end = len(data)
        if end - at > LONGEST_LINE:
            line = data.count(b"\n", 0, at) + 1
            raise ReadError(file.name, "the line is longer than 8 MB, so it is not a table.", line)
        line = data[at:end]
        at = end + 1
        if not lines and (line.startswith(_COMMENTS) or not line.strip()):
            start = at
            continue
        if line.strip(b"\r"):
            lines.append(line)
        if at - start > _SAMPLE_BYTES and len(lines) >= _FEWEST_LINES:
            break
    if not lines:
        raise ReadError(file.name, "the file holds no rows.")
    if any(data.find(b"\n" + sign, start) >= 0 for sign in _COMMENTS) and _COMMENT_BELOW.search(data, start):
        # The lines stay, blank, so that they can be counted.
        return open_text(file._replace(data=_COMMENT_BELOW.sub(b"", data)))
    if all(_DICTIONARY.match(line) and line.rstrip().endswith(b"}") for line in lines):
        return open_text(file._replace(data=_DICTIONARY.sub(rb"\1", data)))
    if _has_runs(lines) or _is_mixed(lines):
        data = re.sub(rb"(?m)^[ \t]+|[ \t]+(?=\r?$)", b"", re.sub(rb"[ \t]+", b" ", data))
        return open_text(file._replace(data=data))
    return Text(file, start, tuple(line.decode("utf-8", "replace").rstrip("\r") for line in lines))


def _has_runs(lines: list[bytes]) -> bool:
    """Whether spaces separate columns, and more than one of them at a time or at the ends of lines."""
    if any(sign in line for line in lines for sign in (b",", b"\t", b";", b"|", b'"')):
        return False
    plain = [line.rstrip(b"\r") for line in lines]
    return any(b" " in line.strip() and (b"  " in line or line != line.strip()) for line in plain)


def _is_mixed(lines: list[bytes]) -> bool:
    """Whether both spaces and tabs separate numbers, as in some files of KONECT."""
    return any(b" " in line.strip() and b"\t" in line for line in lines) and all(
        re.fullmatch(rb"[-+.\deE \t\r]+", line) for line in lines
    )


def read(
    text: Text, header: bool, delimiter: str, kinds: dict[int, str], limits: Limits, rows: str
) -> "pa.Table":
    """The columns in `kinds` of the whole table, named by their positions.

    Args:
        kinds: position of a column -> "text" or "number".
        rows: the limit for the number of rows, "edges" or "nodes".
    """
    import pyarrow as pa
    import pyarrow.csv as pacsv

    data, start = text.file.data, text.start
    limits.check(rows, text.num_rows(header), text.file.name)
    width = len(text.rows(delimiter)[0])
    if header:
        end = data.find(b"\n", start)
        start = len(data) if end < 0 else end + 1
    types = {"text": pa.string(), "number": pa.float32()}
    if start >= len(data.rstrip()):  # a header alone
        return pa.table({str(place): pa.array([], types[kind]) for place, kind in kinds.items()})

    numbers = [place for place, kind in kinds.items() if kind == "number"]
    point = "," if has_decimal_commas(text, delimiter, numbers) else "."

    def parse(threads: bool) -> pa.Table:
        return pacsv.read_csv(
            pa.BufferReader(pa.py_buffer(data).slice(start)),
            read_options=pacsv.ReadOptions(
                column_names=[str(place) for place in range(width)],
                block_size=LONGEST_LINE,
                use_threads=threads,
            ),
            parse_options=pacsv.ParseOptions(delimiter=delimiter),
            convert_options=pacsv.ConvertOptions(
                include_columns=[str(place) for place in kinds],
                column_types={str(place): types[kind] for place, kind in kinds.items()},
                strings_can_be_null=False,
                decimal_point=point,
            ),
        )

    try:
        return parse(threads=True)
    except pa.ArrowException:
        try:
            return parse(threads=False)  # only without threads does the message name the row
        except pa.ArrowException as error:
            raise _explained(text, header, delimiter, str(error)) from None


def has_decimal_commas(text: Text, delimiter: str, places: Iterable[int]) -> bool:
    """Whether numbers in some columns are written with a comma, as in 1,5."""
    rows = text.rows(delimiter)
    cells = (row[place] for row in rows for place in places if place < len(row))
    return any(DECIMAL_COMMA.fullmatch(cell) for cell in cells)


def _explained(text: Text, header: bool, delimiter: str, words: str) -> ReadError:
    """Why pyarrow could not read a table, with the line."""
    name = text.file.name
    row = re.search(r"Row #(\d+)", words)
    line = text.line_of(int(row.group(1)) - 1, header) if row else None
    counts = re.search(r"Expected (\d+) columns, got (\d+)", words)
    if counts:
        found = f"{counts.group(2)} column{'' if counts.group(2) == '1' else 's'}"
        reason = f"{found} instead of {counts.group(1)} (separator: {DELIMITERS[delimiter]})."
        return ReadError(name, reason, line)
    try:
        text.file.data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        line = text.file.data.count(b"\n", 0, wrong.start) + 1
        return ReadError(name, NOT_UTF8, line)
    value = re.search(r"invalid value '(.*)'", words, re.DOTALL)
    if value:
        reason = f"{quoted(value.group(1))} is not a number: do not use its column as a feature."
        return ReadError(name, reason, line)
    if "straddling" in words:
        return ReadError(name, "a line is longer than 8 MB, so it is not a table.")
    return ReadError(name, "it cannot be read as a table: check separators and quotation marks.", line)
