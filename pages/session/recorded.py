"""Runs that other programs write to folders: those below the paths that `N2N_RECORDS` lists.

`n2n train … --record FOLDER` writes such a folder. All visitors may watch these runs; nobody can stop, rename
or delete them here.
"""

import os
import threading
import time
from pathlib import Path

import streamlit as st

from n2n.training.records import RecordedRun, list_records
from n2n.training.run import Run

# Seconds for which an answer is good: several visitors who watch need not read the files several times.
FRESH = 1.0


class Records:
    """The recorded runs of the process, brought up to date when they are asked for."""

    def __init__(self):
        self._known: dict[Path, list[RecordedRun]] = {}
        self._asked = 0.0
        self._lock = threading.Lock()

    def runs(self) -> list[Run]:
        """All of them, the newest of each folder first."""
        with self._lock:
            if time.monotonic() - self._asked > FRESH or not self._known:
                self._known = {path: list_records(path, self._known.get(path)) for path in folders()}
                self._asked = time.monotonic()
            return [record.run for records in self._known.values() for record in records]


def folders() -> list[Path]:
    """The paths that `N2N_RECORDS` lists, separated as in `PATH`."""
    listed = os.environ.get("N2N_RECORDS", "").split(os.pathsep)
    return [Path(path).expanduser() for path in listed if path]


@st.cache_resource(show_spinner=False)
def _records() -> Records:
    return Records()


def recorded() -> list[Run]:
    """The runs as they are now."""
    return _records().runs() if folders() else []


def find(id: str) -> Run | None:
    """A recorded run by its id; None where there is none."""
    return next((run for run in recorded() if run.id == id), None)
