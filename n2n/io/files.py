"""Any source (a path, an upload, or several of them) as named bytes of a limited total size, and their kinds.

The kind of a file is what its first bytes and words say; its name is only a hint. Formats that are not read
are refused with their name and a tool that converts them.
"""

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath
from typing import Any

from n2n.io.limits import PICKLED, InputFile, Limits, ReadError, megabytes
from n2n.io.unpack import ZIP, unpack, without_documents

TITLES = {
    "table": "a table",
    "npz": "arrays (npz)",
    "safetensors": "tensors (safetensors)",
    "parquet": "a Parquet table",
    "mtx": "a Matrix Market file",
    "matrix": "an adjacency matrix",
    "geom-gcn": "the nodes of a geom-gcn dataset",
    "graphml": "GraphML",
    "gexf": "GEXF",
    "gml": "GML",
    "json": "JSON",
    "pajek": "a Pajek network",
    "sif": "SIF (a node, a relation, other nodes)",
}
"""All kinds, in words."""
EXTENSIONS = {
    ".csv": "table", ".tsv": "table", ".txt": "table", ".tab": "table", ".dat": "table", ".edgelist": "table",
    ".edges": "table", ".graphml": "graphml", ".gexf": "gexf", ".gml": "gml", ".npz": "npz",
    ".safetensors": "safetensors", ".parquet": "parquet", ".pq": "parquet", ".json": "json", ".net": "pajek",
    ".mtx": "mtx", ".sif": "sif",
}  # fmt: skip
"""Usual extensions and what they promise."""
_FEATHER = "it is a Feather (Arrow) table: convert it with pandas.read_feather(file).to_parquet(…)."
_TAR = "it is a tar archive: unpack it (tar -xf) and give its files, or pack them as a zip."
_GDF = "it is GDF: open it in Gephi and export it as GEXF or CSV."
_DOT = "it is DOT (Graphviz): convert it with gv2gml graph.dot -o graph.gml, which comes with Graphviz."
_METIS = "it is METIS or an adjacency list: read it with networkit or networkx and save an edge list."
_LIST = "it is an adjacency list: write an edge list with networkx.read_adjlist and networkx.write_edgelist."
_LINQS = "it is in the LINQS layout: load it with torch_geometric.datasets.Planetoid and n2n.Graph.from_pyg."
_OGB = "it is in the raw OGB layout: load it with ogb's PygNodePropPredDataset and n2n.Graph.from_pyg."
_CLU = "it is a Pajek partition: give the classes in a table of nodes with the columns id and label."
_DROPPED = {
    ".feather": _FEATHER, ".arrow": _FEATHER, ".gdf": _GDF, ".dot": _DOT, ".gv": _DOT, ".metis": _METIS,
    ".graph": _METIS, ".adjlist": _LIST, ".adj": _LIST, ".content": _LINQS, ".cites": _LINQS, ".clu": _CLU,
    ".cyjs": "it is Cytoscape's JSON: export the network as GraphML or SIF in Cytoscape.",
    ".paj": "it is a Pajek project: save the network alone as a .net file in Pajek.",
    ".xlsx": "it is an office document: save the table as CSV.",
}  # fmt: skip
_GRAPHVIZ = re.compile(rb"(strict\s+)?(di)?graph\b[^\[{\n]*\s*\{", re.IGNORECASE)
_GML = re.compile(rb"(?:\s*(?:\#|Creator\s|Version\s|comment\s)[^\n]*\n)*\s*graph\s*\[", re.IGNORECASE)


_REFUSED = {
    b"7z\xbc\xaf": "it is compressed with 7-Zip: decompress it first.",
    b"Rar!": "it is compressed with RAR: decompress it first.",
    b"\x89HDF": "it is an HDF5 file: save the graph as CSV, GraphML or npz.",
    b"\x93NUMPY": "it is a single array: save edges and features together as .npz.",
    b"%PDF": "it is a PDF document, not a graph.",
    b"\x89PNG": "it is a picture, not a graph.",
    b"ARROW1": _FEATHER,
    b"FEA1": _FEATHER,
    b"\xff\xfe": "it is UTF-16 or UTF-32 that cannot be decoded: save it as UTF-8.",
    b"\xfe\xff": "it is UTF-16 that cannot be decoded: save it as UTF-8.",
    b"version https://git-lfs.github.com/spec/": "it only points to the real file, which Git LFS keeps: "
    "run git lfs pull in the repository, or download the file itself.",
    **{bytes([0x80, protocol]): PICKLED for protocol in range(2, 6)},
}


