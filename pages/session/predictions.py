"""Predictions for a graph that are there already: of a run of the visitor, or of one that ships."""

from dataclasses import dataclass

import numpy as np

import n2n
from n2n.embedding.shipped import RUNS, load_shipped
from n2n.methods.base import MethodSettings
from pages.session import data, runs


@dataclass(frozen=True, eq=False)
class Known:
    """Predictions for all nodes of a graph."""

    name: str
    settings: MethodSettings
    predictions: np.ndarray
    is_fork: bool = False
    """Whether the settings are those of its last epochs only."""
    bundled: bool = False
    """Whether the run came with the program."""

    @property
    def title(self) -> str:
        """The name, and whether it is bundled."""
        return f"{self.name}, bundled" if self.bundled else self.name


def known(dataset: str, graph: n2n.Graph) -> Known | None:
    """Predictions of the run that is looked at, else of the newest one, else of one that ships."""
    if not graph.has_labels:
        return None
    for run in (*runs.chosen(), *runs.mine()):
        if _fits(run, dataset, graph):
            return Known(run.name, run.settings, run.predictions, run.fork is not None)
    for name in RUNS:
        shipped = load_shipped(dataset, graph, name, cache=data.layout_cache(dataset))
        if shipped is not None:
            return Known(shipped.name, shipped.settings, shipped.predictions, bundled=True)
    return None


def _fits(run: n2n.Run, dataset: str, graph: n2n.Graph) -> bool:
    has_result = run.dataset == dataset and run.result is not None
    return has_result and len(run.predictions) == graph.num_nodes and bool((run.predictions >= 0).any())
