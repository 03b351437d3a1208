"""Folders of plain .npy arrays with a JSON file, opened memory-mapped: for data larger than memory.

The JSON file is written last and states the type, shape, size and checksums of every array, so a folder that
is cut short or altered is recognised. Sizes and a sample of every file are compared whenever a folder is
opened, which takes milliseconds at any size; `verify` compares every byte.
"""

import hashlib
import json
import os
import re
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

Arrays = dict[str, np.ndarray]

# A sample is the two ends of a file and this many pieces in between: all of it, for a small file.
_END, _PIECES, _PIECE = 1 << 16, 32, 1 << 12
_BLOCK = 1 << 22


@dataclass(frozen=True)
class Kind:
    """What a folder holds; its JSON file has that name.

    >>> Kind("graph", 1).file
    'graph.json'
    """

    name: str
    version: int
    """Increased whenever folders of the previous version can no longer be read."""

    @property
    def file(self) -> str:
        """The name of the JSON file."""
        return f"{self.name}.json"


def describe(path: Path, kind: Kind, facts: dict[str, Any], suffix: str = "") -> None:
    """Write the JSON file for all arrays in a folder; nothing may change afterwards.

    Args:
        suffix: what the names of the files will have before `.npy`.
    """
    arrays = {}
    for file in sorted(path.glob("*.npy")):
        shape, dtype = _header(file)
        arrays[file.stem] = {
            "dtype": dtype.str,
            "shape": list(shape),
            "bytes": file.stat().st_size,
            "sample": _sample(file),
            "crc32": _crc32(file),
        }
    content = {"kind": kind.name, "format": kind.version, "facts": facts, "arrays": arrays}
    content["checksum"] = _checksum(content)
    if suffix:  # beside the content: the same arrays under other names are the same content
        content["suffix"] = suffix
    with (path / kind.file).open("w", encoding="utf-8") as out:
        json.dump(content, out, indent=1)
        out.flush()
        os.fsync(out.fileno())


def read_facts(path: str | os.PathLike, kind: Kind) -> tuple[dict[str, Any], dict[str, Any]]:
    """The facts of a folder and the descriptions of its arrays, from the JSON file alone.

    Raises:
        ValueError: there is no such folder, it was not finished, it was edited, or it has another version.
    """
    content = _read(Path(path), kind)
    return content["facts"], content["arrays"]


def checksum(path: str | os.PathLike, kind: Kind) -> str:
    """A hash of facts and arrays, from the JSON file alone."""
    return _checksum(_read(Path(path), kind))


def array_files(path: str | os.PathLike, kind: Kind) -> dict[str, str]:
    """The file name of each array of a folder."""
    content = _read(Path(path), kind)
    return {name: f"{name}{content['suffix']}.npy" for name in content["arrays"]}


def _read(path: Path, kind: Kind) -> dict[str, Any]:
    if not path.is_dir():
        raise ValueError(f"{path} does not exist or is not a folder: expected a {kind.name} folder there.")
    if not (path / kind.file).is_file():
        raise ValueError(f"{path} is not a complete {kind.name} folder: it has no {kind.file}.")
    try:
        content = json.loads((path / kind.file).read_text("utf-8"))
        found, version = content["kind"], content["format"]
    except (ValueError, KeyError, TypeError, RecursionError):
        _damaged(path, f"{kind.file} cannot be read")
    if found != kind.name or version != kind.version:
        raise ValueError(
            f"{path} is a {found} folder of format {version}: this program reads {kind.name} folders of "
            f"format {kind.version}."
        )
    suffix, expected = content.pop("suffix", ""), content.pop("checksum", None)
    if expected != _checksum(content) or not re.fullmatch(r"(-[0-9a-f]+)?", suffix):
        _damaged(path, f"{kind.file} was edited")
    return content | {"suffix": suffix}


def open_folder(
    path: str | os.PathLike, kind: Kind, verify: bool = False, private: Collection[str] = ()
) -> tuple[Arrays, dict[str, Any]]:
    """The arrays of a folder, memory-mapped and read-only, and its facts.

    Args:
        verify: compare every byte with the checksums, not only a sample.
        private: arrays that may be written to in memory; the file never changes.

    Raises:
        ValueError: says in one sentence what is wrong with the folder.
    """
    path = Path(path)
    content = _read(path, kind)
    arrays = {}
    for name, expected in content["arrays"].items():
        file = path / f"{name}{content['suffix']}.npy"
        if not name.isidentifier() or not file.is_file():
            _damaged(path, f"{file.name} is missing")
        if (size := file.stat().st_size) != expected["bytes"]:
            _damaged(path, f"{file.name} has {size:,} bytes instead of {expected['bytes']:,}")
        if _sample(file) != expected["sample"] or (verify and _crc32(file) != expected["crc32"]):
            _damaged(path, f"{file.name} was changed after it was written")
        mapped = np.load(file, mmap_mode="c" if name in private else "r", allow_pickle=False)
        # A plain array: numba and scipy treat it like any other.
        arrays[name] = mapped.view(np.ndarray)
    return arrays, content["facts"]


def _damaged(path: Path, reason: str) -> NoReturn:
    raise ValueError(f"{path} is damaged: {reason}; copy the folder again, or make it again.") from None


def _header(file: Path) -> tuple[tuple[int, ...], np.dtype]:
    with file.open("rb") as data:
        np.lib.format.read_magic(data)
        shape, _, dtype = np.lib.format.read_array_header_1_0(data)
    return shape, dtype


def _sample(file: Path) -> str:
    size, crc = file.stat().st_size, 0
    middle = np.linspace(0, size, _PIECES, dtype=np.int64).tolist()
    with file.open("rb") as data:
        for start, length in [(0, _END), *((at, _PIECE) for at in middle), (max(size - _END, 0), _END)]:
            data.seek(start)
            crc = zlib.crc32(data.read(length), crc)
    return f"{crc:08x}"


def _crc32(file: Path) -> str:
    crc = 0
    with file.open("rb") as data:
        while block := data.read(_BLOCK):
            crc = zlib.crc32(block, crc)
    return f"{crc:08x}"


def _checksum(content: dict[str, Any]) -> str:
    content = {name: content[name] for name in ("kind", "format", "facts", "arrays")}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
