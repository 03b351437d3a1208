"""The kind of a file: what its first bytes say, then what its lines look like; its name is only a hint.

A file of plain lines could be many things. It is taken for something other than a table only on evidence that
an edge list would not give by chance, or if its extension says so; the report says what it was taken for.
"""

import re

from n2n.io.readers import archives
from n2n.io.readers.errors import PICKLED, ReadError
from n2n.io.readers.formats import clues
from n2n.io.readers.formats.pajek import SECTIONS
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given

TITLES = {
    "table": "a table",
    "graphml": "GraphML",
    "gexf": "GEXF",
    "gml": "GML",
    "npz": "arrays (npz)",
    "safetensors": "tensors (safetensors)",
    "parquet": "a Parquet table",
    "feather": "a Feather (Arrow) table",
    "json": "JSON",
    "pajek": "a Pajek network",
    "partition": "a Pajek partition",
    "gdf": "GDF",
    "dot": "DOT (Graphviz)",
    "mtx": "a Matrix Market file",
    "sif": "SIF (a node, a relation, other nodes)",
    "adjlist": "an adjacency list (a node, then its neighbours)",
    "metis": "METIS (the neighbours of node 1, 2, …)",
    "matrix": "an adjacency matrix",
    "geom-gcn": "the nodes of a geom-gcn dataset",
    "geom-gcn edges": "the edges of a geom-gcn dataset",
    "entries": "features (a node, a feature, its value)",
    "targets": "labels (one per node, in their order)",
    "linqs nodes": "papers of LINQS",
    "linqs edges": "citations of LINQS",
}
"""All kinds, in words."""
EXTENSIONS = {
    ".csv": "table", ".tsv": "table", ".txt": "table", ".tab": "table", ".dat": "table", ".edgelist": "table",
    ".edges": "table", ".graphml": "graphml", ".gexf": "gexf", ".gml": "gml", ".npz": "npz",
    ".safetensors": "safetensors", ".parquet": "parquet", ".pq": "parquet", ".feather": "feather",
    ".arrow": "feather", ".json": "json", ".cyjs": "json", ".net": "pajek", ".paj": "pajek",
    ".clu": "partition", ".gdf": "gdf", ".dot": "dot", ".gv": "dot", ".mtx": "mtx", ".sif": "sif",
    ".adjlist": "adjlist", ".adj": "adjlist", ".graph": "metis", ".metis": "metis",
}  # fmt: skip
"""Usual extensions and what they promise. The content decides, but among plain lines that could be several
things (SIF, adjacency lists, METIS) the extension does."""
_REFUSED = {
    b"7z\xbc\xaf": "it is compressed with 7-Zip: decompress it first.",
    b"Rar!": "it is compressed with RAR: decompress it first.",
    b"\x89HDF": "it is an HDF5 file: save the graph as CSV, GraphML or npz.",
    b"\x93NUMPY": "it is a single array: save edges and features together as .npz.",
    b"%PDF": "it is a PDF document, not a graph.",
    b"\x89PNG": "it is a picture, not a graph.",
    b"\xff\xfe": "it is UTF-16 or UTF-32 that cannot be decoded: save it as UTF-8.",
    b"\xfe\xff": "it is UTF-16 that cannot be decoded: save it as UTF-8.",
    b"version https://git-lfs.github.com/spec/": "it only points to the real file, which Git LFS keeps: "
    "run git lfs pull in the repository, or download the file itself.",
}
_PICKLES = tuple(bytes([0x80, protocol]) for protocol in range(2, 6))
_XML = ("graphml", "gexf")
_DOT = re.compile(
    rb"(?:\s|//[^\n]*\n|\#[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)*(?:strict\s+)?(?:di)?graph\b[^\[{\n]*\s*\{",
    re.IGNORECASE,
)
_GML = re.compile(rb"(?:\s*(?:\#|Creator\s|Version\s|comment\s)[^\n]*\n)*\s*graph\s*\[", re.IGNORECASE)
# Kinds that are told from each other by their first words; what has such an extension must have such words.
_TELLING = {"pajek": "*Vertices", "gdf": "nodedef>", "dot": "graph or digraph", "mtx": "%%MatrixMarket"}


def kind_of(file: Given, limits: Limits | None = None) -> str:
    """A key of `TITLES`.

    >>> kind_of(Given("a.txt", b"0 1")), kind_of(Given("a.txt", b"digraph { a -> b }"))
    ('table', 'dot')
    """
    head, name = file.data[:4096], file.name.lower()
    promised = next((kind for end, kind in EXTENSIONS.items() if name.endswith(end)), "")
    if not head.strip():
        raise ReadError(file.name, "the file is empty.")
    if archives.is_archive(head):
        return "npz"
    if promised == "safetensors":
        return promised
    if promised == "npz":
        raise ReadError(file.name, "it is not an npz file, or it is damaged: save it again.")
    if head.startswith(_PICKLES) or name.endswith((".pkl", ".pickle", ".pt", ".pth")):
        raise ReadError(file.name, PICKLED)
    if promised in _XML and not _is_page(head):
        return promised
    for magic, reason in _REFUSED.items():
        if head.startswith(magic):
            raise ReadError(file.name, reason)
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith((b"ARROW1", b"FEA1")):
        return "feather"
    if promised in ("parquet", "feather"):
        raise ReadError(file.name, f"it is not {TITLES[promised]}, or it is damaged: save it again.")
    return _of_markup(file, head) or _of_text(file, head, promised, limits or Limits())


def _is_page(head: bytes) -> bool:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:200].lower()
    return start.startswith((b"<!doctype html", b"<html"))


def _of_markup(file: Given, head: bytes) -> str | None:
    """XML by its first element; None for other text."""
    if _is_page(head):
        reason = "it is a web page, not the data: download the file itself (on GitHub, with the button Raw)."
        raise ReadError(file.name, reason)
    if not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return None
    for kind in _XML:
        if re.search(rb"<(\w+:)?" + kind.encode() + rb"\b", head):
            return kind
    raise ReadError(file.name, "it is neither GraphML nor GEXF.")


def _of_text(file: Given, head: bytes, promised: str, limits: Limits) -> str:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if re.match(rb"%{1,2}MatrixMarket", start):
        return "mtx"
    if start.startswith((b"{", b"[")) and (promised == "json" or clues.is_json(start)):
        return "json"
    if promised == "json":
        raise ReadError(file.name, "it is not JSON, or it is damaged: it must begin with { or [.")
    first = clues.first_line(start, (b"%", b"/*", b"#")).lower()
    if first.startswith((b"nodedef", b"edgedef")) and b">" in first:
        return "gdf"
    if first.startswith(tuple(section.encode() for section in SECTIONS)):
        return "partition" if promised == "partition" else "pajek"
    if _DOT.match(start):
        return "dot"
    if promised == "gml" or _GML.match(start):
        return "gml"
    if promised == "mtx" and clues.begins_with_numbers(first):
        return promised
    if promised in _TELLING:
        raise ReadError(
            file.name, f"it is not {TITLES[promised]}: such a file begins with {_TELLING[promised]}."
        )
    if found := clues.kind_of_header(first):
        return found
    if promised in ("sif", "adjlist"):
        return promised
    if promised == "metis" and clues.begins_with_numbers(first):
        return promised
    return clues.kind_of_lines(file, limits) or "table"
