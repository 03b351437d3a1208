"""Archives, compressed files and encodings: what is in them, read in memory and within limits.

What a file says about its own size is not trusted: sizes are checked before reading and again while reading.
"""

import codecs
import io
import re
import struct
import zipfile
from dataclasses import replace
from pathlib import PurePosixPath

from n2n.io.limits import PICKLED, InputFile, Limits, ReadError, quoted, shown

COMPRESSED = (".gz", ".gzip", ".bz2", ".zst", ".zstd")
_COMPRESSION = ((b"\x1f\x8b", "gzip"), (b"BZh", "bz2"), (b"\x28\xb5\x2f\xfd", "zstd"))
_CHUNK = 1 << 20
# Up to this size a text may be compressed as much as it likes: a short one with equal lines is no bomb.
_SMALL_TEXT = 1 << 20
_EMPTY_ZIP = b"PK\x05\x06"
ZIP = (b"PK\x03\x04", _EMPTY_ZIP)
"""How a zip file begins; an .npz is one too."""
# What people put beside their data.
_DOCUMENT = re.compile(
    r"(readme|licen[sc]e|citation|citing|changelog|copying|notice|\.).*"
    r"|.*\.(md|rst|pdf|html?|bib|png|jpe?g|svg|py|ini)|(meta|ent)\.(?!(csv|tsv|txt|tab|json|parquet)(\.|$)).*",
    re.IGNORECASE | re.DOTALL,
)
# Control characters other than tab, line ends and form feed occur in no text.
_CONTROL = bytes({*range(32), 127} - set(b"\t\n\r\f"))


def unpack(file: InputFile, left: int, limits: Limits) -> list[InputFile]:
    """The file itself or, of a zip, its files; each of them without its own compression, and in UTF-8."""
    out = []
    for member in _members(_decompress(file, left, limits), limits):
        one = _decompress(member, left, limits)
        if one.data.startswith(ZIP) and not _is_npz(one.name):
            reason = f"it contains another archive, {shown(one.name)}: unpack that one first."
            raise ReadError(file.name, reason)
        left -= len(one.data)
        out.append(_as_utf8(one))
    return out


def without_documents(files: list[InputFile]) -> list[InputFile]:
    """Data without what is written for people, such as a README; the note says what was left out."""
    data = [file for file in files if not _DOCUMENT.fullmatch(file.name)]
    if not data or len(data) == len(files):
        return files
    names = ", ".join(shown(file.name) for file in files if file not in data)
    note = f"Not part of the graph, and ignored: {shown(names, 200)}."
    return [replace(data[0], notes=(*data[0].notes, note)), *data[1:]]


