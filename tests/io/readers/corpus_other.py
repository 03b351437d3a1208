"""Bad files of the formats of other programs: promises that are not kept, bombs, cuts, tricks of grammar."""

import bz2
import gzip
import io
import json
import lzma
import struct

import numpy as np
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq

from tests.io.readers.corpus_formats import zipped

EDGES = b"a,b\nb,c\n"


def other_files():
    """All of them."""
    for cases in (_compressed, _counts, _texts, _json, _columnar, _layouts):
        yield from cases()


def _compressed():
    zstd = pa.Codec("zstd")
    pack = {
        "gz": gzip.compress,
        "bz2": lambda data: bz2.compress(data, 1),  # bombs take long at higher levels
        "xz": lambda data: lzma.compress(data, preset=0),
        "zst": lambda data: zstd.compress(data, asbytes=True),
    }
    for end, packed in pack.items():
        good, bomb, lines = packed(EDGES), packed(bytes(3 << 20)), packed(b"a,b\n" * 700_000)
        cases = {
            "a bomb": bomb,
            "a bomb of lines": lines,
            "a bomb in a bomb": packed(bomb),
            "a zip": packed(zipped({"edges.csv": EDGES})),
            "a zip in a zip": zipped({f"a.zip.{end}": packed(zipped({"edges.csv": EDGES}))}),
            "a bomb in a zip": zipped({f"edges.csv.{end}": lines}),
            "a tar": packed(bytes(257) + b"ustar" + bytes(500)),
            "nothing": packed(b""),
            "a head only": good[:6],
            "a cut end": good[:-3],
            "garbage after it": good + b"garbage",
            "a second part": good + packed(b"c,d\n"),
            "changed bytes": good[:12] + b"\xff\x00\xff" + good[15:],
        }
        for what, data in cases.items():
            yield f"{end} with {what}", {f"edges.csv.{end}": data}
    # The dictionary of this xz stream claims 4 GB.
    huge = lzma.compress(EDGES, lzma.FORMAT_ALONE)
    yield "lzma with a huge dictionary", {"edges.csv.lzma": huge[:1] + b"\xff\xff\xff\xff" + huge[5:]}


def _counts():
    """Headers that promise more than there is, or more than is allowed."""
    market = "%%MatrixMarket matrix {} {} {}\n"
    for count in (
        "100000 100000 5",
        "9 9 99999999",
        "9 9 29999",
        "99999999999999999999 9 9",
        "-1 -1 1",
        "3 3 -1",
        "3 4 1",
    ):
        text = market.format("coordinate", "pattern", "general") + count + "\n1 1\n"
        yield f"Matrix Market with the sizes {count}", {"g.mtx": text.encode()}
    for sizes in ("400 400", "19999 19999", "440 440", "0 0"):
        text = market.format("array", "real", "general") + sizes + "\n1\n"
        yield f"a dense Matrix Market of {sizes}", {"g.mtx": text.encode()}
    for what in (
        ("coordinate", "complex", "hermitian"),
        ("coordinate", "real", "sheared"),
        ("tensor", "real", "general"),
    ):
        yield f"Matrix Market of {what}", {"g.mtx": (market.format(*what) + "2 2 1\n1 2 1 1\n").encode()}
    bodies = {
        "an index of 0": "0 1",
        "an index too large": "9 1",
        "a word": "a b",
        "too little": "1",
        "NaN": "nan 1",
    }
    for what, body in bodies.items():
        text = market.format("coordinate", "real", "general") + f"3 3 1\n{body}\n"
        yield f"Matrix Market with {what}", {"g.mtx": text.encode()}
    for head in (
        "100000 5",
        "5 100000",
        "5 -1",
        "99999999999999999999999 1",
        "3 3 111 9999999",
        "3 3 999",
        "0 0",
    ):
        yield f"METIS with {head}", {"g.metis": f"{head}\n2 3\n1\n1\n".encode()}
    for count in ("100000", "-5", "9" * 30, "1e5", ""):
        yield f"Pajek with {count} vertices", {"g.net": f'*Vertices {count}\n1 "a"\n*Edges\n1 1\n'.encode()}
        yield (
            f"a partition with {count} vertices",
            {"e.csv": EDGES, "g.clu": f"*Vertices {count}\n1\n2\n".encode()},
        )