def collect(source: Any, limits: Limits) -> list[InputFile]:
    """The files of a source, unpacked and in UTF-8; an archive gives the files in it, an .npz stays one file.

    Args:
        source: a path; bytes with a name, such as `("edges.csv", data)`; an object with `name` and `read`,
            such as an open file or an upload; a dict of names and bytes; or several of these.

    >>> [file.name for file in collect(("edges.csv", b"0,1"), Limits())]
    ['edges.csv']
    """
    files: list[InputFile] = []
    given, unpacked = limits.bytes, limits.unpacked
    if isinstance(source, Mapping):
        source = source.items()
    pair = isinstance(source, tuple) and len(source) == 2 and isinstance(source[1], bytes)
    if pair or isinstance(source, str | os.PathLike) or hasattr(source, "read"):
        source = [source]
    if isinstance(source, bytes | bytearray | memoryview) or not isinstance(source, Iterable):
        raise ValueError('The source is data without a name: give a path, or ("edges.csv", data).')
    for number, item in enumerate(source):
        if number >= limits.members:
            raise ReadError(files[-1].name, f"there are more than {limits.members:,} files: give fewer.")
        file = _open(item, given, limits)
        given -= len(file.data)
        # A file of ASCII characters is neither compressed nor in another encoding.
        inner = [file] if file.data.isascii() and 0 not in file.data[:4] else unpack(file, unpacked, limits)
        unpacked -= sum(len(one.data) for one in inner)
        files += inner
    if not files:
        raise ReadError("nothing", "no file was given: choose at least an edge list.")
    files = without_documents(files) if len(files) > 1 else files
    names = [file.name for file in files]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ReadError(twice, "two files have this name: rename one of them.")
    return files


def _open(item: Any, left: int, limits: Limits) -> InputFile:
    if isinstance(item, tuple):
        name, data = str(item[0]), bytes(item[1])
    elif hasattr(item, "read"):
        name = str(getattr(item, "name", "upload"))
        data = item.read(left + 1)
        if not isinstance(data, bytes):
            raise ReadError(name, 'the file is open in text mode: open it with mode "rb".')
    else:
        path = Path(item)
        name = path.name
        if not path.is_file():
            raise ReadError(str(item), "there is no such file.")
        try:
            with path.open("rb") as file:
                data = file.read(left + 1)
        except OSError as error:
            raise ReadError(name, f"it cannot be opened: {error.strerror}.") from None
    # A name is only shown, never opened; of a path, only the last part matters.
    name = PurePath(name.replace("\\", "/")).name or "upload"
    if len(data) > left:
        raise ReadError(name, f"all files together are larger than the {megabytes(limits.bytes)} allowed.")
    return InputFile(name, data)


def kind_of(file: InputFile) -> str:
    """A key of `TITLES`; ReadError for what is not read.

    >>> kind_of(InputFile("a.txt", b"0 1")), kind_of(InputFile("a.txt", b"*Vertices 2"))
    ('table', 'pajek')
    """
    head, name = file.data[:4096], file.name.lower()
    promised = next((kind for end, kind in EXTENSIONS.items() if name.endswith(end)), "")
    if head.startswith(ZIP):
        return "npz"
    if promised == "safetensors" and head.strip():
        return promised
    if promised == "npz":
        raise ReadError(file.name, "it is not an npz file, or it is damaged: save it again.")
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if promised not in ("graphml", "gexf"):  # their encodings begin with other bytes
        if not head.strip():
            raise ReadError(file.name, "the file is empty.")
        if name.endswith((".pkl", ".pickle", ".pt", ".pth")):
            raise ReadError(file.name, PICKLED)
        if reason := next((reason for magic, reason in _REFUSED.items() if head.startswith(magic)), ""):
            raise ReadError(file.name, reason)
        if head[257:262] == b"ustar" or name.endswith((".tar", ".tgz")):
            raise ReadError(file.name, _TAR)
    if reason := next((reason for end, reason in _DROPPED.items() if name.endswith(end)), ""):
        raise ReadError(file.name, reason)
    if start[:15].lower().startswith((b"<!doctype html", b"<html")):
        reason = "it is a web page, not the data: download the file itself (on GitHub, with the button Raw)."
        raise ReadError(file.name, reason)
    if promised in ("graphml", "gexf"):
        return promised
    if start.startswith(b"<"):
        for kind in ("graphml", "gexf"):
            if re.search(rb"<(\w+:)?" + kind.encode() + rb"\b", head):
                return kind
        raise ReadError(file.name, "it is neither GraphML nor GEXF.")
    if head.startswith(b"PAR1"):
        return "parquet"
    if promised == "parquet":
        raise ReadError(file.name, "it is not a Parquet table, or it is damaged: save it again.")
    return _kind_of_text(file, start, promised)


