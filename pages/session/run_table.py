"""All runs by id, with their owners: those of this process and those on disk, bounded and safe in threads."""

import threading
from collections import OrderedDict
from collections.abc import Callable

from n2n.training.run import Run
from n2n.training.run_store import RunStore


class RunTable:
    """Runs by id, oldest first.

    Args:
        forget: told the id of each run that is dropped.
        store: the runs on disk.
    """

    def __init__(self, forget: Callable[[str], None], store: RunStore):
        self.store = store
        self._forget = forget
        self._runs: OrderedDict[str, tuple[Run, str]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._runs)

    def get(self, id: str) -> Run | None:
        """A run by its id; None where it is not here."""
        with self._lock:
            if id in self._runs:
                return self._runs[id][0]
        return self.store.find(id)

    def owner(self, id: str) -> str | None:
        """The visitor who started or loaded a run; None where it is not here."""
        with self._lock:
            if id in self._runs:
                return self._runs[id][1]
        return next((entry.owner for entry in self.store.entries() if entry.id == id), None)

    def of(self, owner: str) -> list[str]:
        """The ids of a visitor's runs, oldest first."""
        with self._lock:
            here = [id for id, (_, whose) in self._runs.items() if whose == owner]
        kept = [entry.id for entry in self.store.entries() if entry.owner == owner]
        return [*(id for id in kept if id not in here), *here]

    def is_here(self, id: str) -> bool:
        """Whether a run was started or loaded in this process."""
        with self._lock:
            return id in self._runs

    def add(self, run: Run, owner: str, most: int, most_bytes: int) -> None:
        """Keep a run; beyond a number of runs, or a size of their results, the oldest ended ones go."""
        with self._lock:
            self._runs[run.id] = (run, owner)
        for id in self.store.shrink(most, most_bytes, spare=run.id):
            self.drop(id)
        with self._lock:
            ended = [old for old, _ in list(self._runs.values())[:-1] if old.ended]
            too_many = len(self._runs) - most
        size = sum(map(_nbytes, ended))
        for old in ended:
            if too_many <= 0 and size <= most_bytes:
                break
            too_many, size = too_many - 1, size - _nbytes(old)
            self.drop(old.id)

    def drop(self, id: str) -> None:
        """Let go of a run, and of its files."""
        with self._lock:
            self._runs.pop(id, None)
        self.store.delete(id)
        self._forget(id)


def _nbytes(run: Run) -> int:
    return run.result.nbytes if run.result else 0
