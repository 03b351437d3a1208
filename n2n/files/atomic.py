"""Files and folders that are written completely or not at all."""

import os
import platform
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from uuid import uuid4

_HOST = f"{zlib.crc32(platform.node().encode()):08x}"


@contextmanager
def whole_file(path: str | os.PathLike) -> Iterator[Path]:
    """A temporary path to write to; it gets its final name only if the block ends without an error.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with whole_file(folder / "a.txt") as part:
    ...     _ = part.write_text("complete")
    >>> [file.name for file in folder.iterdir()]
    ['a.txt']
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{uuid4().hex}.part")
    try:
        yield part
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def part_folder(path: Path) -> Iterator[Path]:
    """A new folder beside `path` for what is to become its content; it is removed at the end unless renamed.

    What killed processes of this computer left behind for the same path is removed first.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    remove_abandoned(path)
    part = path.with_name(f".{path.name}.{_HOST}.{os.getpid()}.{uuid4().hex[:12]}.part")
    part.mkdir()
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


def remove_abandoned(path: Path) -> list[str]:
    """Remove the part folders of `path` whose process is gone; the last component of the others' names."""
    import psutil  # here for the start-up time

    living = []
    for part in path.parent.glob(f".{escape(path.name)}.*.*.*.part"):
        host, process, number = part.name.removesuffix(".part").rsplit(".", 3)[1:]
        if host == _HOST and process.isdecimal() and not psutil.pid_exists(int(process)):
            shutil.rmtree(part, ignore_errors=True)
        else:
            living.append(number)
    return living
