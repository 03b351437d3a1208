"""Tar archives as tarfile writes them, plain and compressed, and what could hide in one."""

import bz2
import gzip
import io
import lzma
import tarfile

import pytest

from n2n.io.readers import Limits, ReadError, read_graph, read_with_report
from n2n.io.readers.tars import entries, is_tar
from tests.io.readers.corpus_formats import tarred, zipped

EDGES = b"source,target\nanna,ben\nben,cleo\n"
LONG = "a/" * 80 + "edges.csv"


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
@pytest.mark.parametrize("path", ["edges.csv", "data/ü/edges.csv", LONG])
def test_files_are_those_that_tarfile_finds(form, path):
    data = tarred({"data/README": b"x" * 600, path: EDGES, "empty": b""}, form)
    assert is_tar(data)
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        expected = [(info.name, archive.extractfile(info).read()) for info in archive]
    assert list(entries(data)) == expected


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
@pytest.mark.parametrize("name", ["graph.tar", "graph.tgz", "graph.tar.gz", "graph"])
def test_a_tar_is_read_like_a_zip_however_it_is_called(pack, name):
    nodes = gzip.compress(b"id,label\nanna,x\nben,y\ncleo,y\n")
    files = {"README": b"by hand", "edges.csv": EDGES, "nodes.csv.gz": nodes}
    data = tarred({f"graph/{file}": content for file, content in files.items()})
    reading = read_with_report((name, pack(data)))
    assert (reading.graph.num_edges, reading.graph.num_classes, reading.graph.name) == (2, 2, "graph")
    assert "Not part of the graph, and ignored: README." in reading.report.notes


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_links_and_devices_are_refused(kind):
    with pytest.raises(ReadError, match=r'^g\.tar: "link" in it is not a plain file: leave it out\.'):
        read_graph(("g.tar", tarred({"edges.csv": EDGES}, link=kind)))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (tarred({"../edges.csv": EDGES}), '"../edges.csv" in it points outside the archive'),
        (tarred({"/etc/edges.csv": EDGES}), "points outside the archive"),
        (tarred({"a/edges.csv": EDGES, "b/edges.csv": EDGES}), 'it has two files called "edges.csv"'),
        (tarred({f"{i}.csv": EDGES for i in range(9)}), "the archive has more than 5 files"),
        (tarred({"inner.tar": tarred({"edges.csv": EDGES})}), "it contains another archive, inner.tar"),
        (tarred({"inner.tgz": gzip.compress(tarred({"e.csv": EDGES}))}), "it contains another archive"),
        (tarred({"inner.zip": zipped({"edges.csv": EDGES})}), "it contains another archive, inner.zip"),
        (zipped({"inner.tar": tarred({"edges.csv": EDGES})}), "it contains another archive, inner.tar"),
        (tarred({}), "byte 0x00 does not belong|the file is empty"),
        (tarred({"README": b"x"}), "there is no data in the archive, only documents"),
        (gzip.compress(tarred({"edges.csv": bytes(3 << 20)})), "it grows more than 200 times"),
        (tarred({"data.pkl": b"\x80\x04."}), "it is a pickle"),
    ],
)
def test_what_is_wrong_is_told(data, words):
    with pytest.raises(ReadError, match=words):
        read_graph(("g.tar", data), limits=Limits(members=5))


def test_wherever_it_is_cut_nothing_is_missing_without_a_word():
    data = tarred({"README": b"x", "edges.csv": EDGES})
    end = len(data.rstrip(b"\0")) // 512 * 512 + 512
    for length in range(513, end + 512, 64):
        with pytest.raises(ReadError):
            read_graph(("g.tar", data[:length]))
    assert read_graph(("g.tar", data[: end + 512])).num_edges == 2


def test_a_damaged_header_is_not_taken_for_the_end():
    data = bytearray(tarred({"README": b"x", "edges.csv": EDGES}))
    data[1024 + 10] ^= 1
    with pytest.raises(ReadError, match="the archive is damaged or cut short"):
        read_graph(("g.tar", bytes(data)))
