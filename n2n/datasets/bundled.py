"""Graphs that need no network: the files in `assets/datasets` and the small graphs that networkx knows."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from n2n.datasets.folders import BUNDLED
from n2n.datasets.pyg import Progress
from n2n.graph import Graph
from n2n.graph.storage import load_graph

if TYPE_CHECKING:
    from n2n.datasets.catalogue import DatasetInfo


@dataclass(frozen=True)
class Bundled:
    """A file of `assets/datasets`, as `Bundled("cora.npz")`."""

    offline: ClassVar[bool] = True

    file: str

    def load(self, info: "DatasetInfo", progress: Progress) -> Graph:
        """Read the file; `progress` has nothing to report, it takes milliseconds."""
        return load_graph(BUNDLED / self.file)


@dataclass(frozen=True)
class Networkx:
    """A graph that a function of networkx makes, as `Networkx("karate_club_graph", label="club")`.

    Such a graph has no features, so every node is described by itself alone: x is the identity.
    """

    offline: ClassVar[bool] = True

    function: str
    label: str
    """The node attribute that holds the class."""

    def load(self, info: "DatasetInfo", progress: Progress) -> Graph:
        """Let networkx make the graph."""
        import networkx

        return Graph.from_networkx(
            getattr(networkx, self.function)(),
            label=self.label,
            x=np.eye(info.nodes, dtype=np.float32),
            name=info.title,
            provenance=f"{info.source} ({info.licence})",
        )
