"""TAPS, random or all neighbours: the one place where the choice is made."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # names of methods need only the labels
    from n2n.graph import Graph
    from n2n.taps.positives import Positives
    from n2n.taps.ranking import Ranking

ALL = "all"
"""In place of a number k: every neighbour."""
SAMPLERS = {"taps": "TAPS", "random": "Random"}
"""What each sampler is called in names of methods, by its name in settings."""


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
    from n2n.taps.positives import all_neighbours, random_positives
    from n2n.taps.ranking import rank

    if isinstance(k, str):
        return all_neighbours(graph)
    if sampler not in SAMPLERS:
        raise ValueError(f"There is no sampler {sampler!r}: choose among {', '.join(SAMPLERS)}.")
    return random_positives(graph, k, seed) if sampler == "random" else (ranking or rank(graph)).top(k)
