"""Load a dataset of the catalogue."""

from n2n.datasets.catalogue import find
from n2n.datasets.info import Progress, silent
from n2n.graph import Graph


def load(name: str, progress: Progress | None = None) -> Graph:
    """The graph of a dataset, checked against the size that the catalogue states.

    Args:
        name: a key of `n2n.catalogue()` or an alias, in upper or lower case.
        progress: called as `progress(message, fraction)` during a long load; the fraction is None while it
            is unknown, as during a download.

    Raises:
        ValueError: there is no such dataset, or its files are damaged.
        DatasetUnavailable: its files are missing and cannot be downloaded; the message says which file to
            put where.

    >>> load("karate").num_edges
    78
    """
    info = find(name)
    graph = info.route.load(info, progress or silent)
    info.check(graph)
    return graph
