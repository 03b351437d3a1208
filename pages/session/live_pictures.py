"""Pictures of a run in progress for the browser, which the map fetches itself: see `live_files`."""

from functools import partial
from typing import Any

import numpy as np

import n2n
from n2n.plots.map import pack
from pages.session.live_files import LiveFile, publish


def latest(run: n2n.Run, y: np.ndarray | None, nodes: np.ndarray, scale: float) -> bytes:
    """The latest picture of a run, packed; another one will be made after one of the next epochs.

    Args:
        y: labels of all nodes, where there are any: wrong predictions have a ring.
        nodes: those that are drawn.
    """
    picture = run.live.ask()
    facts: dict[str, Any] = {"epoch": 0, "ended": run.status.ended}
    if picture is not None:
        positions = scale * picture.positions[nodes]
        facts |= {"epoch": picture.epoch, "positions": positions.astype(np.float32)}
        if picture.predictions is not None and y is not None:
            wrong = (y[nodes] >= 0) & (picture.predictions[nodes] != y[nodes])
            facts |= {"rings": wrong.astype(np.uint8)}
    return pack(facts)


def address(run: n2n.Run, graph: n2n.Graph, nodes: np.ndarray, scale: float) -> str | None:
    """Where the browser finds the pictures; None where it must do with those that the page sends."""
    make = partial(latest, run, graph.y if graph.has_labels else None, nodes, scale)
    return publish(run.id, LiveFile(make, lambda: run.ended, "image/x-n2n"))
