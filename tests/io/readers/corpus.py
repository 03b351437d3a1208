"""Bad files, made by code: every one must end in a sentence or in a correct graph.

`bad_files()` gives over two hundred of them, small ones, for small limits.
"""

import itertools
import json
import pickle
from collections.abc import Iterator

import numpy as np

from n2n.graph.catalogue import load
from n2n.io.readers import Limits
from n2n.io.samples import samples
from n2n.io.writers.graphs import export_graph
from tests.io.readers.corpus_formats import (
    Trap,
    archives_files,
    npz_files,
    safetensors_files,
    tar_files,
)
from tests.io.readers.corpus_markup import markup_files
from tests.io.readers.corpus_other import other_files

LIMITS = Limits(
    bytes=3 << 20,
    unpacked=4 << 20,
    members=20,
    slow_bytes=1 << 20,
    nodes=20_000,
    edges=30_000,
    features=500,
    values=200_000,
    classes=50,
    text=100,
)
NASTY = "</script><img src=x onerror=alert(1)>"


def bad_files() -> Iterator[tuple[str, dict[str, bytes]]]:
    """Names of the cases with their files."""
    yield from itertools.chain(
        _cut_off(), _flipped(), _encodings(), _tables(), _node_tables(),
        archives_files(), tar_files(), npz_files(), markup_files(), safetensors_files(), _others(),
        other_files(),
    )  # fmt: skip


def _cut_off():
    """Every sample, cut off at several places."""
    for sample in samples():
        for name, data in sample.files.items():
            for share in (0.02, 0.3, 0.5, 0.9, 0.99):
                files = {**sample.files, name: data[: int(len(data) * share)]}
                yield f"{name} of {sample.title} cut off at {share:.0%}", files


def _flipped():
    """Every sample with some of its bytes changed."""
    rng = np.random.default_rng(0)
    for sample in samples():
        for name, data in sample.files.items():
            for count in (1, 8, 64):
                changed = bytearray(data)
                for at in rng.integers(0, len(data), count):
                    changed[at] = int(rng.integers(0, 256))
                yield (
                    f"{name} of {sample.title} with {count} bytes changed",
                    {**sample.files, name: bytes(changed)},
                )


def _encodings():
    text = "source,target\nÄpfel,Öl\nÖl,Übel\n"
    for encoding in ("latin-1", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "utf-8-sig", "cp500"):
        yield f"edges in {encoding}", {"edges.csv": text.encode(encoding)}
    xml = '<?xml version="1.0" encoding="{}"?><graphml><graph edgedefault="undirected"/></graphml>'
    for encoding in ("utf-7", "rot13", "utf-16", "x-nothing", "idna", "ascii"):
        yield f"GraphML that claims {encoding}", {"g.graphml": xml.format(encoding).encode()}
    yield "an escape sequence", {"edges.csv": b"a,b\n\x1b[2Jc,d\n"}
    yield "a zero byte", {"edges.csv": b"a,b\nc,\0d\n"}
    yield "half a letter at the end", {"edges.csv": "a,b\nc,ä".encode()[:-1]}


def _tables():
    many = b"".join(b"%d,%d\n" % (i, i + 1) for i in range(40_000))
    cases = {
        "nothing": b"",
        "white space": b" \n\t\n  \r\n",
        "only comments": b"# a\n# b\n",
        "only a head": b"source,target\n",
        "one column": b"a\nb\nc\n",
        "three columns in one row": b"a,b\nc,d,e\n",
        "one column in one row": b"a,b\nc\n",
        "an empty target": b"a,b\nb,\n",
        "an empty source": b"a,b\n,c\n",
        "a space as an id": b"a,b\nc, \n",
        "an open quotation mark": b'a,b\n"c,d\ne,f\n',
        "quotation marks inside": b'a,b\nc"x"y,d\n',
        "a line break in quotation marks": b'a,b\n"c\nd",e\n',
        "duplicated columns": b"source,target,target\n1,2,3\n",
        "duplicated empty columns": b"source,target,,\n1,2,,\n",
        "more rows than allowed": many,
        "an endless line": b"a," * 600_000,
        "an endless id": b"a," + b"b" * 5_000 + b"\n",
        "too many nodes": b"".join(b"a%d,b%d\n" % (i, i) for i in range(15_000)),
        "mixed separators": b"a,b\nc;d\ne\tf\n",
        "no separators": b"ab\ncd\n",
        "carriage returns only": b"a,b\rc,d\r",
        "not a table": b"Dear all,\nplease find the graph attached, as promised.\nBest\n",
        "a web page": b"<html><body>404</body></html>",
        "JSON": json.dumps({"nodes": [1], "edges": []}).encode(),
        "a table of one cell": b"a",
        "separators only": b",,,\n,,,\n",
    }
    for what, data in cases.items():
        yield f"an edge list with {what}", {"edges.csv": data}
    ids = ["-1", "-9223372036854775809", "9" * 30, "1e309", "nan", "inf", "NULL", "None", "0x10", "007", "+1",
           "1.0", "１２", "=1+1", "@SUM(A1)", "'=a", NASTY, "../../etc/passwd", "%s%s", "{0}", "\u202eabc",
           "a" * 99, "\u0000".replace("\0", "zero"), "💥", "true"]  # fmt: skip
    for one in ids:
        yield f"the id {one[:20]!r}", {"edges.csv": f"{one},b\nb,c\n".encode()}


