"""A cache that somebody owns: bounded, safe to use from several threads, each value made once."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any


class BoundedCache:
    """Values by key; when there are too many, those that were not used for longest are dropped.

    Several threads may share a cache. Of those that ask for a missing key at the same time, one makes the
    value and the others wait for it; if it fails, the next one tries. Values of different keys are made side
    by side, and a value may be made with the help of another key of the same cache.

    Args:
        count: number of values to keep at most.

    >>> cache = BoundedCache(count=2)
    >>> [cache.get_or_make(key, lambda: key.upper()) for key in ("a", "b", "a", "c")]
    ['A', 'B', 'A', 'C']
    >>> cache.get("a"), cache.get("b")
    ('A', None)
    """

    def __init__(self, count: int):
        self.count = count
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self._being_made: dict[Hashable, threading.Event] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable, default: Any = None) -> Any:
        """The value of a key, or the default where there is none."""
        with self._lock:
            if key not in self._values:
                return default
            self._values.move_to_end(key)
            return self._values[key]

    def put(self, key: Hashable, value: Any) -> None:
        """Keep a value, in place of an earlier one of the same key."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self.count:
                self._values.popitem(last=False)

    def get_or_make(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The value of a key; where there is none, `make()` is called once and its result is kept."""
        missing = object()
        while True:
            with self._lock:
                in_progress = self._being_made.get(key)
                value = self._values.get(key, missing)
                if value is not missing:
                    self._values.move_to_end(key)
                    return value
                if in_progress is None:
                    done = self._being_made[key] = threading.Event()
                    break
            in_progress.wait()
        try:
            value = make()
            self.put(key, value)
            return value
        finally:
            with self._lock:
                del self._being_made[key]
            done.set()
