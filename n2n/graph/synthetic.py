"""Synthetic graphs of any size whose properties are known: written by blocks, within bounded memory.

Nodes belong to classes of equal size, and within a class to small communities. Of the edges,

- a share of at most a half lies within communities, each pair with the same probability of about ½: these
  edges close triangles, which TAPS can find;
- the others join nodes drawn with weights (r + 1)^(−2/3) for the node of rank r of its class, so that
  degrees follow p(d) ∝ d^(−5/2): within a class or between two classes, as the homophily asks for.

The features of a node are Gaussian around the mean of its class. The means are orthogonal and of equal length
a, so the best classifier of C classes that sees the features alone is right with probability
∫ φ(z − a) Φ(z)^(C−1) dz; a is chosen for the accuracy that is asked for. Ids are shuffled, since a real graph
does not come sorted.
"""

import math
import os
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from n2n.compute.threads import map_ordered
from n2n.files.folder import new_folder
from n2n.graph.edge_sort import EdgeSorter
from n2n.graph.graph import Graph, open_graph
from n2n.graph.info import Progress, silent
from n2n.graph.storage import KIND

LOCAL = 0.5
"""The largest share of edges within communities."""
_EDGES, _PAIRS, _ROWS = 1_000_000, 2_000_000, 1 << 16


def synthesize(
    path: str | os.PathLike,
    *,
    nodes: int,
    edges: int,
    classes: int = 40,
    features: int = 128,
    homophily: float = 0.8,
    accuracy: float = 0.8,
    seed: int = 0,
    replace: bool = False,
    progress: Progress = silent,
) -> Graph:
    """Write a synthetic graph to a folder and open it; the same arguments give the same graph.

    Args:
        edges: undirected edges to draw; repeats among hubs are dropped, 0.3% of 10 million.
        homophily: the share of edges that join two nodes of the same class.
        accuracy: that of the best classifier that sees the features alone (Bayes accuracy).
        replace: whether a graph folder that is already there may be replaced.

    >>> import tempfile
    >>> graph = synthesize(tempfile.mkdtemp() + "/g", nodes=1000, edges=5000, classes=4, features=8)
    >>> graph.num_nodes, 4700 < graph.num_edges <= 5100, graph.num_features
    (1000, True, 8)
    """
    _check(nodes, edges, classes, features, homophily, accuracy, seed)
    with new_folder(path, KIND, replace) as folder:
        ids = np.random.default_rng([seed, 0]).permutation(np.arange(nodes, dtype=np.int32))
        starts = np.linspace(0, nodes, classes + 1).astype(np.int64)
        sorter, drawn = EdgeSorter(folder, nodes, edges), 0

        def add(draw) -> int:
            source, target = draw[0](*draw[1:])
            sorter.add(ids[source], ids[target])
            return len(source)

        for count in map_ordered(add, _draws(starts, edges, homophily, seed)):
            drawn += count
            progress("Drawing edges", min(drawn / max(edges, 1), 1.0))
        num_edges, dropped = sorter.finish(lambda share: progress("Sorting edges", share))
        y = np.empty(nodes, np.int64)
        y[ids] = np.repeat(np.arange(classes), np.diff(starts))
        folder.write("y", y)
        with folder.stream("x", np.float32, (features,)) as x:
            means = _means(classes, features, accuracy, seed)
            for block in map_ordered(lambda row: _features(y, means, row, seed), range(0, nodes, _ROWS)):
                x.append(block)
                progress("Drawing features", x.rows / nodes)
        progress("Computing checksums", None)
        text = f"synthetic, homophily {homophily:g}, seed {seed}"
        text += f", Bayes accuracy of the features {accuracy:g}" * bool(features)
        facts = {"num_nodes": nodes, "num_edges": num_edges, "num_features": features}
        names = [f"Class {label}" for label in range(classes)]
        about = {"name": f"synthetic {nodes:,}", "provenance": text, "class_names": names}
        folder.facts = facts | about | {"dropped": dropped | {"one_way": 0}}
    return open_graph(path)


