"""Files that are compressed on their own (gzip, bzip2, xz, zstd), unpacked piece by piece within limits.

Python's own modules do it for gzip, bzip2 and xz, pyarrow for zstd. How large the content is, is never taken
from the file: unpacking stops at the limit.
"""

import bz2
import gzip
import io
import lzma
from collections.abc import Callable, Iterator
from typing import Any

from n2n.io.readers.errors import ReadError
from n2n.io.readers.limits import SMALL_TEXT, Limits

EXTENSIONS = (".gz", ".gzip", ".bz2", ".xz", ".lzma", ".zst", ".zstd")
_CHUNK = 1 << 20
# Memory that the dictionary of an xz file may take; the usual settings need 65 MB at most.
_XZ_MEMORY = 100 << 20


def unpacked(name: str, data: bytes, left: int, limits: Limits) -> tuple[str, bytes] | None:
    """Name and content of a compressed file; None for any other file.

    Args:
        left: how many bytes all unpacked files together may still take.

    >>> unpacked("edges.csv.gz", gzip.compress(b"0,1"), 10, Limits())
    ('edges.csv', b'0,1')
    """
    found = next((one for one in _FORMATS if data.startswith(one[0])), None)
    if found is None:
        return None
    _, format, pieces = found
    parts, size = [], 0
    try:
        for piece in pieces(data):
            size += len(piece)
            limits.check_unpacked(size, name, left)
            if size > max(SMALL_TEXT, limits.ratio * len(data)):
                raise ReadError(name, f"it grows more than {limits.ratio} times when unpacked.")
            parts.append(piece)
    except ReadError:
        raise
    # Each of the libraries has errors of its own for a file that is truncated or altered.
    except Exception:
        raise ReadError(
            name, f"its {format} compression is damaged or cut short: compress it again."
        ) from None
    return _inner(name), b"".join(parts)


def is_compressed(data: bytes) -> bool:
    """Whether the bytes begin like one of these formats."""
    return any(data.startswith(magic) for magic, _, _ in _FORMATS)


def _inner(name: str) -> str:
    """The name without the extension of its compression."""
    end = next((end for end in EXTENSIONS if name.lower().endswith(end)), "")
    return name[: len(name) - len(end)] or name


def _pieces(stream: Any) -> Iterator[bytes]:
    while piece := stream.read(_CHUNK):
        yield piece


def _gzip(data: bytes) -> Iterator[bytes]:
    return _pieces(gzip.GzipFile(fileobj=io.BytesIO(data)))


def _bzip2(data: bytes) -> Iterator[bytes]:
    return _pieces(bz2.BZ2File(io.BytesIO(data)))


def _xz(data: bytes) -> Iterator[bytes]:
    # Not LZMAFile: only the decompressor itself takes a limit for its memory.
    while data.strip(b"\0"):  # several streams may follow each other, filled up with zeros
        machine = lzma.LZMADecompressor(memlimit=_XZ_MEMORY)
        piece = machine.decompress(data, _CHUNK)
        yield piece
        while not machine.eof:
            if machine.needs_input:
                raise lzma.LZMAError("cut short")
            piece = machine.decompress(b"", _CHUNK)
            yield piece
        data = machine.unused_data


def _zstd(data: bytes) -> Iterator[bytes]:
    import pyarrow as pa  # here for the start-up time

    return _pieces(pa.CompressedInputStream(pa.BufferReader(data), "zstd"))


_FORMATS: tuple[tuple[bytes, str, Callable[[bytes], Iterator[bytes]]], ...] = (
    (b"\x1f\x8b", "gzip", _gzip),
    (b"BZh", "bzip2", _bzip2),
    (b"\xfd7zXZ", "xz", _xz),
    (b"\x28\xb5\x2f\xfd", "zstd", _zstd),
)
