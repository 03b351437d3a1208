"""Why TAPS resists wrong edges: how many of them become positives, and what sets them apart.

A wrong edge rarely has common neighbours, so its dependency is low and TAPS ranks it last. How far that goes
is counted here, for positives by TAPS, at random and for all neighbours. Two counts: positives whose label
differs from that of their node, and positives over an edge that the noise added.
"""

from collections.abc import Iterable

import numpy as np
import pandas as pd

from n2n.graph import Graph
from n2n.noise.edges import RANDOM, noisy
from n2n.taps.positives import Positives, all_neighbours, random_positives
from n2n.taps.ranking import Ranking, rank

LEVELS = (0, 25, 50, 100, 200, 400)
"""Percentages of noise that are compared."""


def added_edges(graph: Graph, changed: Graph) -> np.ndarray:
    """For each directed edge of the changed graph, in CSR order, whether it is not in the original."""
    n = graph.num_nodes
    before, after = (one.sources.astype(np.int64) * n + one.indices for one in (graph, changed))
    return ~np.isin(after, before)


def wrong_positives(
    graph: Graph,
    noise: Iterable[float] = LEVELS,
    ks: Iterable[int] = (1, 3, 5),
    seed: int = 0,
    kind: str = RANDOM,
) -> pd.DataFrame:
    """How many positives are wrong at each level of noise.

    Returns:
        One row for each level and choice of positives, with the columns `noise`, `seed`, `positives`
        ("TAPS-1", "Random-1", "All" …), `different` (share of pairs with two different labels, of those with
        two labels), `added` (share of pairs over an added edge) and their expectations `expected_different`
        and `expected_added`: for random positives over all draws, in closed form, else the share itself.

    >>> import n2n
    >>> table = wrong_positives(n2n.load("karate"), [100], [1])
    >>> table.set_index("positives").added.round(2).to_dict()
    {'TAPS-1': 0.65, 'Random-1': 0.65, 'All': 0.5}
    """
    rows = []
    for percent in noise:
        changed = noisy(graph, percent, seed, kind)
        added, ranking = added_edges(graph, changed), rank(changed)
        for k in ks:
            best, drawn = ranking.top(k), random_positives(changed, k, seed)
            rows.append((percent, seed, f"TAPS-{k}", *_shares(changed, best, added), np.nan, np.nan))
            rows.append(
                (percent, seed, f"Random-{k}", *_shares(changed, drawn, added), *expected(changed, added, k))
            )
        rows.append((percent, seed, "All", *_shares(changed, all_neighbours(changed), added), np.nan, np.nan))
    columns = ["noise", "seed", "positives", "different", "added", "expected_different", "expected_added"]
    table = pd.DataFrame(rows, columns=columns)
    for name in ("different", "added"):
        table[f"expected_{name}"] = table[f"expected_{name}"].fillna(table[name])
    return table


def expected(graph: Graph, added: np.ndarray, k: int) -> tuple[float, float]:
    """The shares of pairs with different labels and over added edges for k random neighbours, over all draws.

    Node i has min(k, d_i) positives, and each of its d_i neighbours is one of them with the same probability:
    the share is Σ_i min(k, d_i)·w_i/d_i divided by Σ_i min(k, d_i), for w_i wrong neighbours. Only pairs with
    two labels count for the first share, in the denominator too.
    """
    chance = np.minimum(k, graph.degree) / np.maximum(graph.degree, 1)
    each = np.repeat(chance, graph.degree)
    known, differ = _labels(graph, graph.sources, graph.indices)
    return _ratio(each[differ].sum(), each[known].sum()), _ratio(each[added].sum(), each.sum())


def separation(graph: Graph, changed: Graph, ranking: Ranking | None = None) -> dict[str, float]:
    """How well dependency tells the edges of a graph from those that were added.

    Returns:
        `auc`: the probability that an edge of the graph has a larger dependency than an added one (ties count
        half); `own_alone`, `added_alone`: the shares of edges without a common neighbour; `best_added`: the
        share of nodes with neighbours whose best neighbour is an added one.
    """
    from scipy.stats import rankdata

    ranking = ranking or rank(changed)
    added = added_edges(graph, changed)
    own = ~added
    places = rankdata(ranking.dependency)[own]
    below = places.sum() - len(places) * (len(places) + 1) / 2
    alone = ranking.common == 0
    return {
        "auc": _ratio(below, len(places) * int(added.sum())),
        "own_alone": _ratio(alone[own].sum(), own.sum()),
        "added_alone": _ratio(alone[added].sum(), added.sum()),
        "best_added": _shares(changed, ranking.top(1), added)[1],
    }


def _shares(graph: Graph, positives: Positives, added: np.ndarray) -> tuple[float, float]:
    """The shares of pairs with different labels, and over added edges."""
    nodes, chosen = positives.pairs()
    known, differ = _labels(graph, nodes, chosen)
    codes = graph.sources[added].astype(np.int64) * graph.num_nodes + graph.indices[added]
    wrong = np.isin(nodes.astype(np.int64) * graph.num_nodes + chosen, codes)
    return _ratio(differ.sum(), known.sum()), _ratio(wrong.sum(), len(nodes))


def _labels(graph: Graph, first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of pairs of nodes: whether both labels are known, and whether they differ."""
    a, b = graph.y[first], graph.y[second]
    known = (a >= 0) & (b >= 0)
    return known, known & (a != b)


def _ratio(part: float, whole: float) -> float:
    return float(part / whole) if whole else float("nan")
