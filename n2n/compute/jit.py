"""Compiled kernels that load numba when one of them is first called.

Loading it takes a fifth of a second, and someone who only looks at a graph need not wait for it.
"""

import os
import threading
from collections.abc import Callable
from functools import update_wrapper
from pathlib import Path
from typing import Any

_lock = threading.RLock()


class Kernel:
    """A function that numba compiles at its first call; kernels may call each other.

    >>> @njit(nogil=True)
    ... def double(x):
    ...     return 2 * x
    >>> double(21)
    42
    """

    def __init__(self, function: Callable, options: dict[str, Any]):
        self._function, self._options, self._compiled = function, options, None
        update_wrapper(self, function)

    def __call__(self, *arguments):
        return (self._compiled or self.compiled())(*arguments)

    def compiled(self) -> Callable:
        """The function as numba knows it."""
        with _lock:
            if self._compiled is None:
                import numba  # takes a fifth of a second to load

                share_cache()
                names = self._function.__globals__
                for name in self._function.__code__.co_names:
                    # What numba compiles may call only what numba knows.
                    if isinstance(names.get(name), Kernel):
                        names[name] = names[name].compiled()
                self._compiled = numba.njit(**self._options)(self._function)
            return self._compiled


def njit(**options) -> Callable[[Callable], Kernel]:
    """`numba.njit` with these options, later."""
    return lambda function: Kernel(function, options)


_sharing = threading.Event()


def share_cache() -> None:
    """Let one process at a time compile, or load what was compiled; all that numba compiles, not only ours.

    Numba numbers the versions of a function in its cache. Two processes that store different ones at the same
    time give them the same number, and one runs the code of the other. Waiting for each other, they compile
    everything once, too. Where there is no `flock`, or the cache cannot be written, nothing changes.
    """
    if _sharing.is_set():
        return
    _sharing.set()
    from numba.core import event

    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or Path.home() / ".cache" / "n2n")
    try:
        import fcntl

        folder.mkdir(parents=True, exist_ok=True)
        file = os.open(folder / "compiling.lock", os.O_RDWR | os.O_CREAT)
    except (ImportError, OSError):
        return

    class OneProcess(event.Listener):
        """Holds the file while this process holds numba's own lock, which threads may hold several times."""

        def __init__(self):
            self.threads, self.depth = threading.RLock(), 0

        def on_start(self, event):
            self.threads.acquire()
            self.depth += 1
            if self.depth == 1:
                fcntl.flock(file, fcntl.LOCK_EX)

        def on_end(self, event):
            self.depth -= 1
            if self.depth == 0:
                fcntl.flock(file, fcntl.LOCK_UN)
            self.threads.release()

    event.register("numba:compiler_lock", OneProcess())
