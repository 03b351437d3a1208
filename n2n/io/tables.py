"""Tables as text or Parquet: their structure from the first rows, their content by pyarrow, block by block.

The same classes read a table in memory and one in a file that is larger than memory: only `convert` asks for
the latter. pyarrow reads 300,000 lines with text ids and numbers them in 0.15 s; DuckDB takes 0.33 s.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from n2n.compute.csr import Matrix
from n2n.graph.splits import Split
from n2n.io.attributes import DECIMAL_COMMA
from n2n.io.limits import InputFile, Limits, ReadError, quoted, shown
from n2n.io.unpack import COMPRESSED

if TYPE_CHECKING:
    import pyarrow as pa

DELIMITERS = {",": "comma", "\t": "tab", ";": "semicolon", "|": "bar", " ": "space"}
LONGEST_LINE = 8 << 20
_SAMPLE_BYTES, _SAMPLE_LINES, _FEWEST_LINES = 1 << 18, 200, 5
_CHUNK = 4 << 20
_BOM = b"\xef\xbb\xbf"
# All control characters except tab and line ends.
_CONTROL = bytes({*range(32), 127} - set(b"\t\n\r"))
_COMMENTS = (b"#", b"%")
# Excel's first line "sep=;".
_SEPARATOR = re.compile(rb"sep=.[\r\n]", re.IGNORECASE)
# Further down, a comment is one only with a space behind its sign: names may begin with such a sign. Lines
# stay, blank, so that they can be counted. networkx writes a dictionary such as {'weight': 4} behind an edge.
_COMMENT_BELOW = re.compile(rb"(?m)^[#%][ \t][^\n]*|^[#%]\r?$")
_DICTIONARY = re.compile(rb"(?m)^([^{\n]*)[ \t,;]\{[^\n]*$")
_RUNS, _OUTER = re.compile(rb"[ \t]+"), re.compile(rb"(?m)^[ \t]+|[ \t]+(?=\r?$)")
# What stands before and after a cell; nothing at the end of the file.
_CELL_ENDS = (b"", b"\n", b"\r", b'"', b" ", *(sign.encode() for sign in DELIMITERS))
_SAMPLE_ROWS, _BATCH_ROWS = 200, 1 << 16


def compute() -> Any:
    """The module `pyarrow.compute`, whose functions are created at run time: no type checker knows them."""
    import pyarrow.compute  # here for the start-up time

    return pyarrow.compute


class TextTable:
    """A table as text, with its first lines at hand."""

    def __init__(self, file: InputFile, path: Path | None = None):
        """A table in memory or, with a path, one of which `file` has only the beginning."""
        self.file, self.path = file, path
        data = file.data
        if len(data.translate(None, _CONTROL)) < len(data):
            at = next(at for at, byte in enumerate(data) if byte in _CONTROL)
            line = data.count(b"\n", 0, at) + 1
            raise ReadError(file.name, f"byte {data[at]:#04x} does not belong in a text file.", line)
        if b"\n" not in data and b"\r" in data:
            data = data.replace(b"\r", b"\n")
        self._cleaning: list[tuple[re.Pattern, bytes]] = []
        self._start, lines = _first_lines(data, file.name)
        if _COMMENT_BELOW.search(data, self._start):
            self._cleaning.append((_COMMENT_BELOW, b""))
        if all(_DICTIONARY.match(line) and line.rstrip().endswith(b"}") for line in lines):
            self._cleaning.append((_DICTIONARY, rb"\1"))
        if b" " in lines[0] and _has_runs(lines):
            self._cleaning += [(_RUNS, b" "), (_OUTER, b"")]
        self._data = self._clean(data) if self._cleaning else data
        if self._cleaning:
            self._start, lines = _first_lines(self._data, file.name)
        self.most_rows = (
            0 if path else self._data.count(b"\n", self._start) + (not self._data.endswith(b"\n"))
        )
        """Lines of a table in memory, blank ones and the header included."""
        self._lines = tuple(line.decode("utf-8", "replace").rstrip("\r") for line in lines)

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
            if usual > 1 and share > most:
                best, most = sign, share
        return best

    def occurs(self, cell: str) -> bool:
        """Whether a text is a cell of the table below its first line."""
        word = cell.encode()
        for data in self._pieces(1) if word else ():
            at = data.find(word)
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
        if self.path:
            return None
        above = self._data.count(b"\n", 0, self._start)
        text = io.StringIO(self._data[self._start :].decode("utf-8", "replace"), newline="")
        reader = csv.reader(text, delimiter=columns.delimiter)
        begin, wanted = 0, row + columns.header
        try:
            for cells in reader:
                if cells and any(cell.strip() or len(cells) > 1 for cell in cells):
                    if wanted == 0:
                        return above + begin + 1
                    wanted -= 1
                begin = reader.line_num
        except csv.Error:
            pass
        return None

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
        rows = self.rows(columns.delimiter)
        types = {"text": pa.string(), "number": pa.float32()}
        numbers = [column for column, kind in kinds.items() if kind == "number"]
        has_commas = bool(numbers) and has_decimal_commas(rows, numbers)
        bad: list[Any] = []

        def report(row: Any) -> str:
            bad.append(row)
            return "error"

        def open_reader(threads: bool) -> Any:
            pieces = self._pieces(int(columns.header))
            stream = pa.PythonFile(_Stream(pieces), "r") if self.path else pa.BufferReader(next(pieces))
            return pacsv.open_csv(
                stream,
                read_options=pacsv.ReadOptions(
                    column_names=[str(column) for column in range(len(rows[0]))],
                    block_size=LONGEST_LINE,
                    use_threads=threads,
                ),
                parse_options=pacsv.ParseOptions(
                    delimiter=columns.delimiter,
                    newlines_in_values=any('"' in line for line in self._lines),
                    invalid_row_handler=report,
                ),
                convert_options=pacsv.ConvertOptions(
                    include_columns=[str(column) for column in kinds],
                    column_types={str(column): types[kind] for column, kind in kinds.items()},
                    strings_can_be_null=False,
                    decimal_point="," if has_commas else ".",
                ),
            )

        if not any(map(bytes.strip, self._pieces(int(columns.header)))):
            return
        try:
            count = 0
            for batch in open_reader(threads=True):
                count += batch.num_rows
                limits.check(what, count, self.file.name)
                yield batch
        except pa.ArrowException:
            words = ""
            try:
                bad.clear()
                for _ in open_reader(threads=False):  # only without threads is the row known
                    pass
            except pa.ArrowException as error:
                words = str(error)
            raise self._explain(words, bad, columns) from None

    def _explain(self, words: str, bad: list, columns: Any) -> ReadError:
        """Why pyarrow could not read the table, with the line."""
        name = self.file.name
        if bad:
            row = bad[0]
            found = f"{row.actual_columns} column{'' if row.actual_columns == 1 else 's'}"
            reason = (
                f"{found} instead of {row.expected_columns} (separator: {DELIMITERS[columns.delimiter]})."
            )
            return ReadError(name, reason, self.line_of((row.number or 1) - 1, columns))
        if "UTF8" in words:
            reason = "some characters are not UTF-8: save the file as UTF-8."
            return ReadError(name, reason, self._first_bad_line())
        if "straddling" in words:
            return ReadError(name, "a line is longer than 8 MB, so it is not a table.")
        value, row = re.search(r"invalid value '(.*)'", words, re.DOTALL), re.search(r"Row #(\d+)", words)
        if value:
            line = self.line_of(int(row[1]) - 1, columns) if row else None
            return ReadError(
                name, f"{quoted(value[1])} is not a number: do not use its column as a feature.", line
            )
        return ReadError(name, "it cannot be read as a table: check separators and quotation marks.")

    def _first_bad_line(self) -> int | None:
        line = 1 + self._data.count(b"\n", 0, self._start)
        for data in self._pieces():
            try:
                data.decode("utf-8")
            except UnicodeDecodeError as wrong:
                return line + data.count(b"\n", 0, wrong.start)
            line += data.count(b"\n")
        return None

    def _clean(self, data: bytes) -> bytes:
        for pattern, replacement in self._cleaning:
            data = pattern.sub(replacement, data)
        return data

    def _pieces(self, skip: int = 0) -> Iterator[bytes]:
        """The rows in pieces of whole lines, without the first `skip` lines."""
        start = self._start
        for _ in range(skip):
            start = self._data.find(b"\n", start) + 1 or len(self._data)
        if not self.path:
            yield self._data[start:]
            return
        rest = b""
        try:
            with open_path(self.path) as file:
                while piece := file.read(_CHUNK):
                    whole, end, rest = (rest + piece).rpartition(b"\n")
                    if end:
                        yield self._clean(whole + end)[start:]
                        start = 0
        except (OSError, EOFError):
            reason = "it cannot be decompressed: it is damaged or cut short."
            raise ReadError(self.path.name, reason) from None
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
    start = len(_BOM) if data.startswith(_BOM) else 0
    if _SEPARATOR.match(data, start):
        start = data.find(b"\n", start) + 1 or len(data)
    lines: list[bytes] = []
    at = start
    while at < len(data) and len(lines) < _SAMPLE_LINES:
        end = data.find(b"\n", at, at + LONGEST_LINE)
        end = len(data) if end < 0 else end
        if end - at > LONGEST_LINE:
            line = data.count(b"\n", 0, at) + 1
            raise ReadError(name, "the line is longer than 8 MB, so it is not a table.", line)
        line = data[at:end]
        at = end + 1
        if not lines and (line.startswith(_COMMENTS) or not line.strip()):
            start = at
        elif line.strip(b"\r"):
            lines.append(line)
        if at - start > _SAMPLE_BYTES and len(lines) >= _FEWEST_LINES:
            break
    if not lines:
        raise ReadError(name, "the file holds no rows.")
    return start, lines


def _has_runs(lines: Sequence[bytes]) -> bool:
    """Whether several spaces separate columns or, as in some files of KONECT, spaces as well as tabs."""
    text = b"\n".join(line.rstrip(b"\r") for line in lines)
    if b" " not in text or any(sign in text for sign in (b",", b";", b"|", b'"')):
        return False
    if b"\t" in text:
        return bool(re.fullmatch(rb"[-+.\deE \t\n]+", text)) and bool(re.search(rb"\d \d", text))
    return bool(re.search(rb"  |(?m:^ | $)", text)) and bool(re.search(rb"\S +\S", text))


def has_decimal_commas(rows: Sequence[Sequence[str]], columns: Sequence[int]) -> bool:
    """Whether numbers in some columns are written with a comma, as in 1,5."""
    cells = (row[column] for row in rows for column in columns if column < len(row))
    return any(DECIMAL_COMMA.fullmatch(cell) for cell in cells)


class ColumnTable:
    """A table whose header is never in doubt: Parquet, or the nodes of a file such as GraphML.

    Args:
        edges: (2, M) edges between the rows, where the file holds a graph.
        x, splits: what a format gives beside columns.
        labels_are_names: whether the column `label` is what programs show of a node.
        ignored: what edges have and a graph here does not.
        unlisted: nodes that edges name although the file has a list of nodes without them.
        kind: "nodes" where it is certain that the rows are nodes.
    """

    def __init__(
        self,
        file: InputFile,
        table: Any,
        *,
        edges: np.ndarray | None = None,
        x: Matrix = None,
        splits: tuple[Split, ...] = (),
        labels_are_names: bool = False,
        ignored: Sequence[str] = (),
        unlisted: Sequence[str] = (),
        kind: str = "",
    ):
        self.file, self.table, self.edges, self.x, self.splits = file, table, edges, x, splits
        self.labels_are_names, self.kind = labels_are_names, kind
        self.ignored, self.unlisted = tuple(ignored), tuple(unlisted)

    @classmethod
    def of(cls, file: InputFile, columns: Mapping[str, Sequence | np.ndarray], **more: Any) -> "ColumnTable":
        """A table of nodes from columns of text or numbers."""
        import pyarrow as pa  # here for the start-up time

        arrays = [
            pa.array(values) if len(values) else pa.array([], pa.string()) for values in columns.values()
        ]
        return cls(file, pa.table(arrays, names=list(columns)), kind="nodes", **more)

    def rows(self, delimiter: str = ",") -> list[list[str]]:
        """The names of the columns and the first rows, as text."""
        head = self.table.slice(0, _SAMPLE_ROWS)
        columns = [_preview_of(column) for column in head.columns]
        return [list(self.table.column_names), *(list(row) for row in zip(*columns, strict=True))]

    def text_columns(self) -> list[Any]:
        """All columns as text."""
        return [_as_text(column) for column in self.table.columns]

    @property
    def most_rows(self) -> int:
        """Rows, as far as they are in memory."""
        return self.table.num_rows

    def delimiter(self) -> str:
        """Columns are not separated by a character; the first one there is stands for that."""
        return ","

    def occurs(self, cell: str) -> bool:
        """Names of columns are no cells."""
        return False

    def line_of(self, row: int, columns: Any) -> None:
        """A row is in no line of a file."""

    def blocks(
        self, columns: Any, kinds: dict[int, str], limits: Limits, what: str
    ) -> Iterator["pa.RecordBatch"]:
        """The columns in `kinds`, named by their positions; see `TextTable.blocks`."""
        limits.check(what, self.table.num_rows, self.file.name)
        yield from _typed(self.table, kinds, self.file.name)


class ParquetTable(ColumnTable):
    """A Parquet table, in memory or in the file at a path; sizes are checked before anything is decompressed.

    A few bytes can promise billions of values by run lengths. So texts stay in their dictionaries until their
    total length is known.
    """

    def __init__(self, file: InputFile, limits: Limits, path: Path | None = None):
        import pyarrow as pa  # here for the start-up time
        import pyarrow.parquet as pq

        self.file, self._limits = file, limits
        self._source = str(path) if path else pa.py_buffer(file.data)
        try:
            facts = pq.ParquetFile(self._source)
        except Exception as error:  # of many classes
            raise self._damaged(error) from None
        schema, rows = facts.schema_arrow, facts.metadata.num_rows
        limits.check("features", len(schema), file.name)
        limits.check("edges", rows, file.name)
        if rows * len(schema) > limits.values + 2 * limits.edges:
            raise ReadError(file.name, f"it has more than the {limits.values:,} values allowed.")
        groups = (facts.metadata.row_group(group) for group in range(facts.num_row_groups))
        limits.check_unpacked(sum(group.total_byte_size for group in groups), file.name)
        # pandas stores its index as a column of that name.
        names = [name for name in schema.names if not name.startswith("__index_level_")] or schema.names
        if not names or len(set(names)) < len(names):
            raise ReadError(file.name, "it has no columns, or two of the same name: name each of them.")
        self._texts = [field.name for field in schema if _is_text(field.type)]
        head = next(self._batches(names, _SAMPLE_ROWS), schema.empty_table().select(names))
        super().__init__(file, head)

    def blocks(
        self, columns: Any, kinds: dict[int, str], limits: Limits, what: str
    ) -> Iterator["pa.RecordBatch"]:
        """The columns in `kinds`, named by their positions; see `TextTable.blocks`."""
        names, count = self.table.column_names, 0
        for table in self._batches([names[column] for column in kinds], _BATCH_ROWS):
            count += table.num_rows
            limits.check(what, count, self.file.name)
            yield from _typed(table, dict(enumerate(kinds.values())), self.file.name, list(kinds))

    def _batches(self, names: list[str], rows: int) -> Iterator["pa.Table"]:
        import pyarrow as pa  # here for the start-up time
        import pyarrow.parquet as pq

        length = 0
        try:
            file = pq.ParquetFile(self._source, read_dictionary=self._texts)
            for batch in file.iter_batches(rows, columns=names):
                batch.validate(full=True)  # pyarrow takes offsets from the file, even if they point elsewhere
                length += sum(map(_text_length, batch.columns))
                self._limits.check_unpacked(length, self.file.name)
                yield pa.Table.from_batches([batch])
        except ReadError:
            raise
        except Exception as error:  # of many classes
            raise self._damaged(error) from None

    def _damaged(self, error: Exception) -> ReadError:
        words = shown(str(error).partition("\n")[0], 80).rstrip(".")
        return ReadError(self.file.name, f"it is damaged or cut short ({words}).")


def _is_text(type: "pa.DataType") -> bool:
    import pyarrow as pa  # here for the start-up time

    return pa.types.is_string(type) or pa.types.is_large_string(type) or pa.types.is_binary(type)


def _text_length(column: Any) -> int:
    """Bytes that the texts of a column take once each row has its own."""
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    if not pa.types.is_dictionary(column.type) or not _is_text(column.type.value_type):
        return 0
    return pc.sum(pc.take(pc.binary_length(column.dictionary), column.indices)).as_py() or 0


def _typed(
    table: "pa.Table", kinds: dict[int, str], file: str, names: Sequence[int] | None = None
) -> Iterator["pa.RecordBatch"]:
    """Columns of a table as "text", or as "number": float32 where they hold numbers, else text."""
    import pyarrow as pa  # here for the start-up time

    arrays = []
    for at, kind in kinds.items():
        column, types = table.column(at), pa.types
        numeric = types.is_integer(column.type) or types.is_floating(column.type)
        try:
            if kind == "number" and (numeric or types.is_boolean(column.type)):
                arrays.append(compute().fill_null(column.cast(pa.float32(), safe=False), np.nan))
            else:
                arrays.append(_as_text(column))
        except pa.ArrowException:
            reason = f"column {quoted(table.column_names[at])} holds neither text nor numbers: do not use it."
            raise ReadError(file, reason) from None
    yield from pa.table(arrays, names=[str(name) for name in names or kinds]).to_batches()


def _as_text(column: "pa.ChunkedArray") -> "pa.ChunkedArray":
    """A column as text: whole numbers without a point, nothing for what is missing."""
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    if pa.types.is_nested(column.type):
        raise pa.ArrowInvalid("a list")
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    text = column.cast(pa.string())
    if pa.types.is_floating(column.type):
        whole = pc.and_(pc.equal(pc.floor(column), column), pc.less(pc.abs(column), 2.0**53))
        number = pc.if_else(whole, column, 0).cast(pa.int64()).cast(pa.string())
        text = pc.if_else(whole, number, pc.if_else(pc.is_nan(column), "", text))
    return pc.fill_null(text, "")


def _preview_of(column: "pa.ChunkedArray") -> list[str]:
    """A few values as text; three dots for what has no text."""
    import pyarrow as pa  # here for the start-up time

    try:
        return _as_text(column).to_pylist()
    except pa.ArrowException:
        return ["…"] * len(column)
