"""Files that are compressed on their own."""

import bz2
import gzip
import lzma

import pyarrow as pa
import pytest

from n2n.io.readers import Limits, ReadError, read_graph
from n2n.io.readers.compression import unpacked

EDGES = b"source,target\nanna,ben\nben,cleo\n"
MTX = b"%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n"


def zstd(data: bytes) -> bytes:
    return pa.compress(data, codec="zstd", asbytes=True)


PACK = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress, ".zst": zstd}


@pytest.mark.parametrize("end", PACK)
@pytest.mark.parametrize(
    ("name", "data"), [("e.csv", EDGES), ("g.mtx", MTX), ("g.dot", b"graph { a -- b -- c }")]
)
def test_any_text_may_be_compressed(end, name, data):
    graph = read_graph((name + end, PACK[end](data)))
    assert (graph.num_nodes, graph.num_edges, graph.name) == (3, 2, name.partition(".")[0])
    assert read_graph((name, PACK[end](data))).num_edges == 2  # whatever it is called


@pytest.mark.parametrize("end", PACK)
def test_unpacking_stops_at_the_limit(end):
    many = PACK[end](b"0,1\n" * 600_000)
    with pytest.raises(ReadError, match=r"^e\.csv\.\w+: it grows more than 200 times when unpacked\."):
        read_graph(("e.csv" + end, many))
    with pytest.raises(ReadError, match="unpacked it is larger than the 2 MB that are allowed"):
        unpacked("e.csv" + end, many, 2 << 20, Limits(ratio=10**9, unpacked=2 << 20))


@pytest.mark.parametrize("end", PACK)
def test_what_is_cut_short_or_packed_twice_is_told(end):
    packed = PACK[end](EDGES * 50)
    for cut in (len(packed) // 2, len(packed) - 2):
        with pytest.raises(ReadError, match=r"compression is damaged or cut short: compress it again"):
            read_graph(("e.csv" + end, packed[:cut]))
    with pytest.raises(ReadError, match="it contains another archive: unpack that one first"):
        read_graph(("e.csv.gz" + end, PACK[end](gzip.compress(EDGES))))


@pytest.mark.parametrize("end", PACK)
def test_parts_that_follow_each_other_are_all_read(end):
    parts = PACK[end](EDGES) + PACK[end](b"cleo,dora\n")
    assert read_graph(("e.csv" + end, parts)).num_edges == 3


def test_all_files_together_keep_to_the_limit():
    files = {f"{name}.csv.gz": gzip.compress(b"a,b\n" * 5000) for name in "ab"}
    with pytest.raises(ReadError, match=r"^b\.csv\.gz: unpacked it is larger than the 30,000 bytes"):
        read_graph(files, limits=Limits(unpacked=30_000))