def zip_members(name: str, data: bytes, limits: Limits, *, arrays: bool = False) -> dict[str, bytes]:
    """The files of a zip by their names without folders.

    Args:
        arrays: whether it is an .npz. Numbers such as a long row of ones compress extremely well, and no
            name in it is a path, so the ratio is not checked there; the unpacked size always is.
    """
    out: dict[str, bytes] = {}
    # The length of the list of entries is checked before zipfile makes an object of every entry.
    end = data.rfind(_EMPTY_ZIP, max(0, len(data) - 65_557))
    count, size = struct.unpack("<HL", data[end + 10 : end + 16].ljust(6, b"\0")) if end >= 0 else (0, 0)
    if count > limits.members or size > limits.members * 1024:
        raise ReadError(name, f"the archive has more than {limits.members:,} files: put fewer into it.")
    if data[max(0, end - 20) : end].startswith(b"PK\x06\x07"):
        raise ReadError(name, "the archive is in the format for more than 4 GB: put fewer files into it.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if not (info.is_dir() or _is_litter(info.filename))]
            total = 0
            for info in infos:
                total += info.file_size
                limits.check_unpacked(total, name)
                _check_member(name, info, limits, arrays)
            for info in infos:
                short = PurePosixPath(info.filename).name
                if short in out and not _DOCUMENT.fullmatch(short):
                    raise ReadError(name, f"it has two files called {quoted(short)}: rename one of them.")
                with archive.open(info) as member:
                    out[short] = member.read(info.file_size + 1)
                if len(out[short]) > info.file_size:
                    raise ReadError(name, f"{quoted(info.filename)} in it is larger than the archive says.")
    except ReadError:
        raise
    # zipfile raises errors of many classes on an archive that is truncated or altered.
    except Exception:
        raise ReadError(name, "the archive is damaged or cut short: create it again.") from None
    return out


def _check_member(name: str, info: zipfile.ZipInfo, limits: Limits, arrays: bool) -> None:
    path, inner = info.filename, quoted(info.filename)
    if path.startswith(("/", "\\")) or "\\" in path or ":" in path or ".." in PurePosixPath(path).parts:
        raise ReadError(name, f"{inner} in it points outside the archive: use plain file names only.")
    if info.flag_bits & 1:
        raise ReadError(name, f"{inner} in it is protected by a password: remove it.")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ReadError(name, f"{inner} in it is compressed in an unusual way: use plain zip.")
    if not arrays and info.file_size > max(_SMALL_TEXT, limits.ratio * max(info.compress_size, 1)):
        raise ReadError(name, f"{inner} in it grows more than {limits.ratio} times when unpacked.")


def _is_litter(path: str) -> bool:
    """What operating systems add on their own."""
    return path.startswith("__MACOSX/") or path.endswith(".DS_Store")


def _is_npz(name: str) -> bool:
    return name.lower().endswith(".npz")


def _members(file: InputFile, limits: Limits) -> list[InputFile]:
    """The files of a zip; any other file as it is."""
    if _is_npz(file.name) or not file.data.startswith(ZIP):
        return [file]
    inner = zip_members(file.name, file.data, limits)
    if any(name.endswith(".pkl") for name in inner):
        raise ReadError(file.name, PICKLED)
    if "[Content_Types].xml" in inner:
        raise ReadError(file.name, "it is an office document: save the table as CSV.")
    if inner and all(name.endswith(".npy") for name in inner):
        return [replace(file, name=f"{file.name}.npz")]
    if not inner:
        raise ReadError(file.name, "the archive is empty.")
    if all(map(_DOCUMENT.fullmatch, inner)):
        raise ReadError(file.name, "there is no data in the archive, only documents.")
    return without_documents([InputFile(name, data) for name, data in inner.items()])


def _decompress(file: InputFile, left: int, limits: Limits) -> InputFile:
    """A file that is compressed on its own, unpacked piece by piece within limits; any other as it is."""
    if file.data.startswith(b"\xfd7zXZ"):
        raise ReadError(file.name, "it is compressed with xz: decompress it first (xz -d), or use gzip.")
    format = next((format for magic, format in _COMPRESSION if file.data.startswith(magic)), None)
    if format is None:
        return file
    import pyarrow as pa  # here for the start-up time

    parts, size = [], 0
    try:
        with pa.CompressedInputStream(pa.BufferReader(file.data), format) as stream:
            while piece := stream.read(_CHUNK):
                size += len(piece)
                limits.check_unpacked(size, file.name, left)
                if size > max(_SMALL_TEXT, limits.ratio * len(file.data)):
                    raise ReadError(file.name, f"it grows more than {limits.ratio} times when unpacked.")
                parts.append(piece)
    except (OSError, pa.ArrowException):
        reason = f"its {format} compression is damaged or cut short: compress it again."
        raise ReadError(file.name, reason) from None
    data = b"".join(parts)
    end = next((end for end in COMPRESSED if file.name.lower().endswith(end)), "")
    name = file.name[: len(file.name) - len(end)] or file.name
    if (data.startswith(ZIP) and not _is_npz(name)) or data.startswith(
        tuple(magic for magic, _ in _COMPRESSION)
    ):
        raise ReadError(file.name, "it contains another archive: unpack that one first, or use a zip.")
    return replace(file, name=name, data=data)


def _as_utf8(file: InputFile) -> InputFile:
    """Text in UTF-8; data that is not text stays as it is, and so does XML, which names its encoding."""
    data = file.data
    text = ""
    try:
        if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
            return file
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            text, name = data.decode("utf-16"), "UTF-16"
        elif len(data.translate(None, _CONTROL)) == len(data) and not _is_utf8(data):
            name = "Latin-1 (Western European)"
            try:
                text = data.decode("cp1252")
            except UnicodeDecodeError:
                text = data.decode("latin-1")
    except UnicodeDecodeError:
        return file
    if not text or text.lstrip().startswith("<"):
        return file
    warning = f"{file.name} is not UTF-8: it was read as {name}, so check names with unusual characters."
    return replace(file, data=text.encode("utf-8", "replace"), warnings=(*file.warnings, warning))


def _is_utf8(data: bytes) -> bool:
    """Whether data is UTF-8, tried piece by piece: all of the text would take several times the memory."""
    decoder, view = codecs.getincrementaldecoder("utf-8")(), memoryview(data)
    try:
        for at in range(0, len(data), _CHUNK):
            decoder.decode(view[at : at + _CHUNK])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
