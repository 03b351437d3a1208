"""The facts of a dataset, and what a way to load one must offer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Protocol

from n2n.graph.graph import Graph

Progress = Callable[[str, float | None], None]
"""Called with what is being done and, where known, the share that is done."""


def silent(message: str, fraction: float | None) -> None:
    """A progress that is not shown."""


class Route(Protocol):
    """A way to load a dataset."""

    offline: ClassVar[bool]
    """Whether the graph is always there without a network."""

    def load(self, info: "DatasetInfo", progress: Progress) -> Graph:
        """The graph of the dataset."""
        ...


@dataclass(frozen=True, kw_only=True)
class DatasetInfo:
    """Facts of a dataset, known without loading it.

    >>> from n2n import catalogue
    >>> info = catalogue()["cora"]
    >>> info.nodes, info.edges, info.bundled
    (2708, 5278, True)
    """

    key: str
    """The name for `n2n.load`."""
    title: str
    kind: str
    """citation, co-purchase, co-authorship, social or heterophilous."""
    nodes: int
    edges: int
    """|ℰ|: undirected edges without self-loops and repeats, as in `Graph.num_edges`."""
    published_edges: int
    """The number in the literature: directed edges, for Chameleon and Texas with self-loops."""
    features: int
    classes: int
    description: str
    source: str
    licence: str
    route: Route
    """How the graph is loaded."""
    aliases: tuple[str, ...] = ()
    """Other names for `n2n.load`."""

    @property
    def bundled(self) -> bool:
        """Whether the graph is always there without a network."""
        return self.route.offline

    def check(self, graph: Graph) -> None:
        """Raise ValueError unless the graph has the size that this entry states."""
        for what in ("nodes", "edges", "features", "classes"):
            found, stated = getattr(graph, f"num_{what}"), getattr(self, what)
            if found != stated:
                raise ValueError(
                    f"{self.title} has {found} {what} instead of the published {stated}: "
                    f"its raw files are not those of {self.source}; replace them."
                )
