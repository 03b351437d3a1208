"""Bad files of the kinds that are not plain tables: archives, arrays and tensors."""

import gzip
import io
import json
import pickle
import struct
import tarfile
import zipfile

import numpy as np
import scipy.sparse as sp

from n2n.graph.storage import graph_bytes
from tests.graphs import graph_of


class Trap:
    """Running this pickle would be noticed: it leaves a mark in this module."""

    sprung = False

    def __reduce__(self):
        return exec, ("import tests.io.readers.corpus_formats as c; c.Trap.sprung = True",)


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(files: dict[str, bytes], form: int = tarfile.PAX_FORMAT, link: bytes | None = None) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        if link:
            info = tarfile.TarInfo("link")
            info.type, info.linkname = link, "/etc/passwd"
            archive.addfile(info)
    return out.getvalue()


def _header(name: bytes, size: bytes, kind: bytes = b"0", magic: bytes = b"ustar\x0000") -> bytes:
    """The header of a file in a tar, with whatever size it claims."""
    head = bytearray(512)
    head[: len(name)], head[124 : 124 + len(size)], head[156:157] = name, size, kind
    head[257 : 257 + len(magic)], head[148:156] = magic, b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head)


def tar_files():
    edges = b"a,b\nb,c\n"
    good, end = tarred({"edges.csv": edges}), bytes(1024)
    body = edges.ljust(512, b"\0")
    cases = {
        "nothing in it": tarred({}),
        "a symbolic link": tarred({"edges.csv": edges}, link=tarfile.SYMTYPE),
        "a hard link": tarred({"edges.csv": edges}, link=tarfile.LNKTYPE),
        "a device": tarred({"edges.csv": edges}, link=tarfile.BLKTYPE),
        "a path upwards": tarred({"../../edges.csv": edges}),
        "a path upwards in a long name": tarred({"../" * 50 + "edges.csv": edges}, tarfile.GNU_FORMAT),
        "too many files": tarred({f"{i}.csv": b"" for i in range(30)}),
        "too many folders": _header(b"f/", b"0", b"5") * 3000 + good,
        "a tar in it": tarred({"inner.tar": good}),
        "a compressed tar in it": tarred({"inner.tgz": gzip.compress(good)}),
        "a zip in it": tarred({"inner.zip": zipped({"edges.csv": edges})}),
        "a cut file": good[:515],
        "no end": good[:1024],
        "half a header": good[:1024] + good[:100],
        "another checksum": good[:150] + b"7" + good[151:],
        "a huge size": _header(b"edges.csv", b"77777777777") + body + end,
        "a negative size": _header(b"edges.csv", b"-1000") + body + end,
        "a binary size": _header(b"edges.csv", b"\x80" + b"\xff" * 11) + body + end,
        "no size": _header(b"edges.csv", b"size") + body + end,
        "a sparse file": _header(b"edges.csv", b"10", b"S") + body + end,
        "an unknown kind": _header(b"edges.csv", b"10", b"Z") + body + end,
        "an endless extended header": _header(b"x", b"7777777", b"x") + b"9" * 0o7777777 + end,
        "digits as an extended header": _header(b"x", b"100000", b"x") + b"9" * 0o100000 + body + end,
        "a size in an extended header": _header(b"x", b"25", b"x")
        + b"21 size=-99999999999\n".ljust(512, b"\0") + _header(b"edges.csv", b"10") + body + end,
        "text and no tar": b"a,b\n" * 300,
    }  # fmt: skip
    for what, data in cases.items():
        yield f"a tar with {what}", {"graph.tar": data}
    yield "a compressed tar bomb", {"graph.tgz": gzip.compress(tarred({"edges.csv": b"a,b\n" * 700_000}))}
    yield "a tar called zip", {"graph.zip": good}
    yield "a zip called tar", {"graph.tar": zipped({"edges.csv": edges})}