def _texts():
    many = " ".join(map(str, range(25_000)))
    names = " ".join(f"a{i}" for i in range(900))
    dots = {
        "deep braces": "graph {" + "{" * 9000,
        "deep subgraphs": "graph { " + "subgraph { " * 9000 + "}" * 9001,
        "a product": "graph { {" + names + "} -- {" + names.upper() + "} }",
        "too many nodes": "graph { " + many + " }",
        "an endless name": f'graph {{ "{"a" * 5000}" -- b }}',
        "an open text": 'graph { "a -- b }',
        "an open comment": "graph { a -- b /* }",
        "comments that never end": "/*" * 2000 + "graph { a -- b }",
        "many comments": "/**/" * 1000 + "x",
        "deep HTML": "graph { a -- " + "<" * 9000 + " }",
        "an open list": "graph { a [b=",
        "odd signs": "graph { a <-> b ? c }",
        "backslashes": 'graph { "' + "\\" * 9001 + '" }',
        "nothing": "graph {}",
        "hostile names": 'graph { "</script><img src=x>" -- "=1+1" }',
    }
    for what, text in dots.items():
        yield f"DOT with {what}", {"g.dot": text.encode()}
    others = {
        "g.gdf": [
            "nodedef>",
            "nodedef>name\n" + "a\n" * 2,
            "edgedef>a,b\n" + "'" * 9000,
            "nodedef>name" + ",x" * 9000,
            "nodedef>name\n" + "\n".join(map(str, range(21_000))),
            'nodedef>a,b\n"x,y',
            "nodedef>name\n,\n",
            "nodedef>name,a\n" + " " * 50_000 + "x",
        ],
        "g.net": [
            "*Vertices 3\n*Edges\n1 9\n",
            "*Vertices 3\n*Edges\n" + "1 2\n" * 31_000,
            "*Edges\n1 2\n",
            "*Vertices 2\n9 x\n",
            "*Vertices 3\n*Matrix\n1 1 1\n1 1 1\n1 1 1\n1 1 1\n",
            "*Vertices 2\n*Vertices 3\n",
            '*Vertices 1\n1 "' + "a" * 900 + '"\n',
            "*Vertices 3\n*Arcslist\n" + "1 " * 31_000,
            "*Vertices 2\n*Partition\n*Vertices 2\n1\n",
        ],
        "g.sif": ["a pp\n", "a pp " + many, "a" * 500 + " pp b", "a\tpp\t\t\tb\n", "\t\t\t\n"],
        "g.adjlist": ["0 " + many, "a" * 500, "#\n#\n", "0 1 # 2\n", ",,,\n"],
        "m.csv": [
            "\n".join(",".join("1" * 470) for _ in range(470)),
            "1,2,3\n4,5,nan\n7,8,9\n",
            "0,1,1e99\n1,0,1\n1e99,1,0\n",
            ",a,a,b\na,0,1,1\na,1,0,1\nb,1,1,0\n",
            "a,b,c\n1,2,3\n4,5,6\n7,8,9\n",
        ],
        "g.txt": [
            "1 2 3\n4 5\n",
            "3 3\n1\n2\n3\n",
            "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n",
            "<!DOCTYPE html>\n<title>x</title>",
            "node_id\tfeature\tlabel\n0\t" + "1," * 900 + "\t0\n",
            "target\n1\n2\n",
            "node_id\tnode_id\n0\t1\t2\n",
            "   \n 1   2\n\n  2   3  \n" * 3,
        ],
    }
    for name, texts in others.items():
        for place, text in enumerate(texts):
            yield f"case {place} of {name}", {name: text.encode()}


def _json():
    cases = {
        "deep lists": "[" * 100_000,
        "deep objects": '{"nodes":' * 20_000,
        "a long number": "[[1, " + "9" * 9000 + "]]",
        "NaN": '{"nodes": [{"id": NaN}], "links": []}',
        "infinite ends": '[[Infinity, 1], ["a", -Infinity]]',
        "too many nodes": json.dumps({"nodes": list(range(21_000)), "links": []}),
        "too many links": json.dumps([[0, 1]] * 31_000),
        "too many attributes": json.dumps(
            {"nodes": [{"id": 1} | {f"k{i}": i for i in range(600)}], "links": []}
        ),
        "keys of its own": '{"nodes": [{"__proto__": 1, "id": "a"}], "links": []}',
        "lists as ids": '{"nodes": [{"id": [1]}], "links": []}',
        "nothing": "{}",
        "null": '{"nodes": null, "links": null}',
        "numbers as nodes": '{"nodes": 5, "links": []}',
        "numbers as links": '{"nodes": [], "links": [5]}',
        "a place outside": '{"nodes": [{"a": 1}], "links": [{"source": 0, "target": 7}]}',
        "text after it": "[[1, 2]] x",
        "half a letter": '[["ä", "b"]]',
        "adjacency of text": '{"nodes": [{"id": 1}], "adjacency": ["x"]}',
        "elements of text": '{"elements": {"nodes": "x", "edges": "y"}}',
        "truth as ids": "[[true, false]]",
    }
    for what, text in cases.items():
        data = text.encode("utf-8")
        yield (
            f"JSON with {what}",
            {"g.json": data.replace(b"\xc3\xa4", b"\xc3") if what == "half a letter" else data},
        )
    for place, features in enumerate(
        ("[1]", '{"0": [99999999]}', '{"0": [-1]}', '{"0": [1.5]}', '{"0": [[1]]}', '{"x": []}')
    ):
        yield f"case {place} of features.json", {"edges.csv": b"0,1\n", "features.json": features.encode()}


