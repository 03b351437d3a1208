"""Files that are made when they are asked for: what the browser fetches of a run in progress.

A run of a page makes the browser go through the whole page, for a tenth of a second of a core, and holds up
the Python of the training meanwhile. So whatever follows a run fetches it from an address among those of
images and downloads. Whoever knows the id of a run may watch it, as everywhere in the app.
"""

import threading
import time
from collections.abc import Callable

from streamlit import config, runtime
from streamlit.runtime.media_file_storage import MediaFileKind

_PREFIX = "live-"
_tidying = threading.Lock()
STAYS = 60.0
"""Seconds for which a file stays after its end has been noticed: a browser that has not heard of it asks."""


class LiveFile:
    """One of them, as a file among the media of Streamlit 1.67.

    Args:
        make: gives its bytes.
        ended: whether nothing in it will change; asked of all files now and again, so it must not count as
            watching a run.
    """

    kind, filename = MediaFileKind.MEDIA, None

    def __init__(self, make: Callable[[], bytes], ended: Callable[[], bool], mimetype: str):
        self._make, self._ended, self.mimetype = make, ended, mimetype
        self._until: float | None = None

    def is_over(self) -> bool:
        """Whether nobody needs it any longer."""
        if self._until is None and self._ended():
            self._until = time.monotonic() + STAYS
        return self._until is not None and time.monotonic() >= self._until

    @property
    def content(self) -> bytes:
        """What it has in it at this moment."""
        return self._make()


def publish(name: str, file: LiveFile) -> str | None:
    """Where the browser finds a file; None where it must do with what the page sends.

    The files of Streamlit are not public: where a later version keeps them elsewhere, there is no address.

    Args:
        name: one that cannot be guessed; a file of that name that is there already stays.
    """
    if not runtime.exists():
        return None
    files = getattr(getattr(runtime.get_instance().media_file_mgr, "_storage", None), "_files_by_id", None)
    if not isinstance(files, dict):
        return None
    with _tidying:
        alone = not _live(files)
        files.setdefault(_PREFIX + name, file)
        if alone:
            _tidy_later(files)
    base = config.get_option("server.baseUrlPath").strip("/")
    return f"{'/' if base else ''}{base}/media/{_PREFIX}{name}"


def _live(files: dict) -> dict[str, LiveFile]:
    return {name: file for name, file in list(files.items()) if isinstance(file, LiveFile)}


def _tidy_later(files: dict) -> None:
    """By a timer, since nobody may publish or fetch anything after the last training: it holds a graph."""
    timer = threading.Timer(STAYS, _tidy, (files,))
    timer.daemon = True
    timer.start()


def _tidy(files: dict) -> None:
    with _tidying:
        for name, file in _live(files).items():
            if file.is_over():
                del files[name]
        if _live(files):
            _tidy_later(files)
