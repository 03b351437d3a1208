"""Tables as text: their structure from the first lines, their content by pyarrow, block by block.

The same class reads a table in memory and one in a file that is larger than memory: only `convert` asks for
the latter. pyarrow reads 300,000 lines with text ids and numbers them in 0.15 s; DuckDB takes 0.33 s.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from n2n.io.attributes import DECIMAL_COMMA, is_number
from n2n.io.limits import InputFile, Limits, ReadError, quoted
from n2n.io.unpack import COMPRESSED

if TYPE_CHECKING:
    import pyarrow as pa

DELIMITERS = {",": "comma", "\t": "tab", ";": "semicolon", "|": "bar", " ": "space"}
LONGEST_LINE = 8 << 20
_SAMPLE_BYTES, _SAMPLE_LINES, _FEWEST_LINES = 1 << 18, 200, 5
_CHUNK = 4 << 20
# All control characters except tab and line ends.
_CONTROL = bytes({*range(32), 127} - set(b"\t\n\r"))
# A byte order mark, and Excel's first line "sep=;".
_START = re.compile(rb"(?:\xef\xbb\xbf)?(?:sep=.\r?\n)?", re.IGNORECASE)
# Further down, a comment is one only with a space behind its sign: names may begin with such a sign. Lines
# stay, blank, so that they can be counted. networkx writes a dictionary such as {'weight': 4} behind an edge.
_COMMENT_BELOW = re.compile(rb"(?m)^[#%][ \t][^\n]*|^[#%]\r?$")
_DICTIONARY = re.compile(rb"(?m)^([^{\n]*)[ \t,;]\{[^\n]*\}(?=\r?$)")
# What stands before and after a cell; nothing at the end of the file.
_CELL_ENDS = (b"", b"\n", b"\r", b'"', b" ", *(sign.encode() for sign in DELIMITERS))


def compute() -> Any:
    """The module `pyarrow.compute`, whose functions are created at run time: no type checker knows them."""
    import pyarrow.compute  # here for the start-up time

    return pyarrow.compute


class TextTable:
    """A table as text, with its first lines at hand."""

    def __init__(self, file: InputFile):
        self.file, data = file, file.data
        if len(data.translate(None, _CONTROL)) < len(data):
            at = next(at for at, byte in enumerate(data) if byte in _CONTROL)
            line = data.count(b"\n", 0, at) + 1
            raise ReadError(file.name, f"byte {data[at]:#04x} does not belong in a text file.", line)
        if b"\n" not in data and b"\r" in data:
            data = data.replace(b"\r", b"\n")
        _, lines = _first_lines(data, file.name)
        dictionaries = sum(_DICTIONARY.match(line) is not None for line in lines)
        if 0 < dictionaries < len(lines):
            reason = "only some lines have {…} at their end: write an edge list with networkx.write_edgelist."
            raise ReadError(file.name, reason)
        self._has_dictionaries, self._has_runs = dictionaries > 0, _has_runs(lines)
        self._data = self._clean(data)
        self._start, lines = _first_lines(self._data, file.name)
        rows = self._data.count(b"\n", self._start) + (not self._data.endswith(b"\n"))
        self.most_rows = 0 if file.path else rows
        """Lines of a table in memory, blank ones and the header included."""
        self._lines = [line.decode("utf-8", "replace").rstrip("\r") for line in lines]

    def rows(self, delimiter: str) -> list[list[str]]:
        """The first lines, split into columns."""
        try:
            return [[text.strip() for text in row] for row in csv.reader(self._lines, delimiter=delimiter)]
        except csv.Error:
            return [line.split(delimiter) for line in self._lines]

    def delimiter(self) -> str:
        """The character that splits most of the first lines into the same number of columns, at least two."""
        best, most = ",", 0.0
        for sign in DELIMITERS:
            widths = [len(row) for row in self.rows(sign)]
            usual = max(set(widths), key=widths.count)
            share = widths.count(usual) / len(widths)
            # Commas within numbers separate no columns where semicolons do.
            decimal = sign == ";" and not any(re.search(r"\D,|,\D", line) for line in self._lines)
            if usual > 1 and (share > most or (share == most and decimal)):
                best, most = sign, share
        return best

    def occurs(self, cell: str) -> bool:
        """Whether a text is a cell of the table below its first line."""
        word = cell.encode()
        start = len(self._lines[0].encode())
        for data in self._pieces() if word else ():
            at, start = data.find(word, start), 0
            while at >= 0:
                end = at + len(word)
                if data[max(at - 1, 0) : at] in _CELL_ENDS and data[end : end + 1] in _CELL_ENDS:
                    return True
                at = data.find(word, at + 1)
        return False

    def may_be_square(self, width: int) -> bool:
        """Whether there are about as many rows as columns, up to some blank lines."""
        if not 3 <= self.most_rows <= width + 100:
            return False
        return self.most_rows > len(self._lines) >= _SAMPLE_LINES or len(self._lines) <= width + 1

    def num_lines(self) -> int:
        """Lines of a table in memory that are not blank."""
        return sum(1 for line in self._data[self._start :].split(b"\n") if line.strip())

    def line_of(self, row: int, columns: Any) -> int | None:
        """The line of the file in which a row of the table begins; lines count from 1, rows from 0."""
        rows = islice(self._numbered_rows(columns.delimiter), row + columns.header, None)
        return next((line for line, _ in rows), None)

    def _numbered_rows(self, delimiter: str) -> Iterator[tuple[int, list[str]]]:
        """All rows with the lines in which they begin; cells may have several lines."""
        line = 1 + self._data.count(b"\n", 0, self._start)
        for data in self._pieces():
            try:
                text = data.decode("utf-8")
            except UnicodeDecodeError as wrong:
                line += data.count(b"\n", 0, wrong.start)
                reason = "some characters are not UTF-8: save the file as UTF-8."
                raise ReadError(self.file.name, reason, line) from None
            reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
            begin = 0
            for cells in reader:
                if len(cells) > 1 or "".join(cells).strip():
                    yield line + begin, cells
                begin = reader.line_num
            line += data.count(b"\n")

    def blocks(
        self, columns: Any, kinds: dict[int, str], limits: Limits, what: str
    ) -> Iterator["pa.RecordBatch"]:
        """The columns in `kinds`, named by their positions, a few megabytes at a time.

        Args:
            columns: delimiter and header of the table.
            kinds: position of a column -> "text" or "number".
            what: the limit for the number of rows, "edges" or "nodes".
        """
        import pyarrow as pa  # here for the start-up time
        import pyarrow.csv as pacsv

        limits.check(what, self.most_rows - columns.header, self.file.name)
        if len(self._lines) == columns.header:  # nothing below it
            return
        rows = self.rows(columns.delimiter)
        numbers = [column for column, kind in kinds.items() if kind == "number"]
        cells = (row[column] for row in rows for column in numbers if column < len(row))
        has_commas = any(map(DECIMAL_COMMA.fullmatch, cells))
        options = {
            "read_options": pacsv.ReadOptions(
                column_names=[str(column) for column in range(len(rows[0]))],
                block_size=LONGEST_LINE,
                skip_rows=int(columns.header),
            ),
            "parse_options": pacsv.ParseOptions(
                delimiter=columns.delimiter, newlines_in_values=any('"' in line for line in self._lines)
            ),
            "convert_options": pacsv.ConvertOptions(
                include_columns=[str(column) for column in kinds],
                column_types={
                    str(column): pa.string() if kind == "text" else pa.float32()
                    for column, kind in kinds.items()
                },
                strings_can_be_null=False,
                decimal_point="," if has_commas else ".",
            ),
        }
        pieces = self._pieces()
        stream = pa.PythonFile(_Stream(pieces), "r") if self.file.path else pa.BufferReader(next(pieces))
        try:
            yield from pacsv.open_csv(stream, **options)
        except pa.ArrowException:
            raise self._explain(columns, numbers) from None

    def _explain(self, columns: Any, numbers: Sequence[int]) -> ReadError:
        """Why pyarrow could not read the table, with the line."""
        name, width = self.file.name, len(self.rows(columns.delimiter)[0])
        try:
            for row, (line, cells) in enumerate(self._numbered_rows(columns.delimiter)):
                if len(cells) != width:
                    found = f"{len(cells)} column{'' if len(cells) == 1 else 's'} instead of {width}"
                    return ReadError(name, f"{found} (separator: {DELIMITERS[columns.delimiter]}).", line)
                wrong = [cells[at] for at in numbers if cells[at].strip() and not is_number(cells[at])]
                if wrong and row >= columns.header:
                    reason = f"{quoted(wrong[0])} is not a number: do not use its column as a feature."
                    return ReadError(name, reason, line)
        except ReadError as error:
            return error
        except csv.Error:
            pass
        return ReadError(name, "it cannot be read as a table: check separators and quotation marks.")

    def _clean(self, data: bytes) -> bytes:
        """The same rows without comments, dictionaries and more than one space between columns."""
        # One byte is found much faster than two.
        if any(sign in data and b"\n" + sign in data for sign in (b"#", b"%")):
            data = _COMMENT_BELOW.sub(b"", data)
        if self._has_dictionaries:
            data = _DICTIONARY.sub(rb"\1", data)
        if self._has_runs:
            data = data.replace(b"\t", b" ")
            while b"  " in data:
                data = data.replace(b"  ", b" ")
            for end in (b"\r\n", b"\n"):
                data = data.replace(b" " + end, end)
            data = data.replace(b"\n ", b"\n").strip(b" ")
        return data

    def _pieces(self) -> Iterator[bytes]:
        """The rows in pieces of whole lines, the header included."""
        start = self._start
        if not self.file.path:
            yield self._data[start:] if start else self._data
            return
        rest = b""
        try:
            with open_path(self.file.path) as file:
                while piece := file.read(_CHUNK):
                    whole, end, rest = (rest + piece).rpartition(b"\n")
                    if end:
                        yield self._clean(whole + end)[start:]
                        start = 0
        except (OSError, EOFError):
            reason = "it cannot be decompressed: it is damaged or cut short."
            raise ReadError(self.file.name, reason) from None
        yield self._clean(rest)[start:]


def open_path(path: Path) -> Any:
    """A file, decompressed while it is read."""
    import pyarrow as pa  # here for the start-up time

    return pa.input_stream(str(path)) if path.name.lower().endswith(COMPRESSED) else path.open("rb")


class _Stream(io.RawIOBase):
    """Pieces of bytes as a file for pyarrow."""

    def __init__(self, pieces: Iterator[bytes]):
        self._pieces, self._piece = pieces, memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a part of the buffer, as all streams in Python do."""
        while not self._piece:
            found = next(self._pieces, None)
            if found is None:
                return 0
            self._piece = memoryview(found)
        count = min(len(buffer), len(self._piece))
        buffer[:count] = self._piece[:count]
        self._piece = self._piece[count:]
        return count


