"""Archives, read in memory, member by member, within limits; nothing is ever written to disk.

What an archive says about itself is not trusted: sizes are checked before reading and again while reading.
"""

import io
import re
import struct
import zipfile
from collections.abc import Iterator
from pathlib import PurePosixPath

from n2n.io.readers import tars
from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.limits import SMALL_TEXT, Limits

MAGIC = b"PK\x03\x04"
_EMPTY = b"PK\x05\x06"
_CHUNK = 1 << 20
# What people put beside their data, by the beginning and by the end of the name.
_DOCUMENTS = (
    "readme", "license", "licence", "citation", "citing", "changelog", "copying", "notice", ".",
)  # fmt: skip
_DOCUMENT_ENDS = (
    ".md", ".rst", ".pdf", ".html", ".htm", ".bib", ".png", ".jpg", ".jpeg", ".svg", ".py", ".ini",
    ".circles", ".egofeat", ".featnames", ".cmty.txt", ".graph.pubmed.tab",
)  # fmt: skip
# Descriptions of a network and of its nodes; meta.csv is a table.
_KONECT = re.compile(r"(meta|ent)\.(?!(csv|tsv|txt|tab|json|parquet|feather)(\.|$))")
_DAMAGED = "the archive is damaged or cut short: create it again."


def is_archive(data: bytes) -> bool:
    """Whether the bytes begin like a zip file; an .npz is one too."""
    return data[:4] in (MAGIC, _EMPTY)


def is_document(name: str) -> bool:
    """Whether a file is written for people, such as a README beside the data.

    >>> is_document("README.md"), is_document("edges.csv")
    (True, False)
    """
    name = name.lower()
    return name.startswith(_DOCUMENTS) or name.endswith(_DOCUMENT_ENDS) or bool(_KONECT.match(name))


def members(name: str, data: bytes, limits: Limits, *, arrays: bool = False) -> dict[str, bytes]:
    """The files of an archive by their names without folders.

    Args:
        arrays: whether it is an .npz. Numbers such as a long row of ones compress extremely well, and no
            name in it is a path, so the ratio is not checked there; the unpacked size always is.
    """
    out: dict[str, bytes] = {}
    try:
        for path, content in (
            _tar(name, data, limits) if tars.is_tar(data) else _zip(name, data, limits, arrays)
        ):
            short = PurePosixPath(path).name
            if short in out and not is_document(short):
                raise ReadError(name, f"it has two files called {quoted(short)}: rename one of them.")
            out[short] = content
    except ReadError:
        raise
    # zipfile raises errors of many classes on an archive that is truncated or altered.
    except Exception:
        raise ReadError(name, _DAMAGED) from None
    return out


def _zip(name: str, data: bytes, limits: Limits, arrays: bool) -> Iterator[tuple[str, bytes]]:
    _check_directory(name, data, limits)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        infos = [info for info in archive.infolist() if not (info.is_dir() or _is_litter(info.filename))]
        _check_members(name, infos, limits, arrays)
        for info in infos:
            yield info.filename, _read(archive, info, name)


def _tar(name: str, data: bytes, limits: Limits) -> Iterator[tuple[str, bytes]]:
    """The files of a tar; links and devices are refused, and so are sparse files, which claim any size."""
    for count, (path, content) in enumerate(tars.entries(data), 1):
        if count > limits.members:
            raise ReadError(name, _many(limits))
        _check_path(name, path)
        if content is None:
            raise ReadError(name, f"{quoted(path)} in it is not a plain file: leave it out.")
        if not _is_litter(path):
            yield path, content


def _is_litter(path: str) -> bool:
    """What operating systems add on their own."""
    return path.startswith("__MACOSX/") or path.endswith(".DS_Store")


def _check_path(name: str, path: str) -> None:
    if path.startswith(("/", "\\")) or "\\" in path or ":" in path or ".." in PurePosixPath(path).parts:
        raise ReadError(name, f"{quoted(path)} in it points outside the archive: use plain file names only.")


def _many(limits: Limits) -> str:
    return f"the archive has more than {limits.members:,} files: put fewer into it."


def _check_directory(name: str, data: bytes, limits: Limits) -> None:
    """Check the length of the list of entries, before zipfile makes an object of every entry."""
    end = data.rfind(_EMPTY, max(0, len(data) - 65_557))
    if end < 0 or end + 22 > len(data):
        raise ReadError(name, _DAMAGED)
    count, size = struct.unpack("<HL", data[end + 10 : end + 16])
    if data[max(0, end - 20) : end].startswith(b"PK\x06\x07"):
        raise ReadError(name, "the archive is in the format for more than 4 GB: put fewer files into it.")
    # An entry takes 46 bytes and its name.
    if count > limits.members or size > limits.members * 1024:
        raise ReadError(name, _many(limits))


def _check_members(name: str, infos: list[zipfile.ZipInfo], limits: Limits, arrays: bool) -> None:
    if len(infos) > limits.members:
        raise ReadError(name, _many(limits))
    total = 0
    for info in infos:
        inner = quoted(info.filename)
        _check_path(name, info.filename)
        if info.flag_bits & 1:
            raise ReadError(name, f"{inner} in it is protected by a password: remove it.")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ReadError(name, f"{inner} in it is compressed in an unusual way: use plain zip.")
        total += info.file_size
        limits.check_unpacked(total, name)
        if not arrays and info.file_size > max(SMALL_TEXT, limits.ratio * max(info.compress_size, 1)):
            raise ReadError(name, f"{inner} in it grows more than {limits.ratio} times when unpacked.")


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> bytes:
    parts, size = [], 0
    with archive.open(info) as member:
        while chunk := member.read(_CHUNK):
            size += len(chunk)
            if size > info.file_size:
                raise ReadError(name, f"{quoted(info.filename)} in it is larger than the archive says.")
            parts.append(chunk)
    return b"".join(parts)
