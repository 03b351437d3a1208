"""The facts of a dataset, known without loading it, and how to load it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from n2n.graph.graph import Graph

Progress = Callable[[str, float | None], None]
"""Called with what is being done and, where known, the share that is done."""


def silent(message: str, fraction: float | None) -> None:
    """A progress that is not shown."""


@dataclass(frozen=True, kw_only=True)
class RawFiles:
    """Raw files of a graph: one .npz file, or a text file of nodes and one of edges."""

    folder: str
    """Their folder within the data folder."""
    files: tuple[str, ...]
    url: str
    """The address of that folder, with a slash at the end."""


@dataclass(frozen=True, kw_only=True)
class DatasetInfo:
    """Facts of a dataset.

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
    aliases: tuple[str, ...] = ()
    """Other names for `n2n.load`."""
    raw: RawFiles | None = None
    """The files to read, which are downloaded where they are missing."""
    folder: Path | None = None
    """The graph folder to open. A dataset with neither this nor `raw` is a file in `assets/datasets`."""

    @property
    def bundled(self) -> bool:
        """Whether the graph is always there without a network."""
        return self.raw is None

    def check(self, graph: Graph) -> None:
        """Raise ValueError unless the graph has the size that this entry states."""
        for what in ("nodes", "edges", "features", "classes"):
            found, stated = getattr(graph, f"num_{what}"), getattr(self, what)
            if found != stated:
                raise ValueError(
                    f"{self.title} has {found} {what} instead of the published {stated}: "
                    f"its raw files are not those of {self.source}; replace them."
                )
