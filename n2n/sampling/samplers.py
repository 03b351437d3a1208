"""TAPS, random or all neighbours: the one place where the choice is made."""

from n2n.graph import Graph
from n2n.sampling.positives import Positives, all_neighbours, random_positives
from n2n.sampling.ranking import Ranking, rank

ALL = "all"
"""In place of a number k: every neighbour."""


def choose_positives(
    graph: Graph, sampler: str, k: int | str, seed: int = 0, ranking: Ranking | None = None
) -> Positives:
    """The positives of every node.

    Args:
        sampler: "taps" or "random"; ignored where k is "all".
        k: how many, or "all".
        seed: which neighbours "random" draws.
        ranking: the graph's ranking where there is one already; without it TAPS ranks again.

    >>> import n2n
    >>> len(choose_positives(n2n.load("karate"), "taps", 1).indices)
    34
    """
    if isinstance(k, str):
        return all_neighbours(graph)
    if sampler == "random":
        return random_positives(graph, k, seed)
    return (ranking or rank(graph)).top(k)
