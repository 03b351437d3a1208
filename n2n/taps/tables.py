"""The numbers behind the figures of a graph, its positives and its subgraphs, as tables."""

from itertools import product

import numpy as np

from n2n.files.csv import Table, from_rows
from n2n.graph import Graph
from n2n.graph.info import Progress, silent
from n2n.taps.positives import Positives, all_neighbours, random_positives
from n2n.taps.ranking import Ranking
from n2n.taps.samplers import ALL, choose_positives
from n2n.taps.smoothness import label_smoothness, label_smoothness_by_class
from n2n.taps.subgraphs import Partition, partition

KS = (1, 2, 3, 4, 5)


def facts(graph: Graph) -> dict[str, float]:
    """Counts of a graph: nodes, edges, features, classes, isolated, components, mean_degree, homophily.

    Homophily is the share of edges that join two nodes of the same class, 1 − δ_l of all neighbours; NaN
    without labels.

    >>> from n2n import load
    >>> round(facts(load("karate"))["homophily"], 2)
    0.86
    """
    everyone = all_neighbours(graph)
    return {
        "nodes": graph.num_nodes,
        "edges": graph.num_edges,
        "features": graph.num_features,
        "classes": graph.num_classes,
        "isolated": graph.num_isolated,
        "components": partition(everyone).num_subgraphs,
        "mean_degree": 2 * graph.num_edges / max(graph.num_nodes, 1),
        "homophily": 1 - label_smoothness(graph, everyone),
    }


def smoothness(graph: Graph, ranking: Ranking, seeds: int = 10, progress: Progress | None = None) -> Table:
    """δ_l for k = 1..5 and all neighbours: TAPS, and mean and standard deviation of random positives.

    A draw of five positives is a draw of fewer, too: the first of them.

    Columns: k, per ("sampled" or "graph"), taps, random_mean, random_sd (0 for all neighbours, where nothing
    is drawn).
    """
    tell, everyone = progress or silent, all_neighbours(graph)
    tell("Ranking neighbours", None)
    taps = _smoothness_by_k(graph, ranking.top(KS[-1]), everyone)
    drawn = []
    for seed in range(seeds):
        tell(f"Random draw {seed + 1} of {seeds}", seed / seeds)
        drawn.append(_smoothness_by_k(graph, random_positives(graph, KS[-1], seed), everyone))
    rows = []
    for place, (k, per) in enumerate(product((*KS, ALL), ("sampled", "graph"))):
        values = np.array([one[place] for one in drawn[: 1 if k == ALL else seeds]])
        sd = float(values.std(ddof=1)) if len(values) > 1 else 0.0
        rows.append((str(k), per, taps[place], float(values.mean()), sd))
    return from_rows(("k", "per", "taps", "random_mean", "random_sd"), rows)


def _smoothness_by_k(graph: Graph, chosen: Positives, everyone: Positives) -> list[float]:
    """δ_l of the first 1..5 positives and of all neighbours, per sampled pair and per edge of the graph."""
    each = [*(chosen.first(k) for k in KS), everyone]
    return [label_smoothness(graph, positives, per) for positives in each for per in ("sampled", "graph")]


def smoothness_by_class(
    graph: Graph, ranking: Ranking, k: int, seeds: int = 10, progress: Progress | None = None
) -> Table:
    """δ_l per sampled pair by class of the node; columns: class, label, taps, random_mean, random_sd."""
    tell, drawn = progress or silent, []
    taps = label_smoothness_by_class(graph, ranking.top(k))
    for seed in range(seeds):
        tell(f"Random draw {seed + 1} of {seeds}", seed / seeds)
        drawn.append(label_smoothness_by_class(graph, random_positives(graph, k, seed)))
    values = np.array(drawn)
    sd = values.std(axis=0, ddof=1) if seeds > 1 else np.zeros(len(taps))
    rows = [
        (name, label, float(taps[label]), float(values[:, label].mean()), float(sd[label]))
        for label, name in enumerate(graph.class_names)
    ]
    return from_rows(("class", "label", "taps", "random_mean", "random_sd"), rows)


def percolation(graph: Graph, ranking: Ranking, progress: Progress | None = None) -> Table:
    """Number of subgraphs and share of nodes in the largest one over k, for TAPS and for one random draw."""
    tell, rows = progress or silent, []
    for place, k in enumerate((*KS, ALL)):
        tell(f"Subgraphs with k = {k}", place / (len(KS) + 1))
        for sampler in ("TAPS", "random"):
            parts = partition(choose_positives(graph, sampler.lower(), k, ranking=ranking))
            largest = float(parts.sizes[0] / graph.num_nodes) if graph.num_nodes else 0.0
            rows.append((str(k), sampler, parts.num_subgraphs, largest))
    return from_rows(("k", "sampler", "subgraphs", "largest"), rows)


