"""A folder of arrays while it is being written: under another name until it is complete.

A folder that is replaced keeps its name all the time. The new arrays move in beside the old ones, under
names of their own; replacing the JSON file, which names the arrays, is the one step that makes them the
content. Whenever a process is killed, one complete content is there; the next write removes the rest.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import IO, Any, BinaryIO
from uuid import uuid4

import numpy as np

from n2n.files.folder import Kind, array_files, describe

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
    _remove_remains(path, kind)
    number = uuid4().hex[:12]
    part = path.with_name(f".{path.name}.{number}.part")
    try:
        with _locked(part):
            folder = NewFolder(part)
            yield folder
            if folder.facts is None:
                raise RuntimeError("the folder was not finished")
            check_free(path, kind, replace)
            if (path / kind.file).exists():
                describe(part, kind, folder.facts, f"-{number}")
                for file in part.glob("*.npy"):
                    os.rename(file, path / f"{file.stem}-{number}.npy")
                os.replace(part / kind.file, path / kind.file)
            else:
                describe(part, kind, folder.facts)
                os.rename(part, path)
                (path / _LOCK).unlink()
    finally:
        shutil.rmtree(part, ignore_errors=True)
    _remove_remains(path, kind)


def check_free(path: str | os.PathLike, kind: Kind, replace: bool = False) -> None:
    """Raise ValueError if there is something at a path that must not be replaced."""
    path = Path(path)
    if not path.exists() or (path.is_dir() and not any(path.iterdir())):
        return
    if not path.is_dir() or not (path / kind.file).is_file():
        raise ValueError(f"{path} exists and is not a {kind.name} folder: choose another name.")
    if not replace:
        raise ValueError(f"{path} exists already: choose another name, or ask for it to be replaced.")
    own = {kind.file, _LOCK}
    other = sorted(item.name for item in path.iterdir() if item.suffix != ".npy" and item.name not in own)
    if other:
        raise ValueError(f"{path} also holds {other[0]!r}, so it is not replaced: choose another name.")


def _remove_remains(path: Path, kind: Kind) -> None:
    """Remove what processes that are gone were writing, and arrays that the folder no longer names."""
    living = []
    for part in path.parent.glob(f".{escape(path.name)}.*.part"):
        try:
            with (part / _LOCK).open("r+") as lock:
                if _try_lock(lock):
                    shutil.rmtree(part, ignore_errors=True)
                else:
                    living.append(f"-{part.suffixes[-2][1:]}")
        except FileNotFoundError:  # killed before it was locked, or while it was removed
            shutil.rmtree(part, ignore_errors=True)
    try:
        named = set(array_files(path, kind).values())
    except ValueError:  # nothing there, or not what this program wrote
        return
    for file in path.glob("*.npy"):
        if file.name not in named and not file.stem.endswith(tuple(living)):
            file.unlink(missing_ok=True)
    (path / _LOCK).unlink(missing_ok=True)


def _locked(part: Path) -> IO:
    """A new folder with a file in it that is locked until it is closed."""
    while True:
        part.mkdir(exist_ok=True)
        # Another process may remove a folder that has no such file yet.
        with suppress(FileNotFoundError):
            lock = (part / _LOCK).open("w")
            _try_lock(lock)
            return lock


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