def _kind_of_text(file: InputFile, start: bytes, promised: str) -> str:
    lines = (line.strip() for line in start.splitlines())
    first = next((line for line in lines if line and not line.startswith((b"%", b"/*", b"#", b"//"))), b"")
    first = first.lower()
    if re.match(rb"%{1,2}MatrixMarket", start):
        return "mtx"
    if promised == "json" or re.match(rb'\{\s*("|\})|\[\s*(\{|\[|\])', start):
        return "json"
    if re.match(rb"(nodedef|edgedef)\s*>", first):
        raise ReadError(file.name, _GDF)
    if first.startswith((b"*vertices", b"*network")):
        return "pajek"
    if _GRAPHVIZ.match(first) or (re.match(rb"(strict )?(di)?graph\b", first) and b"{" in start[:200]):
        raise ReadError(file.name, _DOT)
    if promised == "gml" or _GML.match(start):
        return "gml"
    if promised == "pajek":
        raise ReadError(file.name, "it is not a Pajek network: such a file begins with *Vertices.")
    if promised == "mtx":
        return promised
    sizes = re.fullmatch(rb"(\d{1,18})\s+\1\s+(\d{1,18})", first)
    counts = re.match(rb"(\d{1,9})\s+(\d{1,9})(\s+\d+)*$", first)
    below = file.data[file.data.find(first) + len(first) :].strip(b"\r\n") if counts else b""
    # As many lines as the first number says, and twice as many neighbours as the second one.
    if counts and below.count(b"\n") + 1 == int(counts[1]) and len(below.split()) == 2 * int(counts[2]):
        raise ReadError(file.name, _METIS)
    # A square matrix without a header: its size twice, and the number of the lines below.
    if sizes and below.count(b"\n") + 1 == int(sizes[2]):
        return "mtx"
    if first == b"node_id\tfeature\tlabel":
        return "geom-gcn"
    if first in (b"node\tpaper", b"directed\tcites"):
        raise ReadError(file.name, _LINQS)
    if file.name.lower() == "num-node-list.csv":
        raise ReadError(file.name, _OGB)
    if promised == "sif":
        return "sif"
    if not re.search(rb"[,;|{]", first) and (reason := _list_of_neighbours(start)):
        raise ReadError(file.name, reason)
    return "table"


def _list_of_neighbours(start: bytes) -> str:
    """The refusal of lines with different numbers of words, of which the first is different in each."""
    lines = start.split(b"\n")[: -1 if len(start) > 4000 else None]
    rows = [line.split() for line in lines if line.strip() and not line.startswith((b"#", b"%"))]
    if any(sign in line for line in lines for sign in (b",", b";", b"|", b"{")) or len(rows) < 3:
        return ""
    widths = {len(row) for row in rows}
    numbers = all(word.isdigit() for row in rows for word in row)
    if len(widths) < 2 or max(widths) < 3 or (1 in widths and not numbers):
        return ""
    firsts = [row[0] for row in rows]
    if len(set(firsts)) < len(firsts):
        return ""
    others = {word for row in rows for word in row[1:]}
    return _LIST if numbers or 2 * len(others & set(firsts)) >= len(others) else ""
