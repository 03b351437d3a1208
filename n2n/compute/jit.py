"""`njit` for kernels: numba's own, with a cache on disk that several processes may share.

Modules with kernels load numba, which takes a fifth of a second. Others import them inside the functions that
run a kernel: someone who only looks at a graph need not wait for it.
"""

import os
import threading
from functools import partial
from pathlib import Path

import numba
from numba.core import event

njit = partial(numba.njit, nogil=True, cache=True)


class _OneProcess(event.Listener):
    """Holds a file while this process holds numba's own lock, which a thread may take several times."""

    def __init__(self, file: int):
        self.file, self.threads, self.depth = file, threading.RLock(), 0

    def on_start(self, event):
        self.threads.acquire()
        self.depth += 1
        if self.depth == 1:
            fcntl.flock(self.file, fcntl.LOCK_EX)

    def on_end(self, event):
        self.depth -= 1
        if self.depth == 0:
            fcntl.flock(self.file, fcntl.LOCK_UN)
        self.threads.release()


# Numba numbers the versions of a function in its cache. Two processes that store different ones at the same
# time give them the same number, and one runs the code of the other. So one process at a time compiles or
# loads; all that numba compiles here, not only our kernels. Where a file cannot be locked, nothing changes.
try:
    import fcntl

    _folder = Path(os.environ.get("NUMBA_CACHE_DIR") or Path.home() / ".cache" / "n2n")
    _folder.mkdir(parents=True, exist_ok=True)
    _file = os.open(_folder / "compiling.lock", os.O_RDWR | os.O_CREAT)
    event.register("numba:compiler_lock", _OneProcess(_file))
except (ImportError, OSError, RuntimeError):  # another system, a folder that cannot be written, no home
    pass