def archives_files():
    edges = b"a,b\nb,c\n"
    good = zipped({"edges.csv": edges})
    paths = [
        "../edges.csv",
        "/etc/passwd",
        "..\\edges.csv",
        "C:\\edges.csv",
        "a/../../b.csv",
        "\\\\host\\e.csv",
    ]
    cases = {f"the path {path}": zipped({path: edges}) for path in paths}
    cases |= {
        "a bomb": zipped({"edges.csv": b"a,b\n" * 900_000}),
        "a larger bomb": zipped({f"{i}.csv": b"0" * (3 << 20) for i in range(10)}),
        "a bomb of small parts": zipped({f"{i}.csv": b"0" * (900 << 10) for i in range(10)}),
        "too many files": zipped({f"{i}.csv": b"a,b\n" for i in range(300)}),
        "an archive in it": zipped({"inner.zip": good}),
        "nothing in it": zipped({}),
        "a folder only": zipped({"folder/": b""}),
        "bzip2": zipped({"edges.csv": edges}, zipfile.ZIP_BZIP2),
        "LZMA": zipped({"edges.csv": edges}, zipfile.ZIP_LZMA),
        "a password": good[:6]
        + b"\x01\x00"
        + good[8:].replace(b"PK\x01\x02\x14\x03\x14\x00\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01\x00"),
        "a pickle": zipped({"archive/data.pkl": pickle.dumps(Trap()), "archive/version": b"3"}),
        "an office document": zipped({"[Content_Types].xml": b"<x/>", "xl/workbook.xml": b"<x/>"}),
        "two files of one name": zipped({"a/edges.csv": edges, "b/edges.csv": edges}),
        "a wrong checksum": good.replace(struct.pack("<I", zipfile.crc32(edges)), b"abcd"),
        "a false size": good.replace(struct.pack("<I", len(edges)), struct.pack("<I", 3)),
        "a huge false size": good.replace(struct.pack("<I", len(edges)), struct.pack("<I", 2**31)),
        "a cut end": good[:-30],
        "a head only": good[:30],
        "64-bit lists": good[:-22] + b"PK\x06\x07" + bytes(16) + good[-22:],
        "garbage before it": b"PK\x03\x04" + bytes(50) + good,
    }
    for what, data in cases.items():
        yield f"a zip with {what}", {"graph.zip": data}


def npy(head: dict | bytes, body: bytes = b"", version: bytes = b"\x01\x00") -> bytes:
    text = head if isinstance(head, bytes) else repr(head).encode()
    text += b" " * (64 - (11 + len(text)) % 64) + b"\n"
    return b"\x93NUMPY" + version + struct.pack("<H", len(text)) + text + body


