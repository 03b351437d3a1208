"""Tar archives, walked in memory from header to header.

Not by tarfile: in Pythons before 3.11.10 a short extended header keeps it busy for minutes, and it takes a
damaged header for the end of the archive, so that files would be missing without a word.
"""

import re
from collections.abc import Iterator

BLOCK = 512
_FILE, _FOLDER = (b"0", b"\0", b"7"), b"5"
# Extended headers: of the next file (x), of all files (g), a long name (L), a long target of a link (K).
_EXTENDED = (b"x", b"g", b"L", b"K")
_LONGEST, _MOST = 1 << 16, 100_000
"""Bytes of an extended header, and headers, folders included."""


def is_tar(data: bytes) -> bool:
    """Whether the bytes begin like a tar file: with a header whose checksum is right."""
    try:
        _check(data[:BLOCK])
    except ValueError:
        return False
    return True


def entries(data: bytes) -> Iterator[tuple[str, bytes | None]]:
    """Path and content of each file; the content of what is neither a file nor a folder is None.

    Raises:
        ValueError: the archive is damaged or cut short.
    """
    at, count, extended = 0, 0, {}
    while head := data[at : at + BLOCK].strip(b"\0") and data[at : at + BLOCK]:
        _check(head)
        kind, count = head[156:157], count + 1
        size = int(extended[b"size"]) if b"size" in extended else _size(head[124:136])
        start, end = at + BLOCK, at + BLOCK + size
        if not start <= end <= len(data) or count > _MOST:
            raise ValueError("a file is cut short, or there are too many headers")
        at = start + -(-size // BLOCK) * BLOCK
        if kind in _EXTENDED:
            extended |= _extended(kind, data[start:end])
            continue
        path = extended.get(b"path") or _path(head)
        if kind != _FOLDER and not (kind in _FILE and path.endswith(b"/")):
            plain = kind in _FILE and not any(key.startswith(b"GNU.sparse") for key in extended)
            yield path.decode("utf-8", "replace"), data[start:end] if plain else None
        extended = {}
    if len(data) < at + BLOCK or data[at:].strip(b"\0"):
        raise ValueError("there is no end")


def _check(head: bytes) -> None:
    if len(head) < BLOCK or int(head[148:156].strip(b"\0 "), 8) != sum(head) - sum(head[148:156]) + 8 * 32:
        raise ValueError("the checksum of a header is wrong")


def _size(field: bytes) -> int:
    """A size in octal digits or, in GNU's form for large ones, in binary."""
    return int.from_bytes(field[1:], "big") if field[:1] == b"\x80" else int(field.strip(b"\0 ") or b"0", 8)


def _path(head: bytes) -> bytes:
    name, prefix = (part.partition(b"\0")[0] for part in (head[:100], head[345:500]))
    return prefix + b"/" + name if prefix and head[257:263] == b"ustar\0" else name


def _extended(kind: bytes, content: bytes) -> dict[bytes, bytes]:
    """What an extended header says about the next file."""
    if len(content) > _LONGEST:
        raise ValueError("an extended header is too long")
    if kind == b"L":
        return {b"path": content.partition(b"\0")[0]}
    if kind != b"x":
        return {}
    records = re.findall(rb"(?m)^\d{1,6} ([^=\n]{1,200})=([^\n]*)$", content)
    return dict(records)
