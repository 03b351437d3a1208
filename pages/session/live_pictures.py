"""Pictures of a run in progress for the browser, without a run of the page.

A run of a page makes the browser go through the whole page, for a tenth of a second of a core: twice a second
that would be missing from the training. So the map fetches its pictures itself, from an address among those
of images and downloads; the file behind it is made when it is asked for. Whoever knows the id of a run may
watch it, as everywhere in the app.
"""

from typing import Any

import numpy as np
from streamlit import config, runtime
from streamlit.runtime.media_file_storage import MediaFileKind

import n2n
from n2n.plots.map import pack

_PREFIX = "live-"


class LiveFile:
    """The latest picture of a run, as a file among the media of Streamlit 1.67."""

    mimetype, kind, filename = "image/x-n2n", MediaFileKind.MEDIA, None

    def __init__(self, run: n2n.Run, graph: n2n.Graph, nodes: np.ndarray, scale: float):
        self.run, self._nodes, self._scale = run, nodes, scale
        self._y = graph.y[nodes] if graph.has_labels else None

    @property
    def content(self) -> bytes:
        """The picture; another one will be made after one of the next epochs."""
        picture = self.run.live.ask()
        facts: dict[str, Any] = {"epoch": 0, "ended": self.run.status.ended}
        if picture is not None:
            positions = self._scale * picture.positions[self._nodes]
            facts |= {"epoch": picture.epoch, "words": self._words(picture.epoch)}
            facts |= {"positions": positions.astype(np.float32)}
            if picture.predictions is not None and self._y is not None:
                wrong = (self._y >= 0) & (picture.predictions[self._nodes] != self._y)
                facts |= {"rings": wrong.astype(np.uint8)}
        return pack(facts)

    def _words(self, epoch: int) -> str:
        known = next((e for e in reversed(self.run.history[:epoch]) if e.evaluated), None)
        score = f", {known.f1_test:.1%} of the test nodes are right" if known else ""
        return f"Epoch {epoch:,}{score}"


def address(run: n2n.Run, graph: n2n.Graph, nodes: np.ndarray, scale: float) -> str | None:
    """Where the browser finds the pictures; None where it must do with those that the page sends.

    The files of Streamlit are not public: where a later version keeps them elsewhere, there is no address.
    """
    if not runtime.exists():
        return None
    files = getattr(getattr(runtime.get_instance().media_file_mgr, "_storage", None), "_files_by_id", None)
    if not isinstance(files, dict):
        return None
    for name, file in list(files.items()):
        if isinstance(file, LiveFile) and file.run.status.ended:
            del files[name]
    name = _PREFIX + run.id
    if name not in files:
        files[name] = LiveFile(run, graph, nodes, scale)
    base = config.get_option("server.baseUrlPath").strip("/")
    return f"{'/' if base else ''}{base}/media/{name}"
