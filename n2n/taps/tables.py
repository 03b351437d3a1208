"""The numbers behind the figures of a graph, its positives and its subgraphs, as tables."""

from itertools import product

import numpy as np

from n2n.files.csv import Table, from_rows
from n2n.graph import Graph
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


def smoothness(graph: Graph, ranking: Ranking, seeds: int = 10) -> Table:
    """δ_l for k = 1..5 and all neighbours: TAPS, and mean and standard deviation of random positives.

    A draw of five positives is a draw of fewer, too: the first of them.

    Columns: k, per ("sampled" or "graph"), taps, random_mean, random_sd (0 for all neighbours, where nothing
    is drawn).
    """
    everyone, pairs = all_neighbours(graph), list(product((*KS, ALL), ("sampled", "graph")))

    def values(chosen: Positives) -> list[float]:
        return [label_smoothness(graph, everyone if k == ALL else chosen.first(k), per) for k, per in pairs]

    drawn = [values(random_positives(graph, KS[-1], seed)) for seed in range(seeds)]
    ks, denominators = zip(*pairs, strict=True)
    table = {"k": [str(k) for k in ks], "per": list(denominators), "taps": values(ranking.top(KS[-1]))}
    return table | _mean_and_sd(drawn)


def smoothness_by_class(graph: Graph, ranking: Ranking, k: int, seeds: int = 10) -> Table:
    """δ_l per sampled pair by class of the node; columns: class, label, taps, random_mean, random_sd."""
    drawn = [label_smoothness_by_class(graph, random_positives(graph, k, seed)) for seed in range(seeds)]
    taps = label_smoothness_by_class(graph, ranking.top(k)).tolist()
    names = {"class": list(graph.class_names), "label": list(range(graph.num_classes)), "taps": taps}
    return names | _mean_and_sd(drawn)


def _mean_and_sd(drawn: list) -> Table:
    """Over the draws; the deviation of equal numbers is 0, without any rounding."""
    values = np.array(drawn)
    equal = np.ptp(values, axis=0) == 0
    mean = np.where(equal, values[0], values.mean(axis=0))
    sd = np.where(equal, 0.0, values.std(axis=0, ddof=int(len(values) > 1)))
    return {"random_mean": mean.tolist(), "random_sd": sd.tolist()}


def percolation(graph: Graph, ranking: Ranking) -> Table:
    """Number of subgraphs and share of nodes in the largest one over k, for TAPS and for one random draw."""
    rows = []
    for k, sampler in product((*KS, ALL), ("TAPS", "random")):
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
    pure = parts.purity(graph.y)[parts.sizes > 1] == 1
    return {
        "weighted": parts.weighted_purity(graph.y),
        "pure": float(pure.mean()) if len(pure) else 0.0,
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
    order = [label for label in np.argsort(-counts, kind="stable") if counts[label]]
    return (
        {
            "class": [graph.class_names[label] for label in order],
            "nodes": counts[order].tolist(),
            "share": (counts[order] / len(known)).tolist(),
            "in_graph": (graph.class_sizes[order] / max(graph.class_sizes.sum(), 1)).tolist(),
        }
        if order
        else {}
    )


def subgraph_mix(parts: Partition, chosen: np.ndarray) -> Table:
    """The subgraphs that some nodes belong to, largest share first: subgraph, nodes, of (its size)."""
    numbers, counts = np.unique(parts.membership[chosen], return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return {
        "subgraph": numbers[order].tolist(),
        "nodes": counts[order].tolist(),
        "of": parts.sizes[numbers[order]].tolist(),
    }
