"""Folders of plain .npy arrays with a JSON file, opened memory-mapped: for data larger than memory.

The JSON file is written last. It names the arrays and states type, shape, size and checksum of each, so a
folder that is cut short or altered is recognised: sizes and headers are compared whenever a folder is opened,
every byte with `verify`.

A folder that is replaced keeps its name all the time. The new arrays move in beside the old ones, under names
of their own; replacing the JSON file is the one step that makes them the content. Whenever a process is
killed, one complete content is there; the next write removes the rest.
"""

import hashlib
import json
import os
import re
import zlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

import numpy as np

from n2n.files.atomic import part_folder, remove_abandoned

Arrays = dict[str, np.ndarray]
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


class ArrayStream:
    """An .npy file that grows by blocks of rows; its header gets the number of rows at the end."""

    def __init__(self, file: BinaryIO, dtype: np.dtype, row: tuple[int, ...]):
        self._file, self.dtype, self.row = file, dtype, row
        self.rows = 0
        self._head()

    def append(self, block: np.ndarray) -> None:
        """Write more rows."""
        self.rows += len(block)
        self._file.write(np.ascontiguousarray(block, self.dtype).data)

    def _head(self) -> None:
        # numpy leaves room in a header for the first dimension to grow.
        description = np.lib.format.dtype_to_descr(self.dtype)
        header = {"descr": description, "fortran_order": False, "shape": (self.rows, *self.row)}
        self._file.seek(0)
        np.lib.format.write_array_header_1_0(self._file, header)


class NewFolder:
    """A folder that gets its arrays one after the other, and its facts at the end."""

    def __init__(self, path: Path):
        self.path = path
        self.facts: dict[str, Any] | None = None
        """What goes into the JSON file; set when all arrays are complete."""

    def write(self, name: str, array: np.ndarray) -> None:
        """Write a whole array."""
        np.save(self.path / f"{name}.npy", array, allow_pickle=False)

    @contextmanager
    def stream(self, name: str, dtype: Any, row: tuple[int, ...] = ()) -> Iterator[ArrayStream]:
        """An array that is written by blocks of rows of shape `row`."""
        with (self.path / f"{name}.npy").open("wb") as file:
            stream = ArrayStream(file, np.dtype(dtype), row)
            yield stream
            stream._head()

    def create(self, name: str, shape: tuple[int, ...], dtype: Any) -> np.ndarray:
        """An array in its file, to be filled in any order."""
        return np.lib.format.open_memmap(self.path / f"{name}.npy", "w+", np.dtype(dtype), shape)


@contextmanager
def new_folder(path: str | os.PathLike, kind: Kind, replace: bool = False) -> Iterator[NewFolder]:
    """A folder to write to; it appears under its name only if the block sets `facts` and ends well.

    Args:
        replace: whether a folder of the same kind that is already there may be replaced.

    Raises:
        ValueError: there is something at `path` that may not be replaced.
    """
    path = Path(path).absolute()
    _check_free(path, kind, replace)
    with part_folder(path) as part:
        folder = NewFolder(part)
        yield folder
        if folder.facts is None:
            raise RuntimeError("the folder was not finished")
        _check_free(path, kind, replace)
        if (path / kind.file).exists():
            suffix = f"-{part.suffixes[-2][1:]}"
            _describe(part, kind, folder.facts, suffix)
            for file in part.glob("*.npy"):
                os.rename(file, path / f"{file.stem}{suffix}.npy")
            os.replace(part / kind.file, path / kind.file)
        else:
            _describe(part, kind, folder.facts)
            os.rename(part, path)
    _remove_unnamed(path, kind)


def _check_free(path: Path, kind: Kind, replace: bool) -> None:
    """Raise ValueError if there is something at a path that must not be replaced."""
    if not path.exists() or (path.is_dir() and not any(path.iterdir())):
        return
    if not path.is_dir() or not (path / kind.file).is_file():
        raise ValueError(f"{path} exists and is not a {kind.name} folder: choose another name.")
    if not replace:
        raise ValueError(f"{path} exists already: choose another name, or ask for it to be replaced.")
    other = sorted(item.name for item in path.iterdir() if item.suffix != ".npy" and item.name != kind.file)
    if other:
        raise ValueError(f"{path} also holds {other[0]!r}, so it is not replaced: choose another name.")


def _remove_unnamed(path: Path, kind: Kind) -> None:
    """Remove arrays that the folder does not name, except those that another process is moving in."""
    living = tuple(f"-{number}" for number in remove_abandoned(path))
    content = _read(path, kind)
    named = {f"{name}{content['suffix']}" for name in content["arrays"]}
    for file in path.glob("*.npy"):
        if file.stem not in named and not file.stem.endswith(living):
            file.unlink(missing_ok=True)


def _describe(path: Path, kind: Kind, facts: dict[str, Any], suffix: str = "") -> None:
    """Write the JSON file for all arrays in a folder; `suffix` is what their names will have before .npy."""
    arrays = {}
    for file in sorted(path.glob("*.npy")):
        array = np.load(file, mmap_mode="r", allow_pickle=False)
        arrays[file.stem] = {
            "dtype": array.dtype.str,
            "shape": list(array.shape),
            "bytes": file.stat().st_size,
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


def read_facts(path: str | os.PathLike, kind: Kind) -> dict[str, Any]:
    """The facts of a folder, from the JSON file alone.

    Raises:
        ValueError: there is no such folder, it was not finished, it was edited, or it has another version.
    """
    return _read(Path(path), kind)["facts"]


def checksum(path: str | os.PathLike, kind: Kind) -> str:
    """A hash of facts and arrays, from the JSON file alone."""
    return _checksum(_read(Path(path), kind))


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
    try:
        if expected == _checksum(content) and re.fullmatch(r"(-[0-9a-f]+)?", suffix):
            return content | {"suffix": suffix}
    except (KeyError, TypeError):
        pass
    _damaged(path, f"{kind.file} was edited")


def open_folder(
    path: str | os.PathLike, kind: Kind, verify: bool = False, private: Collection[str] = ()
) -> tuple[Arrays, dict[str, Any]]:
    """The arrays of a folder, memory-mapped and read-only, and its facts.

    Args:
        verify: compare every byte with the checksums.
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
        try:
            mapped = np.load(file, mmap_mode="c" if name in private else "r", allow_pickle=False)
        except Exception:  # numpy raises errors of many classes on an altered header
            mapped = None
        if (
            not isinstance(mapped, np.memmap)
            or [mapped.dtype.str, list(mapped.shape)] != [expected["dtype"], expected["shape"]]
            or (verify and _crc32(file) != expected["crc32"])
        ):
            _damaged(path, f"{file.name} was changed after it was written")
        # A plain array: numba and scipy treat it like any other.
        arrays[name] = mapped.view(np.ndarray)
    return arrays, content["facts"]


def _damaged(path: Path, reason: str) -> NoReturn:
    raise ValueError(f"{path} is damaged: {reason}; copy the folder again, or make it again.") from None


def _crc32(file: Path) -> str:
    crc = 0
    with file.open("rb") as data:
        while block := data.read(_BLOCK):
            crc = zlib.crc32(block, crc)
    return f"{crc:08x}"


def _checksum(content: dict[str, Any]) -> str:
    content = {name: content[name] for name in ("kind", "format", "facts", "arrays")}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
