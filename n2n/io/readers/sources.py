"""Any source (a path, an upload, or several of them) as named bytes of a limited total size."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from n2n.io.readers import archives, compression
from n2n.io.readers.encodings import as_utf8
from n2n.io.readers.errors import PICKLED, ReadError, shown
from n2n.io.readers.limits import Limits, megabytes
from n2n.io.readers.tars import is_tar


class Given(NamedTuple):
    """A file that was given."""

    name: str
    data: bytes
    notes: tuple[str, ...] = ()
    """What was done to it on the way that is worth knowing."""
    doubts: tuple[str, ...] = ()
    """What may have gone wrong on the way."""


def collect(source: Any, limits: Limits) -> list[Given]:
    """The files of a source, unpacked and in UTF-8; an archive gives the files in it, an .npz stays one file.

    Args:
        source: a path; bytes with a name, such as `("edges.csv", data)`; an object with `name` and `read`,
            such as an open file or an upload; a dict of names and bytes; or several of these.

    >>> [file.name for file in collect(("edges.csv", b"0,1"), Limits())]
    ['edges.csv']
    """
    files: list[Given] = []
    left = limits.bytes
    for item in _items(source):
        if len(files) >= limits.members:
            raise ReadError(files[-1].name, f"there are more than {limits.members:,} files: give fewer.")
        files.append(_given(item, left, limits))
        left -= len(files[-1].data)
    if not files:
        raise ReadError("nothing", "no file was given: choose at least an edge list.")
    out: list[Given] = []
    left = limits.unpacked
    for file in files:
        plain = _decompressed(file, left, limits)
        inner = _members(plain, limits)
        for one in [plain] if inner is None else _without_documents(inner):
            out.append(one if inner is None else _decompressed(one, left, limits))
            if inner is not None and _is_nested(out[-1]):
                raise ReadError(
                    file.name, f"it contains another archive, {shown(one.name)}: unpack that one first."
                )
            left -= len(out[-1].data)
    out = [_as_text(file) for file in _without_documents(out)]
    names = [file.name for file in out]
    for name in names:
        if names.count(name) > 1:
            raise ReadError(name, "two files have this name: rename one of them.")
    return out


def _items(source: Any) -> Iterable:
    if isinstance(source, Mapping):
        return list(source.items())
    single = isinstance(source, str | os.PathLike) or hasattr(source, "read")
    if single or (isinstance(source, tuple) and len(source) == 2 and isinstance(source[1], bytes)):
        return [source]
    if isinstance(source, bytes | bytearray | memoryview) or not isinstance(source, Iterable):
        raise ValueError('The source is data without a name: give a path, or ("edges.csv", data).')
    return source


def _given(item: Any, left: int, limits: Limits) -> Given:
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
    return Given(name, data)


def _without_documents(files: list[Given]) -> list[Given]:
    """Data without what is written for people, such as a README; the note says what was left out."""
    data = [file for file in files if not archives.is_document(file.name)]
    if not data or len(data) == len(files):
        return files
    names = ", ".join(shown(file.name) for file in files if archives.is_document(file.name))
    note = f"Not part of the graph, and ignored: {shown(names, 200)}."
    return [data[0]._replace(notes=(*data[0].notes, note)), *data[1:]]


def _decompressed(file: Given, left: int, limits: Limits) -> Given:
    found = compression.unpacked(file.name, file.data, left, limits)
    if found is None:
        return file
    name, data = found
    if (archives.is_archive(data) and not _is_npz(name)) or compression.is_compressed(data):
        raise ReadError(file.name, "it contains another archive: unpack that one first, or use a zip.")
    return file._replace(name=name, data=data)


def _is_npz(name: str) -> bool:
    return name.lower().endswith(".npz")


def _is_nested(file: Given) -> bool:
    """Whether a file of an archive is an archive in turn."""
    return (archives.is_archive(file.data) and not _is_npz(file.name)) or is_tar(file.data)


def _as_text(file: Given) -> Given:
    data, encoding = as_utf8(file.data)
    if not encoding:
        return file
    doubt = f"{file.name} is not UTF-8: it was read as {encoding}, so check names with unusual characters."
    return file._replace(data=data, doubts=(*file.doubts, doubt))


def _members(file: Given, limits: Limits) -> list[Given] | None:
    """The files of a zip or a tar; None for anything else."""
    if _is_npz(file.name) or not (archives.is_archive(file.data) or is_tar(file.data)):
        return None
    inner = archives.members(file.name, file.data, limits)
    if any(name.endswith(".pkl") for name in inner):
        raise ReadError(file.name, PICKLED)
    if "[Content_Types].xml" in inner:
        raise ReadError(file.name, "it is an office document: save the table as CSV.")
    if inner and archives.is_archive(file.data) and all(name.endswith(".npy") for name in inner):
        return None
    if not inner:
        raise ReadError(file.name, "the archive is empty.")
    if all(archives.is_document(name) for name in inner):
        raise ReadError(file.name, "there is no data in the archive, only documents.")
    return [Given(name, data) for name, data in inner.items()]
