"""Graphs that need no network: the files in `assets/datasets` and the small graphs that networkx knows."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from n2n.datasets.folders import BUNDLED
from n2n.datasets.info import DatasetInfo, Progress
from n2n.graph import Graph
from n2n.graph.storage import load_graph


@dataclass(frozen=True)
class Bundled:
    """A file in `assets/datasets`, such as `Bundled("cora.npz")`."""

    offline: ClassVar[bool] = True

    file: str

    def load(self, info: DatasetInfo, progress: Progress) -> Graph:
        """Read the file; that takes milliseconds, so nothing is reported to `progress`."""
        return load_graph(BUNDLED / self.file)


@dataclass(frozen=True)
class Networkx:
    """A graph that a networkx function makes, such as `Networkx("karate_club_graph", label="club")`.

    Such a graph has no features, so x is the identity: every node is its own feature.
    """

    offline: ClassVar[bool] = True

    function: str
    label: str
    """The node attribute that holds the class."""

    def load(self, info: DatasetInfo, progress: Progress) -> Graph:
        import networkx  # here for the start-up time

        return Graph.from_networkx(
            getattr(networkx, self.function)(),
            label=self.label,
            x=np.eye(info.nodes, dtype=np.float32),
            name=info.title,
            provenance=f"{info.source} ({info.licence})",
        )