def _columnar():
    edges = pa.table({"source": ["a", "b"], "target": ["b", "c"]})
    one = pa.DictionaryArray.from_arrays(np.zeros(20_000, np.int32), pa.array(["y" * 1000]))
    tables = {
        "long texts": pa.table({"source": ["a" * 500], "target": ["b"]}),
        "a dictionary that grows": pa.table({"source": one, "target": one}),
        "too many rows": pa.table({"source": np.zeros(31_000, int), "target": np.ones(31_000, int)}),
        "lists": pa.table({"source": [[1], [2]], "target": [1, 2]}),
        "nothing": pa.table({"source": pa.array([], pa.string()), "target": pa.array([], pa.string())}),
        "no columns": pa.table({}),
        "nulls": pa.table({"source": pa.array([None, "a"]), "target": ["b", "c"]}),
        "NaN": pa.table({"source": [float("nan"), 1.0], "target": [1.0, 2.0]}),
        "bytes": pa.table({"source": [b"\xff\xfe", b"a"], "target": [b"b", b"c"]}),
        "times": pa.table(
            {"source": pa.array([1, 2], pa.timestamp("s")), "target": pa.array([3, 4], pa.date32())}
        ),
        "one name twice": pa.table([pa.array([1]), pa.array([2])], names=["source", "source"]),
    }
    for what, table in tables.items():
        out = io.BytesIO()
        pq.write_table(table, out)
        yield f"Parquet with {what}", {"e.parquet": out.getvalue()}
        out = io.BytesIO()
        feather.write_feather(table, out, compression="zstd")
        yield f"Feather with {what}", {"e.feather": out.getvalue()}
    out = io.BytesIO()
    feather.write_feather(
        pa.table({"source": np.zeros(29_000, int), "target": np.ones(29_000, int)}), out, compression="zstd"
    )
    data = out.getvalue()
    at = data.find(struct.pack("<q", 232_000))
    for claimed in (2**62, 2**40, -5, 0, 7):
        changed = data[:at] + struct.pack("<q", claimed) + data[at + 8 :]
        yield f"Feather that claims {claimed} bytes", {"e.feather": changed}
    out = io.BytesIO()
    pq.write_table(edges, out)
    good = out.getvalue()
    for cut in (8, 40, len(good) // 2, len(good) - 4):
        yield f"Parquet cut at {cut}", {"e.parquet": good[:cut]}
    yield "Parquet with a huge footer", {"e.parquet": good[:-8] + struct.pack("<I", 2**31) + b"PAR1"}


def _layouts():
    ogb = {
        "edge.csv": b"0,1\n",
        "num-node-list.csv": b"3\n",
        "node-feat.csv": b"1,2\n" * 3,
        "node-label.csv": b"0\n1\n0\n",
    }
    changes = {
        "too many nodes": {"num-node-list.csv": b"999999\n"},
        "a word for a count": {"num-node-list.csv": b"many\n"},
        "too few features": {"node-feat.csv": b"1,2\n"},
        "features of words": {"node-feat.csv": b"a,b\n" * 3},
        "uneven features": {"node-feat.csv": b"1,2\n1\n1,2\n"},
        "too many features": {"node-feat.csv": b",".join([b"1"] * 600) + b"\n"},
        "edges outside": {"edge.csv": b"0,99\n"},
        "binary labels": {"node-label.csv": bytes(range(256))},
        "a split outside": {"train.csv": b"9\n", "valid.csv": b"1\n", "test.csv": b"2\n"},
        "a split of words": {"train.csv": b"x\n", "valid.csv": b"1\n", "test.csv": b"2\n"},
    }
    for what, changed in changes.items():
        yield f"OGB with {what}", ogb | changed
    text = zipped({"README.md": b"# hi", "LICENSE": b"MIT"})
    yield "a zip of documents", {"g.zip": text}
    yield (
        "a zip with a README that is a pickle",
        {"g.zip": zipped({"README.md": b"\x80\x04.", "edges.csv": EDGES})},
    )
    yield (
        "a zip with two READMEs",
        {"g.zip": zipped({"a/README": b"1", "b/README": b"2", "edges.csv": EDGES})},
    )
