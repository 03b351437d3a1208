"""A cache that somebody owns: bounded, safe to use from several threads, each value made once."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, wait
from typing import Any


class BoundedCache:
    """Values by key; when there are too many, those that were not used for longest are dropped.

    Of several threads that ask for a missing key at the same time, one makes the value and the others wait
    for it; if it fails, the next one tries. Values of different keys are made side by side, and a value may
    be made with the help of another key of the same cache.

    Args:
        count: number of values to keep at most.

    >>> cache = BoundedCache(count=2)
    >>> [cache.get_or_make(key, lambda: key.upper()) for key in ("a", "b", "a", "c")]
    ['A', 'B', 'A', 'C']
    """

    def __init__(self, count: int):
        self.count = count
        self._values: OrderedDict[Hashable, Future] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any:
        """The value of a key, or None where there is none, or none yet."""
        with self._lock:
            known = key in self._values and self._values[key].done()
            return self._use(key).result() if known else None

    def put(self, key: Hashable, value: Any) -> None:
        """Keep a value, in place of an earlier one of the same key."""
        with self._lock:
            self._values.pop(key, None)
            self._use(key).set_result(value)

    def get_or_make(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The value of a key; where there is none, `make()` is called once and its result is kept."""
        while True:
            with self._lock:
                missing = key not in self._values
                value = self._use(key)
            if missing:
                break
            wait([value])
            if not value.exception():
                return value.result()
        try:
            value.set_result(make())
        except BaseException as error:
            with self._lock:
                if self._values.get(key) is value:
                    del self._values[key]
            value.set_exception(error)
            raise
        return value.result()

    def _use(self, key: Hashable) -> Future:
        """The value of a key, from now on the one used last."""
        value = self._values.setdefault(key, Future())
        self._values.move_to_end(key)
        while len(self._values) > self.count:
            self._values.popitem(last=False)
        return value
