"""A folder of arrays while it is being written: under another name until it is complete."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

import numpy as np

from n2n.files.folder import Kind, describe

_LOCK = "being-written"


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

    def finish(self, facts: dict[str, Any]) -> None:
        """Say that all arrays are complete, and what is to be said about them."""
        self.facts = facts


@contextmanager
def new_folder(path: str | os.PathLike, kind: Kind, replace: bool = False) -> Iterator[NewFolder]:
    """A folder to write to; it appears under its name only if the block calls `finish` and ends well.

    What a killed process left behind for the same path is removed first.

    Args:
        replace: whether a folder of the same kind that is already there may be replaced.

    Raises:
        ValueError: there is something at `path` that may not be replaced.
    """
    path = Path(path).absolute()
    check_free(path, kind, replace)
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_remains(path)
    part = path.with_name(f".{path.name}.{uuid4().hex[:12]}.part")
    part.mkdir()
    try:
        with (part / _LOCK).open("w") as lock:
            _try_lock(lock)
            folder = NewFolder(part)
            yield folder
            if folder.facts is None:
                raise RuntimeError("the folder was not finished")
            describe(part, kind, folder.facts)
            (part / _LOCK).unlink()
            check_free(path, kind, replace)
            _move(part, path)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def check_free(path: str | os.PathLike, kind: Kind, replace: bool = False) -> None:
    """Raise ValueError if there is something at a path that must not be replaced."""
    path = Path(path)
    if not path.exists() or (path.is_dir() and not any(path.iterdir())):
        return
    if not path.is_dir() or not (path / kind.file).is_file():
        raise ValueError(f"{path} exists and is not a {kind.name} folder: choose another name.")
    if not replace:
        raise ValueError(f"{path} exists already: choose another name, or ask for it to be replaced.")
    other = sorted(item.name for item in path.iterdir() if item.suffix != ".npy" and item.name != kind.file)
    if other:
        raise ValueError(f"{path} also holds {other[0]!r}, so it is not replaced: choose another name.")


def _move(part: Path, path: Path) -> None:
    old = path.with_name(f".{path.name}.{uuid4().hex[:12]}.old")
    if path.exists():
        os.rename(path, old)
    os.rename(part, path)
    shutil.rmtree(old, ignore_errors=True)


def _remove_remains(path: Path) -> None:
    """Remove what was being written to the same path by processes that are gone."""
    for part in path.parent.glob(f".{path.name}.*.part"):
        try:
            with (part / _LOCK).open("r+") as lock:
                if _try_lock(lock):
                    shutil.rmtree(part, ignore_errors=True)
        except FileNotFoundError:
            continue
    for old in path.parent.glob(f".{path.name}.*.old"):
        shutil.rmtree(old, ignore_errors=True)


def _try_lock(file) -> bool:
    """Lock a file until it is closed or the process ends; False if another process holds the lock."""
    try:
        import fcntl
    except ImportError:  # not on Windows: remains of killed processes stay there
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
