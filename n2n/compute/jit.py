"""`njit` for kernels: numba's own, with a cache on disk that several processes may share.

Modules with kernels load numba, which takes a fifth of a second, so others import them inside the functions
that run a kernel.
"""

import os
from contextlib import suppress
from functools import partial
from pathlib import Path

import numba
from filelock import FileLock
from numba.core import event

njit = partial(numba.njit, nogil=True, cache=True)


class _OneProcess(event.Listener):
    """Holds a lock on a file while a thread of this process holds numba's own lock.

    Numba numbers the versions of a function in its cache. Two processes that store different ones at the same
    time give them the same number, and one runs the code of the other.
    """

    def __init__(self, lock: FileLock):
        self.lock = lock

    def on_start(self, event):
        self.lock.acquire(poll_interval=0.005)

    def on_end(self, event):
        self.lock.release()


# In a folder that cannot be written to, nothing is stored and there is nothing to lock.
with suppress(OSError, RuntimeError):
    _lock = FileLock(
        Path(os.environ.get("NUMBA_CACHE_DIR") or Path.home() / ".cache" / "n2n") / "compiling.lock"
    )
    Path(_lock.lock_file).parent.mkdir(parents=True, exist_ok=True)
    with _lock:
        pass
    event.register("numba:compiler_lock", _OneProcess(_lock))