def subgraphs(graph: Graph, parts: Partition) -> Table:
    """One row per subgraph, largest first: subgraph, size, edges, purity, majority, entropy, label."""
    majority = parts.majority(graph.y)
    return {
        "subgraph": list(range(parts.num_subgraphs)),
        "size": parts.sizes.tolist(),
        "edges": parts.edges.tolist(),
        "purity": parts.purity(graph.y).tolist(),
        "majority": [graph.class_name(label) for label in majority],
        "entropy": parts.entropy(graph.y).tolist(),
        "label": majority.tolist(),
    }


def purities(graph: Graph, parts: Partition) -> dict[str, float]:
    """How pure the subgraphs are: weighted by their nodes, and the share of pure ones.

    Subgraphs of one node are always pure and do not count in the second number.

    >>> import n2n
    >>> club = n2n.load("karate")
    >>> round(purities(club, n2n.partition(n2n.rank(club).top(1)))["weighted"], 3)
    0.853
    """
    several = parts.sizes > 1
    pure = parts.purity(graph.y)[several] == 1
    return {
        "weighted": parts.weighted_purity(graph.y),
        "pure": float(np.mean(pure)) if len(pure) else 0.0,
    }


def quality(graph: Graph, parts: Partition) -> dict[str, float]:
    """How well subgraphs fit the edges, without labels: coverage, modularity and mean conductance.

    >>> import n2n
    >>> club = n2n.load("karate")
    >>> {name: round(value, 2) for name, value in quality(club, n2n.partition(n2n.rank(club).top(1))).items()}
    {'coverage': 0.47, 'modularity': 0.23, 'conductance': 0.61}
    """
    member, total = parts.membership, max(2 * graph.num_edges, 1)
    inside = member[graph.sources] == member[graph.indices]
    within = np.bincount(member[graph.sources[inside]], minlength=parts.num_subgraphs)
    volume = np.bincount(member, graph.degree, minlength=parts.num_subgraphs)
    smaller = np.minimum(volume, 2 * graph.num_edges - volume)
    cut = (volume - within)[smaller > 0] / smaller[smaller > 0]
    return {
        "coverage": float(within.sum() / total),
        "modularity": float(within.sum() / total - ((volume / total) ** 2).sum()),
        "conductance": float(cut.mean()) if len(cut) else 0.0,
    }


def nodes(graph: Graph, chosen: np.ndarray) -> Table:
    """One row per node: node, name (where nodes have names), class, degree."""
    names = {} if graph.node_names is None else {"name": [graph.node_names[node] for node in chosen]}
    return {
        "node": [int(node) for node in chosen],
        **names,
        "class": graph.classes(chosen),
        "degree": graph.degree[chosen].tolist(),
    }


def marked(
    graph: Graph, parts: Partition, chosen: np.ndarray, predictions: np.ndarray | None = None
) -> Table:
    """One row per node: the columns of `nodes`, the prediction where there is one, and the subgraph."""
    table = nodes(graph, chosen)
    if predictions is not None:
        table["prediction"] = [graph.class_name(label) for label in predictions[chosen]]
    return table | {"subgraph": parts.membership[chosen].tolist()}


def class_mix(graph: Graph, chosen: np.ndarray) -> Table:
    """How often each class occurs among some nodes, most frequent first: class, nodes, share, in_graph."""
    known = graph.y[chosen][graph.y[chosen] >= 0]
    counts = np.bincount(known, minlength=graph.num_classes)
    rows = [
        (graph.class_names[label], int(counts[label]), float(counts[label] / len(known)), float(overall))
        for label, overall in enumerate(graph.class_sizes / max(graph.class_sizes.sum(), 1))
        if counts[label]
    ]
    rows.sort(key=lambda row: -row[1])
    return from_rows(("class", "nodes", "share", "in_graph"), rows) if rows else {}


def subgraph_mix(parts: Partition, chosen: np.ndarray) -> Table:
    """The subgraphs that some nodes belong to, largest share first: subgraph, nodes, of (its size)."""
    numbers, counts = np.unique(parts.membership[chosen], return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return {
        "subgraph": numbers[order].tolist(),
        "nodes": counts[order].tolist(),
        "of": parts.sizes[numbers[order]].tolist(),
    }


def ranked_neighbours(ranked: Ranking, node: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The neighbours of a node, best first, with their dependencies and numbers of common neighbours."""
    order = ranked.order(node)
    row = slice(ranked.graph.indptr[node], ranked.graph.indptr[node + 1])
    place = np.searchsorted(ranked.graph.indices[row], order)
    return order, ranked.dependency[row][place], ranked.common[row][place]
