"""The own graphs of all visitors: in memory, with a copy on disk, until an hour after the visitor has left.

Only a visitor finds the own ones: the name of the folder is the visitor's, which nobody else knows. The copy
is for a server that is started again; where it cannot be written, the graphs are in memory alone.
"""

import hashlib
import os
import shutil
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from pages.session.own_graph import OwnGraph

KEPT_SECONDS = 3600.0
"""How long graphs stay after the last page of their visitor was closed."""
KEPT_BYTES = 2 << 30
"""The copies of all visitors together; a graph for which there is no room is in memory alone."""


class GraphShelf:
    """Own graphs by visitor and key.

    Args:
        folder: made when the first graph is saved.
    """

    def __init__(self, folder: Path):
        self.folder = folder
        self.problem = ""
        """Why graphs are not saved, in a sentence; "" where they are."""
        self._graphs: dict[str, dict[str, OwnGraph]] = {}
        self._here: Counter[str] = Counter()
        self._signs: dict[str, float] = {}
        self._lock = threading.RLock()
        self._disk = threading.Lock()
        self._timer: threading.Timer | None = None
        self.tidy()

    def of(self, visitor: str) -> dict[str, OwnGraph]:
        """The graphs of a visitor by key, oldest first: the same dictionary while the visitor is here."""
        with self._lock:
            if visitor not in self._graphs:
                self._graphs[visitor] = self._open(visitor)
            return self._graphs[visitor]

    def enter(self, visitor: str) -> None:
        """A page of the visitor is open."""
        with self._lock:
            self._here[visitor] += 1
        self._give_sign(visitor)

    def leave(self, visitor: str) -> None:
        """A page of the visitor was closed; an hour after the last one, all that is left goes."""
        with self._lock:
            self._here[visitor] -= 1
            self._signs[visitor] = time.time()
        self._give_sign(visitor)
        self._tidy_later()

    def save(self, visitor: str, own: OwnGraph) -> None:
        """Write a graph to the disk, in the background."""
        threading.Thread(target=self._save, args=(visitor, own), name="n2n-shelf", daemon=True).start()

    def remove(self, visitor: str, key: str) -> None:
        """Delete the copy of a graph that is no longer among those of the visitor."""
        with self._disk:
            shutil.rmtree(self._place(visitor, key), ignore_errors=True)
            with suppress(OSError):
                self._place(visitor).rmdir()  # only where it is empty

    def tidy(self) -> None:
        """Let go of what belongs to visitors who left more than an hour ago."""
        with suppress(OSError):
            for place in list(self.folder.iterdir()):
                if not self._is_kept(place.name, place.stat().st_mtime):
                    with self._disk:
                        shutil.rmtree(place, ignore_errors=True)
        with self._lock:
            for visitor, seen in list(self._signs.items()):
                if not self._is_kept(visitor, seen):
                    self._graphs.pop(visitor, {}).clear()
                    del self._here[visitor], self._signs[visitor]

    def _tidy_later(self) -> None:
        """In an hour, and then again until everybody who left has been gone for an hour."""
        with self._lock:
            if self._timer is not None and self._timer.is_alive():
                return
            self._timer = threading.Timer(KEPT_SECONDS + 1, self._tidy_in_time)
            self._timer.daemon = True
            self._timer.start()

    def _tidy_in_time(self) -> None:
        self.tidy()
        with self._lock:
            self._timer = None
            left = any(pages <= 0 for pages in self._here.values())
        if left:
            self._tidy_later()

    def wait(self) -> None:
        """Wait until what is being written is on the disk."""
        for thread in threading.enumerate():
            if thread.name == "n2n-shelf":
                thread.join()

    def _is_kept(self, visitor: str, seen: float) -> bool:
        with self._lock:
            return self._here[visitor] > 0 or time.time() - seen < KEPT_SECONDS

    def _give_sign(self, visitor: str) -> None:
        """The time of the folder tells a server that is started again when the visitor was here."""
        with suppress(OSError):
            os.utime(self._place(visitor))

    def _place(self, visitor: str, key: str = "") -> Path:
        place = self.folder / visitor
        return place / hashlib.sha256(key.encode()).hexdigest()[:32] if key else place

    def _open(self, visitor: str) -> dict[str, OwnGraph]:
        found = []
        with suppress(OSError):
            for place in self._place(visitor).iterdir():
                with suppress(OSError, ValueError, KeyError, TypeError):
                    found.append((place.stat().st_mtime, OwnGraph.open(place)))
        return {own.info.key: own for _, own in sorted(found, key=lambda pair: pair[0])}

    def _save(self, visitor: str, own: OwnGraph) -> None:
        place = self._place(visitor, own.info.key)
        with self._disk:
            try:
                if _size(self.folder) < KEPT_BYTES and not place.exists():
                    place.parent.mkdir(parents=True, exist_ok=True)
                    own.save(place)
                self.problem = ""
            except (OSError, ValueError) as problem:
                shutil.rmtree(place, ignore_errors=True)
                reason = getattr(problem, "strerror", None) or str(problem)
                self.problem = (
                    f"Your graph is in memory only ({reason}): it will be lost when the server stops."
                )
            # It may have been removed meanwhile.
            if own.info.key not in self.of(visitor):
                shutil.rmtree(place, ignore_errors=True)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else 0