def _first_lines(data: bytes, name: str) -> tuple[int, list[bytes]]:
    """The byte at which the first line that is not a comment begins, and the first lines from there on."""
    found = _START.match(data)
    start = at = found.end() if found else 0
    lines: list[bytes] = []
    while at < len(data) and len(lines) < _SAMPLE_LINES:
        end = data.find(b"\n", at, at + LONGEST_LINE)
        end = len(data) if end < 0 else end
        if end - at > LONGEST_LINE:
            line = data.count(b"\n", 0, at) + 1
            raise ReadError(name, "the line is longer than 8 MB, so it is not a table.", line)
        line = data[at:end].rstrip(b"\r")
        at = end + 1
        if not lines and (line.startswith((b"#", b"%")) or not line.strip()):
            start = at
        elif line:
            lines.append(line)
        if at - start > _SAMPLE_BYTES and len(lines) >= _FEWEST_LINES:
            break
    if not lines:
        raise ReadError(name, "the file holds no rows.")
    return start, lines


def _has_runs(lines: Sequence[bytes]) -> bool:
    """Whether several spaces separate columns or, as in some files of KONECT, spaces as well as tabs."""
    text = b"\n".join(lines)
    if b" " not in text or any(sign in text for sign in (b",", b";", b"|", b'"')):
        return False
    if b"\t" in text:
        return bool(re.fullmatch(rb"[-+.\deE \t\n]+", text)) and bool(re.search(rb"\d \d", text))
    return bool(re.search(rb"  |(?m:^ | $)", text)) and bool(re.search(rb"\S +\S", text))