def npz(**arrays) -> bytes:
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def npz_files():
    edges = np.array([[0, 1], [1, 2]])
    csr = {
        "adj_data": np.ones(2),
        "adj_indices": np.array([1, 2]),
        "adj_indptr": np.array([0, 1, 2, 2]),
        "adj_shape": np.array([3, 3]),
    }

    def head(shape, descr="<i8"):
        return {"descr": descr, "fortran_order": False, "shape": shape}

    yield "an npz bomb", {"g.npz": zipped({"edge_index.npy": npy(head((2, 10**6)), bytes(16 * 10**6))})}
    yield "a pickled npz", {"g.npz": npz(edge_index=np.array([Trap(), Trap()], object))}
    yield (
        "pickled edges in a known layout",
        {"g.npz": npz(**csr | {"adj_indices": np.array([Trap(), 1], object)})},
    )
    heads = {
        "a huge shape": npy(head((10**12,))),
        "a negative shape": npy(head((-4,))),
        "an endless shape": npy(head((2,) * 60)),
        "an empty huge shape": npy(head((0, 10**18))),
        "an object type": npy(head((2,), "|O"), pickle.dumps([Trap(), Trap()])),
        "a structured type": npy(head((2,), [("a", "<i8")]), bytes(16)),
        "a time type": npy(head((2,), "<M8[s]"), bytes(16)),
        "code as a head": npy(b"__import__('os').getcwd()"),
        "no head": b"\x93NUMPY",
        "an unknown version": npy(head((2,)), bytes(16), b"\x09\x00"),
        "too few numbers": npy(head((4,)), bytes(8)),
        "too many numbers": npy(head((1,)), bytes(80)),
        "deep brackets": npy(b"(" * 5000),
    }
    for what, data in heads.items():
        yield f"an npz with {what}", {"g.npz": zipped({"edge_index.npy": data})}
    layouts = {
        "edges outside": {"edge_index": edges + 7, "x": np.eye(3)},
        "negative edges": {"edge_index": -edges, "x": np.eye(3)},
        "huge edges": {"edge_index": edges + 2**62},
        "edges with NaN": {"edge_index": edges * np.nan},
        "edges with fractions": {"edge_index": edges / 3.0, "x": np.eye(3)},
        "edges of text": {"edge_index": np.array([["a"], ["b"]])},
        "edges of three": {"edge_index": np.zeros((3, 4), int)},
        "features with NaN": {"edge_index": edges, "x": np.full((3, 2), np.nan)},
        "features of one dimension": {"edge_index": edges, "x": np.ones(3)},
        "labels too many": {"edge_index": edges, "x": np.eye(3), "y": np.zeros(9, int)},
        "labels too large": {"edge_index": edges, "x": np.eye(3), "y": np.array([0, 1, 10**9])},
        "labels with NaN": {"edge_index": edges, "x": np.eye(3), "y": np.array([0, np.nan, 1])},
        "a matrix out of range": csr | {"adj_indices": np.array([1, 9])},
        "a falling matrix": csr | {"adj_indptr": np.array([0, 2, 1, 2])},
        "a short matrix": csr | {"adj_indptr": np.array([0, 2])},
        "a wrong matrix": csr | {"adj_shape": np.array([3, 9])},
        "a huge matrix": csr | {"adj_shape": np.array([10**12, 10**12])},
        "a matrix of text": csr | {"adj_shape": np.array(["3", "3"]), "adj_data": np.array(["a", "b"])},
        "wide features": csr
        | {"attr_data": np.ones(1), "attr_indices": np.array([10**6])}
        | {"attr_indptr": np.array([0, 1, 1, 1]), "attr_shape": np.array([3, 10**7])},
        "nothing known": {"a": np.ones(3)},
        "another format": {"format": np.array(99), "edges": edges},
        "a format of text": {"format": np.array("x"), "edges": edges},
    }  # fmt: skip
    for what, arrays in layouts.items():
        yield f"an npz with {what}", {"g.npz": npz(**arrays)}
    with np.load(io.BytesIO(_own())) as stored:
        own = dict(stored)
    changes = {
        "x_shape": np.array([10**9, 10**9]), "x_lengths": np.array([2**31] * 5), "x_gaps": np.array([-5]),
        "x_values": np.array([np.inf]), "edges": np.array([[0], [10**9]]), "y": np.array([5] * 3),
        "class_names": np.array(["a"] * 1000), "name": np.array([1, 2]), "dropped": np.array([1]),
        "train": np.array([10**9]),
    }  # fmt: skip
    for name, array in changes.items():
        yield f"a file of our own with another {name}", {"g.npz": npz(**own | {name: array})}
        yield (
            f"a file of our own without {name}",
            {"g.npz": npz(**{key: own[key] for key in own if key != name})},
        )


def _own() -> bytes:
    return graph_bytes(
        graph_of(4, [(0, 1), (1, 2)], y=[0, 1, 1, -1]).replace(x=sp.csr_array(np.eye(4, dtype=np.float32)))
    )


def safetensors_files():
    def file(head: object, body: bytes = b"", length: int | None = None) -> bytes:
        text = head if isinstance(head, bytes) else json.dumps(head).encode()
        return struct.pack("<Q", len(text) if length is None else length) + text + body

    one = {"dtype": "I64", "shape": [2, 1], "data_offsets": [0, 16]}
    cases = {
        "nothing": b"",
        "no head": bytes(8),
        "a huge head": file({}, length=2**60),
        "no JSON": file(b"{{{{"),
        "a list": file([]),
        "deep JSON": file(b'{"a":' + b"[" * 50_000),
        "a wrong offset": file({"edge_index": one | {"data_offsets": [0, 10**12]}}),
        "a negative offset": file({"edge_index": one | {"data_offsets": [-8, 8]}}, bytes(16)),
        "a wrong shape": file({"edge_index": one | {"shape": [10**9, 10**9]}}, bytes(16)),
        "an unknown type": file({"edge_index": one | {"dtype": "PICKLE"}}, bytes(16)),
        "half numbers": file({"edge_index": one | {"dtype": "BF16", "shape": [2, 4]}}, bytes(16)),
        "other tensors": file({"a": one}, bytes(16)),
        "too many tensors": file({f"t{i}": one | {"data_offsets": [0, 0], "shape": [0]} for i in range(300)}),
        "names that are no list": file({"edge_index": one, "__metadata__": {"class_names": "{}"}}, bytes(16)),
        "names that are no JSON": file({"edge_index": one, "__metadata__": {"class_names": "["}}, bytes(16)),
        "a huge edge": file({"edge_index": one}, struct.pack("<qq", 0, 2**62)),
        "a pickle": pickle.dumps(Trap()),
    }
    for what, data in cases.items():
        yield f"a safetensors file with {what}", {"g.safetensors": data}
