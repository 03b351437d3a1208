"""Predictions for a graph that are there already: of a run of the visitor, or of one that ships."""

from dataclasses import dataclass

import numpy as np

import n2n
from n2n.embedding.shipped import RUNS, load_shipped
from n2n.methods.base import MethodSettings
from n2n.training.run import Run
from pages.session import data, runs


@dataclass(frozen=True, eq=False)
class Known:
    """Predictions for all nodes of a graph."""

    name: str
    settings: MethodSettings
    predictions: np.ndarray
    run: Run | None = None
    """None where the run came with the program, without weights."""

    @property
    def title(self) -> str:
        """The name, and whether it is bundled."""
        return self.name if self.run else f"{self.name}, bundled"


def known(dataset: str, graph: n2n.Graph) -> Known | None:
    """Predictions of the run that is looked at, else of the newest one, else of one that ships."""
    if not graph.has_labels:
        return None
    for run in (*runs.chosen(), *runs.mine()):
        if run.dataset == dataset and run.has_result and run.status.ended and _fits(run, graph):
            return Known(run.name, run.settings, run.predictions, run)
    for name in RUNS:
        shipped = load_shipped(dataset, graph, name, cache=data.layout_cache(dataset))
        if shipped is not None:
            return Known(shipped.name, shipped.settings, shipped.predictions)
    return None


def _fits(run: Run, graph: n2n.Graph) -> bool:
    return len(run.predictions) == graph.num_nodes and bool((run.predictions >= 0).any())
