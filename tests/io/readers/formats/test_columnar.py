"""Parquet and Feather as pyarrow and pandas write them, and what they could hide."""

import io
import struct

import numpy as np
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

from n2n.io.readers import Columns, Limits, ReadError, preview, read_graph, read_with_report

EDGES = pa.table({"weight": [0.5, 1.0, 2.0], "source": [10, 20, 30], "target": [20, 30, 40]})
NODES = pa.table(
    {
        "id": pa.array([10.0, 20.0, 30.0, 40.0, 50.0]),
        "label": pa.array(["red", "blue", None, "red", "red"]).dictionary_encode(),
        "age": pa.array([1, 2, 3, 4, 5], pa.int16()),
        "seen": [True, False, True, True, False],
    }
)


def parquet(table: pa.Table, **options) -> bytes:
    out = io.BytesIO()
    pq.write_table(table, out, **options)
    return out.getvalue()


def arrow(table: pa.Table, compression: str = "zstd", **options) -> bytes:
    out = io.BytesIO()
    feather.write_feather(table, out, compression=compression, **options)
    return out.getvalue()


@pytest.mark.parametrize("write", [parquet, arrow, lambda table: arrow(table, "lz4", chunksize=2)])
def test_tables_of_edges_and_nodes_are_read_like_text(write):
    reading = read_with_report({"edges.parquet": write(EDGES), "nodes.feather": write(NODES)})
    graph = reading.graph
    assert graph.node_names == ("10", "20", "30", "40", "50")
    assert graph.edges().tolist() == [[0, 1, 2], [1, 2, 3]]
    assert (graph.class_names, graph.y.tolist()) == (("blue", "red"), [1, 0, -1, 1, 1])
    np.testing.assert_array_equal(graph.x[:, 0], [1, 2, 3, 4, 5])
    assert any('edges from "source" to "target"; 1 more not used' in note for note in reading.report.notes)


def test_the_guess_can_be_corrected_and_the_index_of_pandas_is_left_out():
    table = EDGES.append_column("__index_level_0__", pa.array([0, 1, 2]))
    [look] = preview(("e.parquet", parquet(table)))
    assert look.names() == ["weight", "source", "target"]
    graph = read_graph(
        ("e.parquet", parquet(EDGES)), columns={"e.parquet": Columns("edges", source=2, target=0)}
    )
    assert "0.5" in graph.node_names


def test_text_that_grows_is_refused_before_it_has_grown():
    one = pa.DictionaryArray.from_arrays(np.zeros(300_000, np.int32), pa.array(["y" * 50_000]))
    bomb = pa.table({"source": one, "target": one})
    for data in (parquet(bomb, store_schema=False), parquet(bomb), arrow(bomb)):
        assert len(data) < 100_000
        with pytest.raises(ReadError, match="unpacked it is larger than the 1,024 MB"):
            read_graph(("e.parquet", data))


def test_a_compressed_piece_is_refused_by_the_size_that_it_claims():
    table = pa.table({"source": np.zeros(400_000, np.int64), "target": np.ones(400_000, np.int64)})
    for compression in ("lz4", "zstd"):
        data = arrow(table, compression, chunksize=400_000)
        assert len(data) < 200_000
        with pytest.raises(ReadError, match="unpacked it is larger than the 4 MB"):
            read_graph(("e.feather", data), limits=Limits(unpacked=4 << 20))
        at = data.find(struct.pack("<q", 3_200_000))
        huge = data[:at] + struct.pack("<q", 2**50) + data[at + 8 :]
        with pytest.raises(ReadError, match="unpacked it is larger than the 1,024 MB"):
            read_graph(("e.feather", huge))


def test_a_compressed_dictionary_is_refused_by_the_size_that_it_claims():
    names = pa.DictionaryArray.from_arrays(np.zeros(2, np.int32), pa.array(["y" * 5_000_000, "z"]))
    data = arrow(pa.table({"source": names, "target": ["a", "b"]}))
    at = data.find(struct.pack("<q", 5_000_001))
    huge = data[:at] + struct.pack("<q", 2**50) + data[at + 8 :]
    with pytest.raises(ReadError, match="unpacked it is larger than the 1,024 MB"):
        read_graph(("e.feather", huge))


def test_offsets_that_point_outside_are_noticed():
    data = arrow(pa.table({"source": ["a", "bb"], "target": ["c", "dd"]}), "uncompressed")
    offsets = struct.pack("<iii", 0, 1, 3)
    assert offsets in data
    with pytest.raises(ReadError, match="it is damaged or cut short"):
        read_graph(("e.feather", data.replace(offsets, struct.pack("<iii", 0, 1, 2**30), 1)))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PAR1" + bytes(40), "it is damaged or cut short"),
        (b"ARROW1" + bytes(40), "it is damaged or cut short"),
        (b"FEA1" + bytes(40), "it is damaged or cut short"),
        (parquet(pa.table({"a": [1] * 200, "b": [1] * 200})), "it has 200 edges, at most 100"),
        (arrow(pa.table({"a": [1] * 200, "b": [1] * 200})), "it has 200 edges, at most 100"),
        (parquet(pa.table({f"f{i}": [1] for i in range(60)})), "it has 60 features, at most 50"),
        (
            parquet(pa.table({"source": [[1]], "target": [2]})),
            'column "source" holds neither text nor numbers',
        ),
    ],
)
def test_what_is_wrong_is_told(data, words):
    with pytest.raises(ReadError, match=words):
        read_graph(("e.parquet", data), limits=Limits(edges=100, features=50))


def test_what_is_called_parquet_must_be_parquet():
    with pytest.raises(ReadError, match="it is not a Parquet table, or it is damaged"):
        read_graph(("e.parquet", b"a,b\n"))
