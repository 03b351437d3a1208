"""TAPS, random or all neighbours: the one place where the choice is made."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numba takes a second to load, and names of methods need only the labels
    from n2n.graph import Graph
    from n2n.taps.positives import Positives
    from n2n.taps.ranking import Ranking

ALL = "all"
"""In place of a number k: every neighbour."""


@dataclass(frozen=True)
class Sampler:
    """A way to choose k positives of every node."""

    name: str
    """In settings."""
    label: str
    """In the names of methods."""
    choose: "Callable[[Graph, int, int, Ranking | None], Positives]"
    """From the graph, k, a seed and, where there is one already, the graph's ranking."""


def _by_rank(graph: "Graph", k: int, seed: int, ranking: "Ranking | None") -> "Positives":
    from n2n.taps.ranking import rank  # see above

    return (ranking or rank(graph)).top(k)


def _at_random(graph: "Graph", k: int, seed: int, ranking: "Ranking | None") -> "Positives":
    from n2n.taps.positives import random_positives  # see above

    return random_positives(graph, k, seed)


SAMPLERS = {
    one.name: one for one in (Sampler("taps", "TAPS", _by_rank), Sampler("random", "Random", _at_random))
}
"""Every sampler by its name in settings."""


def choose_positives(
    graph: "Graph", sampler: str, k: int | str, seed: int = 0, ranking: "Ranking | None" = None
) -> "Positives":
    """The positives of every node.

    Args:
        sampler: a name in `SAMPLERS`; ignored where k is "all".
        k: how many, or "all".
        seed: which neighbours "random" draws.
        ranking: the graph's ranking where there is one already; without it TAPS ranks again.

    >>> import n2n
    >>> len(choose_positives(n2n.load("karate"), "taps", 1).indices)
    34
    """
    from n2n.taps.positives import all_neighbours  # see above

    if isinstance(k, str):
        return all_neighbours(graph)
    if sampler not in SAMPLERS:
        raise ValueError(f"There is no sampler {sampler!r}: choose among {', '.join(SAMPLERS)}.")
    return SAMPLERS[sampler].choose(graph, k, seed, ranking)
