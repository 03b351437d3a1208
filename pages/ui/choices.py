"""Which neighbours are kept, with and without wrong edges: those of TAPS, random ones, or all."""

from dataclasses import dataclass

import numpy as np
import streamlit as st

import n2n
from n2n.taps.map import map_positions
from pages.session import data
from pages.ui import edits, maps

DRAWS = 10
"""Seeds of random choice."""
WAYS = ("TAPS", "Random", "All")


@dataclass(frozen=True)
class Purities:
    """The purity of the subgraphs that each choice forms, from 0 to 1."""

    taps: float
    random: tuple[float, ...]
    """One value per draw."""
    all: float

    @property
    def mean(self) -> float:
        """Mean purity of random choice."""
        return float(np.mean(self.random))

    @property
    def sd(self) -> float:
        """Standard deviation of random choice."""
        return float(np.std(self.random, ddof=1))

    @property
    def difference(self) -> int:
        """1 where TAPS is better than random choice, −1 where it is worse.

        0 where the two differ by less than two standard deviations or one point.
        """
        gap = self.taps - self.mean
        return 0 if abs(gap) <= max(2 * self.sd, 0.01) else int(np.sign(gap))

    @property
    def words(self) -> str:
        """The purity for TAPS and for random choice."""
        return f"{self.taps:.1%} for TAPS, {self.mean:.1%} ± {100 * self.sd:.1f} for random neighbours"


@dataclass(frozen=True, eq=False)
class Examples:
    """The nodes with two or more neighbours, and for which of them the first choice of TAPS is right."""

    nodes: np.ndarray
    right: np.ndarray
    """(len(nodes),) whether the neighbour of largest dependency has the label of the node."""
    chance: np.ndarray
    """(len(nodes),) the probability that a random neighbour has it."""

    def draw(self, wrong: bool = False) -> int | None:
        """Any of the nodes, or any for which TAPS is wrong; None where there is none."""
        among = self.nodes[~self.right] if wrong else self.nodes
        return int(np.random.default_rng().choice(among)) if len(among) else None


@data.cached(st.cache_resource, "Comparing the choices", max_entries=12)
def examples(key: str) -> Examples:
    """Of nodes without labels none counts, unless no node has one; then nothing is right or wrong."""
    graph = data.graph(key)
    labelled = graph.y >= 0 if graph.has_labels else np.ones(graph.num_nodes, bool)
    nodes = np.flatnonzero((graph.degree >= 2) & labelled)
    same = graph.y[graph.sources] == graph.y[graph.indices]
    share = np.bincount(graph.sources, same, graph.num_nodes) / np.maximum(graph.degree, 1)
    best = data.positives(key, 1).indices  # one of each node
    return Examples(nodes, graph.y[best[nodes]] == graph.y[nodes], share[nodes])


def graph(key: str, wrong: int) -> n2n.Graph:
    """The graph with as many random edges added as `wrong` percent of its own; without its features."""
    return edits.edited_ranking(key, n2n.Edits(noise=wrong)).graph if wrong else data.graph(key)


@data.cached(st.cache_resource, "Choosing positives", max_entries=40)
def positives(key: str, k: int | None, way: str, wrong: int) -> n2n.Positives:
    """The neighbours that are kept; all of them where k is None."""
    if k is None or way == "All":
        return n2n.all_neighbours(graph(key, wrong))
    if way == "Random":
        return n2n.random_positives(graph(key, wrong), k)
    return edits.edited_ranking(key, n2n.Edits(noise=wrong)).top(k) if wrong else data.positives(key, k)


@data.cached(st.cache_resource, "Finding the subgraphs", max_entries=40)
def partition(key: str, k: int | None, way: str, wrong: int) -> n2n.Partition:
    """The subgraphs that the kept edges form."""
    if not wrong and (way != "Random" or k is None):
        return data.partition(key, None if way == "All" else k)
    return n2n.partition(positives(key, k, way, wrong))


@data.cached(st.cache_data, "Comparing the choices", max_entries=60)
def purities(key: str, k: int | None, wrong: int) -> Purities:
    """How pure the subgraphs of each choice are."""
    y = data.graph(key).y
    taps, everyone = (partition(key, k, way, wrong).weighted_purity(y) for way in ("TAPS", "All"))
    if k is None:
        return Purities(everyone, (everyone,) * DRAWS, everyone)
    drawn = []
    for seed in range(DRAWS):
        drawn.append(n2n.partition(n2n.random_positives(graph(key, wrong), k, seed)).weighted_purity(y))
    return Purities(taps, tuple(drawn), everyone)


@data.cached(st.cache_resource, "Arranging the subgraphs", max_entries=40)
def positions(key: str, k: int | None, way: str, wrong: int) -> np.ndarray:
    """(N, 2) positions of the nodes: every subgraph is an island near its place on the map."""
    if k is None or way == "All":
        return maps.whole(key)
    if way == "TAPS" and not wrong:
        return maps.subgraphs(key, k)
    return map_positions(positives(key, k, way, wrong), near=maps.whole(key))
