"""All runs of the process by id, with their owners: bounded and safe to use from several threads."""

import threading
from collections import OrderedDict
from collections.abc import Callable

from n2n.training.run import Run


class RunTable:
    """Runs by id, oldest first.

    Args:
        forget: told the id of each run that is dropped.
    """

    def __init__(self, forget: Callable[[str], None]):
        self._forget = forget
        self._runs: OrderedDict[str, tuple[Run, str]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._runs)

    def get(self, id: str) -> Run | None:
        """A run by its id; None where it is not here."""
        with self._lock:
            return self._runs[id][0] if id in self._runs else None

    def owner(self, id: str) -> str | None:
        """The visitor who started or loaded a run; None where it is not here."""
        with self._lock:
            return self._runs[id][1] if id in self._runs else None

    def add(self, run: Run, owner: str, most: int, most_bytes: int) -> None:
        """Keep a run; beyond a number of runs, or a size of their results, the oldest ended ones go."""
        with self._lock:
            self._runs[run.id] = (run, owner)
            ended = [old for old, _ in list(self._runs.values())[:-1] if old.ended]
            too_many = len(self._runs) - most
        size = sum(map(_nbytes, ended))
        for old in ended:
            if too_many <= 0 and size <= most_bytes:
                break
            too_many, size = too_many - 1, size - _nbytes(old)
            self.drop(old.id)

    def drop(self, id: str) -> None:
        """Let go of a run."""
        with self._lock:
            self._runs.pop(id, None)
        self._forget(id)


def _nbytes(run: Run) -> int:
    return run.result.nbytes if run.result else 0