def _check(nodes: int, edges: int, classes: int, features: int, homophily: float, accuracy: float, seed: int):
    if classes < 1 or nodes < 3 * classes:
        raise ValueError(f"nodes is {nodes} and classes {classes}: a class needs 3 nodes or more.")
    if not 0 <= edges <= (most := nodes * (nodes // classes) // 8):
        raise ValueError(f"edges is {edges}: with that many nodes and classes at most {most:,}.")
    if not 0 <= homophily <= 1 or (classes == 1 and homophily < 1):
        raise ValueError(f"homophily is {homophily}: it must lie in 0..1, and be 1 for one class.")
    if features and features < classes:
        raise ValueError(f"features is {features}: give 0, or at least {classes}, one for each class.")
    if features and classes > 1 and not 1 / classes < accuracy < 1:
        raise ValueError(f"accuracy is {accuracy}: it must lie between 1/{classes} and 1.")
    if seed < 0:
        raise ValueError(f"seed is {seed}: it must be a whole number of 0 or more.")


def _draws(starts: np.ndarray, edges: int, homophily: float, seed: int) -> Iterator[tuple]:
    """The functions that draw the edges, each with its arguments.

    Nodes are numbered by class here, before their ids are shuffled: class c is starts[c] : starts[c + 1].
    """
    nodes, classes, local = int(starts[-1]), len(starts) - 1, min(LOCAL, homophily)
    size = max(3, math.ceil(1 + 4 * local * edges / nodes))
    size = min(size, nodes // classes)
    low = np.concatenate([np.arange(*ends, size) for ends in pairwise(starts.tolist())])
    high = np.minimum(low + size, starts[np.searchsorted(starts, low, side="right")])
    pairs = int(((high - low) * (high - low - 1) // 2).sum())
    probability = min(local * edges / pairs, 1.0)
    each = max(_PAIRS // (size * size), 1)
    for number, start in enumerate(range(0, len(low), each)):
        part = slice(start, start + each)
        yield _within_communities, low[part], high[part], size, probability, [seed, 1, number]
    rest, within = edges - round(probability * pairs), (homophily - local) / max(1 - local, 1e-9)
    for number, start in enumerate(range(0, rest, _EDGES)):
        yield _between_hubs, starts, min(_EDGES, rest - start), within, [seed, 2, number]


def _within_communities(low: np.ndarray, high: np.ndarray, size: int, probability: float, seed: list[int]):
    """Edges within the communities low..high, of at most `size` nodes."""
    i, j = np.triu_indices(size, 1)
    chosen = np.random.default_rng(seed).random((len(low), len(i)), np.float32) < probability
    community, pair = np.nonzero(chosen & (low[:, None] + j < high[:, None]))
    return low[community] + i[pair], low[community] + j[pair]


def _between_hubs(starts: np.ndarray, count: int, within: float, seed: list[int]):
    """Edges of nodes that are drawn by weight, a share of them within a class."""
    rng, classes = np.random.default_rng(seed), len(starts) - 1
    one = rng.integers(0, classes, count)
    other = (one + rng.integers(1, max(classes, 2), count)) % classes
    other = np.where(rng.random(count) < within, one, other)
    sizes = np.diff(starts)
    # A step without a common factor with the size spreads the hubs over the communities.
    steps = np.array([_coprime(size) for size in sizes.tolist()])

    def drawn(label: np.ndarray) -> np.ndarray:
        # Inverting the cumulated weights turns a uniform number into a rank.
        rank = (1 + rng.random(count) * (np.cbrt(sizes + 1) - 1)[label]) ** 3 - 1
        return (
            starts[label] + np.minimum(rank.astype(np.int64), sizes[label] - 1) * steps[label] % sizes[label]
        )

    return drawn(one), drawn(other)


def _coprime(n: int) -> int:
    return next(step for step in range(max(int(0.618 * n), 1), n + 1) if math.gcd(step, n) == 1)


def _means(classes: int, features: int, accuracy: float, seed: int) -> np.ndarray:
    """(C, D) orthogonal means at which the best classifier has this accuracy."""
    from scipy.integrate import quad  # here for the start-up time
    from scipy.optimize import root_scalar
    from scipy.special import ndtr

    if classes == 1 or features == 0:
        return np.zeros((classes, features), np.float32)

    def surplus(a: float) -> float:
        def density(z: float) -> float:
            return math.exp(-((z - a) ** 2) / 2) / math.sqrt(2 * math.pi) * ndtr(z) ** (classes - 1)

        return quad(density, a - 9, a + 9)[0] - accuracy

    directions = np.linalg.qr(np.random.default_rng([seed, 3]).standard_normal((features, classes)))[0].T
    return (root_scalar(surplus, bracket=(0, 50)).root * directions).astype(np.float32)


def _features(y: np.ndarray, means: np.ndarray, start: int, seed: int) -> np.ndarray:
    labels = y[start : start + _ROWS]
    rng = np.random.default_rng([seed, 4, start // _ROWS])
    return rng.standard_normal((len(labels), means.shape[1]), np.float32) + means[labels]