def _node_tables():
    edges = b"source,target\na,b\nb,c\n"
    tables = {
        "NaN": b"id,age\na,1\nb,nan\nc,2\n",
        "infinity": b"id,age\na,1\nb,inf\nc,2\n",
        "an overflow": b"id,age\na,1\nb,1e99\nc,2\n",
        "a missing value": b"id,age\na,1\nb,\nc,2\n",
        "a word among numbers": b"id,age\na,1\nb,2\n" + b"c,2\n" * 0 + b"c,old\n",
        "a node twice": b"id,label\na,x\nb,y\na,z\n",
        "a node missing": b"id,age\na,1\nb,2\n",
        "an empty id": b"id,label\na,x\n,y\nc,z\n",
        "too many classes": b"id,label\n" + b"".join(b"n%d,c%d\n" % (i, i) for i in range(60)),
        "an endless label": b"id,label\na," + b"x" * 500 + b"\nb,y\nc,y\n",
        "too many features": b"id," + b",".join(b"f%d" % i for i in range(600)) + b"\n" + b"a" + b",1" * 600,
        "duplicated features": b"id,f,f\na,1,2\nb,1,2\nc,1,2\n",
        "sparse without a value": b"id,features\na,1:1\nb,2:\nc,\n",
        "sparse with a word": b"id,features\na,1:1\nb,2:x\nc,\n",
        "sparse with NaN": b"id,features\na,1:1\nb,2:nan\nc,\n",
        "sparse with a huge number": b"id,features\na,1:1\nb,999999999:1\nc,\n",
        "sparse with a negative number": b"id,features\na,1:1\nb,-5:1\nc,\n",
        "sparse without a colon": b"id,features\na,1:1\nb,2\nc,\n",
        "sparse twice the same": b"id,features\na,1:1 1:2\nb,\nc,\n",
        "hostile labels": f"id,label\na,{NASTY}\nb,=cmd()\nc,-x\n".encode(),
        "another separator": b"id;label\na;x\nb;y\nc;z\n",
        "nothing": b"",
        "labels that are no whole numbers": b"id,label\na,1.5\nb,-7\nc,1e9\n",
        "other ids": b"id,label\n1,x\n2,y\n3,z\n",
        "random bytes": bytes(np.random.default_rng(1).integers(0, 256, 2000, np.uint8)),
    }
    for what, data in tables.items():
        yield f"a table of nodes with {what}", {"edges.csv": edges, "nodes.csv": data}
    yield "two edge lists", {"edges_a.csv": edges, "edges_b.csv": edges}
    yield "nodes alone", {"nodes.csv": b"id,label,age\na,x,1\nb,y,2\n"}
    yield "a table beside a graph", {"edges.csv": edges, "g.gml": b"graph [ ]"}


def _others():
    rng = np.random.default_rng(3)
    starts = {
        "gzip": b"\x1f\x8b", "bzip2": b"BZh9", "xz": b"\xfd7zXZ\x00", "7z": b"7z\xbc\xaf\x27\x1c",
        "rar": b"Rar!\x1a", "hdf5": b"\x89HDF\r\n", "parquet": b"PAR1", "npy": b"\x93NUMPY",
        "pdf": b"%PDF-1.7", "png": b"\x89PNG\r\n",
    }  # fmt: skip
    for what, start in starts.items():
        for name in ("graph.csv", "graph.bin"):
            yield f"{what} called {name}", {name: start + bytes(rng.integers(0, 256, 500, np.uint8))}
    for protocol in range(6):
        for name in ("graph.pkl", "graph.csv", "graph.npz", "graph.pt"):
            yield f"pickle {protocol} called {name}", {name: pickle.dumps(Trap(), protocol)}
    for count in (1, 10, 1000, 100_000):
        yield f"{count} random bytes", {"graph.csv": bytes(rng.integers(0, 256, count, np.uint8))}
    good = export_graph(load("karate"), "GraphML")
    for name in ("g.csv", "g.gml", "g.gexf", "g.npz", "g.safetensors", "g", "g.txt", "../../g.graphml"):
        yield f"GraphML called {name}", {name: good}
    yield "too large", {"edges.csv": b"a,b\n" * 1_000_000}
    yield "too large together", {f"{i}.csv": b"a,b\n" * 300_000 for i in range(4)}
