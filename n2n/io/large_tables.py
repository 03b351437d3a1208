"""Tables larger than memory, as DuckDB reads them: CSV, compressed or not, and Parquet."""

import gzip
import os
import re
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from n2n.io.readers.columns import Columns, edge_question, guess, names_of
from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.sources import Given
from n2n.io.readers.tables import open_text

_SAMPLE, _ROWS = 1 << 18, 200
_TABLES = (".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz", ".txt.gz", ".parquet")


def is_large_table(path: str | os.PathLike) -> bool:
    """Whether a file is a table that DuckDB reads, by its name."""
    return os.fspath(path).lower().endswith(_TABLES)


@dataclass(frozen=True)
class LargeTable:
    """A table in a file: how to read it, and what its columns mean."""

    path: Path
    columns: Columns
    names: tuple[str, ...]
    sql: str
    """What stands after FROM: the columns are c0, c1 and so on, as text."""

    @property
    def file(self) -> str:
        """The name for messages."""
        return self.path.name


def look(connection: Any, path: str | os.PathLike, kind: str, label: str | None = None) -> LargeTable:
    """A table by its path, with its columns guessed as `n2n.read_graph` does.

    Args:
        connection: a DuckDB connection.
        kind: "edges" or "nodes".
        label: the name of the column with the classes, in place of the guess.

    Raises:
        ReadError: there is no such file, or it is not such a table.
    """
    path = Path(path)
    if not path.is_file():
        raise ReadError(path.name, "there is no such file.")
    if path.suffix.lower() == ".parquet":
        names, rows, sql = _parquet(connection, path)
        columns = guess([list(names), *rows], f"{kind}.csv", ",", header=True)
    else:
        names, columns, sql = _text(path, kind)
    if len(names) < 2 and kind == "edges":
        raise ReadError(path.name, "it has one column: an edge list needs two columns of node ids.")
    if columns.kind != kind:
        wanted = "an edge list" if kind == "edges" else "a table of nodes with a column of ids"
        raise ReadError(path.name, f"it does not look like {wanted}: check the names of its columns.")
    if columns.sparse is not None:
        raise ReadError(path.name, "its features are lists of entries: give one column for each feature.")
    if label is not None:
        if label not in names or names.index(label) == columns.id:
            raise ReadError(path.name, f"there is no column {quoted(label)} for the labels.")
        place = names.index(label)
        rest = tuple(one for one in columns.features if one != place)
        columns = replace(columns, label=place, features=rest)
    return LargeTable(path, columns, names, sql)


def _parquet(connection: Any, path: Path) -> tuple[tuple[str, ...], list[list[str]], str]:
    source = f"read_parquet({literal(path)})"
    try:
        described = connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
    except Exception as error:  # DuckDB has a class for every kind of damage
        raise explained(error, path.name) from None
    names = tuple(row[0] for row in described)
    listed = ", ".join(f"CAST({identifier(name)} AS VARCHAR) AS c{place}" for place, name in enumerate(names))
    sql = f"(SELECT {listed} FROM {source})"
    rows = connection.execute(f"SELECT * FROM {sql} LIMIT {_ROWS}").fetchall()
    return names, [["" if value is None else value for value in row] for row in rows], sql


def _text(path: Path, kind: str) -> tuple[tuple[str, ...], Columns, str]:
    data = _beginning(path)
    text = open_text(Given(path.name, data))
    delimiter = text.delimiter()
    rows = text.rows(delimiter)
    columns = guess(rows, f"{kind}.csv", delimiter, is_elsewhere=text.is_elsewhere)
    if kind == "edges" and (asked := edge_question(rows, columns, text.is_elsewhere)):
        raise ReadError(path.name, asked)
    names = tuple(names_of(rows, columns.header))
    skipped = data.count(b"\n", 0, text.start) + columns.header
    types = ", ".join(f"'c{place}': 'VARCHAR'" for place in range(len(names)))
    sql = (
        f"read_csv({literal(path)}, auto_detect=false, header=false, skip={skipped}, "
        f"delim={literal(delimiter)}, quote='\"', escape='\"', columns={{{types}}}, strict_mode=true)"
    )
    return names, columns, sql


def _beginning(path: Path) -> bytes:
    """The first whole lines of a file, decompressed."""
    opener = gzip.open if path.suffix.lower() == ".gz" else open
    try:
        with opener(path, "rb") as file:
            data = file.read(_SAMPLE)
    except (OSError, EOFError, zlib.error):
        raise ReadError(path.name, "it cannot be decompressed: it is damaged or cut short.") from None
    return data if len(data) < _SAMPLE else data[: data.rfind(b"\n") + 1] or data


def explained(error: Exception, file: str) -> ReadError:
    """What DuckDB says about a file, in one sentence."""
    words = str(error)
    line = re.search(r"Line: (\d+)", words)
    found = re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", words)
    if found:
        reason = f"{found[2]} columns instead of {found[1]}."
    elif "utf" in words.lower() or "unicode" in words.lower():
        reason = "some characters are not UTF-8: save the file as UTF-8."
    else:
        first = words.splitlines()[0].split("Error: ", 1)[-1]
        reason = f"it cannot be read: {first.rstrip('.')}."
    return ReadError(file, reason, int(line[1]) if line else None)


def literal(text: object) -> str:
    """A text in SQL."""
    return "'" + str(text).replace("'", "''") + "'"


def identifier(name: str) -> str:
    """The name of a column in SQL."""
    return '"' + name.replace('"', '""') + '"'


def first_value(connection: Any, sql: str) -> str | None:
    """The first value of a query, quoted for a message; None where there is no row."""
    rows = connection.execute(sql).fetchall()
    return quoted(rows[0][0]) if rows else None
