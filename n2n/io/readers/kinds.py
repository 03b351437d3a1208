"""The kind of a file: by its first bytes, then by its name."""

from n2n.io.readers import archives
from n2n.io.readers.errors import ReadError
from n2n.io.readers.sources import Given

_REFUSED = {
    b"\x1f\x8b": "it is compressed with gzip: decompress it first.",
    b"BZh": "it is compressed with bzip2: decompress it first.",
    b"\xfd7zXZ": "it is compressed with xz: decompress it first.",
    b"7z\xbc\xaf": "it is compressed with 7-Zip: decompress it first.",
    b"Rar!": "it is compressed with RAR: decompress it first.",
    b"\x89HDF": "it is an HDF5 file: save the graph as CSV, GraphML or npz.",
    b"PAR1": "it is a Parquet file: save the table as CSV.",
    b"\x93NUMPY": "it is a single array: save edges and features together as .npz.",
    b"%PDF": "it is a PDF document, not a graph.",
    b"\x89PNG": "it is a picture, not a graph.",
    b"\xff\xfe": "it is UTF-16 text: save it as UTF-8.",
    b"\xfe\xff": "it is UTF-16 text: save it as UTF-8.",
}
_PICKLES = tuple(bytes([0x80, protocol]) for protocol in range(2, 6))
_EXTENSIONS = (".graphml", ".gexf", ".gml", ".npz", ".safetensors")


def kind_of(file: Given) -> str:
    """ "table", "graphml", "gexf", "gml", "npz" or "safetensors".

    >>> kind_of(Given("a.txt", b"0 1"))
    'table'
    """
    head, name = file.data[:2048], file.name.lower()
    if not head.strip():
        raise ReadError(file.name, "the file is empty.")
    if archives.is_archive(head):
        return "npz"
    extension = next((known[1:] for known in _EXTENSIONS if name.endswith(known)), "")
    if extension == "safetensors":
        return extension
    if extension == "npz":
        raise ReadError(file.name, "it is not an npz file, or it is damaged: save it again.")
    if head.startswith(_PICKLES) or name.endswith((".pkl", ".pickle", ".pt", ".pth")):
        raise ReadError(file.name, "it is a pickle, which could run code: save it as .npz or .safetensors.")
    if extension in ("graphml", "gexf"):
        return extension
    for magic, reason in _REFUSED.items():
        if head.startswith(magic):
            raise ReadError(file.name, reason)
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith((b"{", b"[{", b"[[")):
        raise ReadError(file.name, "it is JSON: save the graph as CSV, GraphML or npz.")
    if start.startswith(b"<"):
        for kind in ("graphml", "gexf"):
            if b"<" + kind.encode() in head:
                return kind
        raise ReadError(file.name, "it is neither GraphML nor GEXF.")
    return extension or "table"
