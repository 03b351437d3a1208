"""Tables for DuckDB: how they are named in SQL, what their columns mean, what is wrong with them."""

import gzip

import pytest

from n2n.io.large_tables import explained, first_value, identifier, is_large_table, literal, look


@pytest.fixture
def connection():
    import duckdb  # not while tests are collected: what is loaded then is never freed, which DuckDB reports

    with duckdb.connect() as connection:
        yield connection


def test_names_are_quoted(connection):
    assert literal("it's") == "'it''s'"
    assert identifier('a "b"') == '"a ""b"""'
    assert first_value(connection, f"SELECT {literal(chr(39))}") == '"\'"'
    assert first_value(connection, "SELECT 1 WHERE false") is None
    assert [is_large_table(name) for name in ("a.CSV", "a.txt.gz", "a.parquet", "a.gml")] == [
        True, True, True, False
    ]  # fmt: skip


def test_a_table_is_read_below_its_header_with_the_label_that_was_named(connection, tmp_path):
    path = tmp_path / "it's.csv.gz"
    path.write_bytes(gzip.compress(b"# people\nid,age,team\na,1,7\nb,2,8\n"))
    table = look(connection, path, "nodes", label="team")
    assert connection.execute(f"SELECT c0, c2 FROM {table.sql}").fetchall() == [("a", "7"), ("b", "8")]
    assert (table.file, table.names) == ("it's.csv.gz", ("id", "age", "team"))
    assert (table.columns.id, table.columns.label, table.columns.features) == (0, 2, (1,))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("Line: 7\nExpected Number of Columns: 2 Found: 3", "e.csv, line 7: 3 columns instead of 2."),
        (
            "Invalid Input Error: Invalid unicode",
            "e.csv: some characters are not UTF-8: save the file as UTF-8.",
        ),
        ("IO Error: No magic bytes.\nmore", "e.csv: it cannot be read: No magic bytes."),
    ],
)
def test_what_duckdb_says_becomes_one_sentence(words, sentence):
    assert str(explained(Exception(words), "e.csv")) == sentence
