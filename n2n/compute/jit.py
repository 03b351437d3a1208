"""`njit` for kernels: numba's own, which releases Python's lock and has a cache on disk that processes share.

Numba takes a fifth of a second to load. Whoever only looks at a graph need not wait for it, so modules with
kernels are imported inside the functions that run one.
"""

import atexit
import os
from functools import partial
from pathlib import Path

import numba
from filelock import FileLock
from numba.core import event

njit = partial(numba.njit, nogil=True, cache=True)


class _OneProcess(event.Listener):
    """Holds a file while a thread holds numba's lock: one process at a time compiles, or loads what it keeps.

    Numba numbers the versions of a function in its cache. Two processes that store different ones at the same
    time would give them the same number, and one would run the code of the other.
    """

    def __init__(self, path: Path):
        self.path = path
        self.open()
        if hasattr(os, "register_at_fork"):  # a forked process must not use the lock of its parent
            os.register_at_fork(after_in_child=self.open)

    def open(self) -> None:
        self.lock = FileLock(self.path)

    def on_start(self, event):
        self.lock.acquire()

    def on_end(self, event):
        self.lock.release()


try:
    _folder = Path(os.environ.get("NUMBA_CACHE_DIR") or Path.home() / ".cache" / "n2n")
    _folder.mkdir(parents=True, exist_ok=True)
    _listener = _OneProcess(_folder / "compiling.lock")
    with _listener.lock:
        event.register("numba:compiler_lock", _listener)
    # The lock goes before the modules that it needs to go.
    atexit.register(event.unregister, "numba:compiler_lock", _listener)
    del _listener
except (NotImplementedError, OSError, RuntimeError):
    pass  # no locks on this system, a folder that cannot be written, no home: nothing changes
