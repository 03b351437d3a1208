"""Compiled kernels that load numba when one of them is first called.

Loading it takes a fifth of a second, and someone who only looks at a graph need not wait for it.
"""

import threading
from collections.abc import Callable
from functools import update_wrapper
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
