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

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from n2n.compute.threads import map_ordered
from n2n.files.folder import new_folder
from n2n.graph.edge_sort import EdgeSorter
from n2n.graph.graph import Graph, open_graph
from n2n.graph.info import Progress, silent
from n2n.graph.storage import KIND, facts_of

LOCAL = 0.5
"""The largest share of edges within communities."""
_HEAD = 1.0
_EDGES, _PAIRS, _ROWS = 1_000_000, 2_000_000, 1 << 16


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a synthetic graph is to be like."""

    nodes: int
    edges: int
    classes: int = 40
    features: int = 128
    homophily: float = 0.8
    """The share of edges that join two nodes of the same class."""
    accuracy: float = 0.8
    """That of the best classifier that sees the features alone."""
    seed: int = 0

    def __post_init__(self):
        if self.classes < 1 or self.nodes < 3 * self.classes:
            raise ValueError(
                f"nodes is {self.nodes} and classes {self.classes}: a class needs 3 nodes or more."
            )
        if not 0 <= self.edges <= self.nodes * (self.nodes // self.classes) // 8:
            most = self.nodes * (self.nodes // self.classes) // 8
            raise ValueError(f"edges is {self.edges}: with that many nodes and classes at most {most:,}.")
        if not 0 <= self.homophily <= 1 or (self.classes == 1 and self.homophily < 1):
            raise ValueError(f"homophily is {self.homophily}: it must lie in 0..1, and be 1 for one class.")
        if self.features and self.features < self.classes:
            raise ValueError(
                f"features is {self.features}: give 0, or at least {self.classes}, one for each class."
            )
        if self.features and self.classes > 1 and not 1 / self.classes < self.accuracy < 1:
            raise ValueError(f"accuracy is {self.accuracy}: it must lie between 1/{self.classes} and 1.")
        if self.seed < 0:
            raise ValueError(f"seed is {self.seed}: it must be a whole number of 0 or more.")

    def rng(self, *place: int) -> np.random.Generator:
        """Random numbers for one part of the graph; they do not depend on the order of the parts."""
        return np.random.default_rng([self.seed, *place])

    @cached_property
    def starts(self) -> np.ndarray:
        """(C+1,) the place at which each class begins, before ids are shuffled."""
        return np.linspace(0, self.nodes, self.classes + 1).astype(np.int64)

    @cached_property
    def distance(self) -> float:
        """a, the length of the means of the classes."""
        from scipy.integrate import quad  # here for the start-up time
        from scipy.optimize import root_scalar
        from scipy.special import ndtr

        if self.classes == 1:
            return 0.0

        def accuracy(a: float) -> float:
            def density(z: float) -> float:
                return np.exp(-((z - a) ** 2) / 2) / np.sqrt(2 * np.pi) * ndtr(z) ** (self.classes - 1)

            return float(quad(density, a - 9, a + 9)[0])

        return float(root_scalar(lambda a: accuracy(a) - self.accuracy, bracket=(0, 50)).root)


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
    progress: Progress | None = None,
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
    tell = progress or silent
    plan = Plan(
        nodes=nodes, edges=edges, classes=classes, features=features, homophily=homophily, accuracy=accuracy,
        seed=seed,
    )  # fmt: skip
    with new_folder(path, KIND, replace) as folder:
        ids = plan.rng(0).permutation(np.arange(nodes, dtype=np.int32))
        sorter = EdgeSorter(folder, nodes, edges)

        def add(pairs: tuple) -> int:
            source, target = pairs[0](plan, *pairs[1:])
            sorter.add(ids[source], ids[target])
            return len(source)

        drawn = 0
        for count in map_ordered(add, _blocks(plan)):
            drawn += count
            tell("Drawing edges", min(drawn / max(edges, 1), 1.0))
        found, dropped = sorter.finish(lambda share: tell("Sorting edges", share))
        y = np.empty(nodes, np.int64)
        y[ids] = np.repeat(np.arange(classes), np.diff(plan.starts))
        folder.write("y", y)
        with folder.stream("x", np.float32, (features,)) as out:
            for block in map_ordered(lambda start: _features(plan, y, start), range(0, nodes, _ROWS)):
                out.append(block)
                tell("Drawing features", out.rows / nodes)
        tell("Computing checksums", None)
        about = {"homophily": homophily, "seed": seed, "edges_drawn": drawn}
        text = f"synthetic, homophily {homophily:g}, seed {seed}"
        if features:
            about["bayes_accuracy"] = accuracy
            text += f", Bayes accuracy of the features {accuracy:g}"
        folder.finish(
            facts_of(
                num_nodes=nodes,
                num_edges=found,
                num_features=features,
                class_names=[f"Class {label}" for label in range(classes)],
                name=f"synthetic {nodes:,}",
                provenance=text,
                dropped=dropped | {"one_way": 0},
                about=about,
            )
        )
    return open_graph(path)


def _blocks(plan: Plan) -> Iterator[tuple]:
    """The calls that draw the edges, with their arguments."""
    local = min(LOCAL, plan.homophily)
    mean_degree = 2 * local * plan.edges / plan.nodes
    size = int(max(3, np.ceil(1 + 2 * mean_degree)))
    size = min(size, plan.nodes // plan.classes)
    low = np.concatenate([np.arange(*ends, size) for ends in zip(plan.starts, plan.starts[1:], strict=False)])
    high = np.minimum(low + size, plan.starts[np.searchsorted(plan.starts, low, side="right")])
    pairs = int(((high - low) * (high - low - 1) // 2).sum())
    probability = min(local * plan.edges / pairs, 1.0)
    each = max(_PAIRS // (size * size), 1)
    for number, start in enumerate(range(0, len(low), each)):
        part = slice(start, start + each)
        yield _local, number, low[part], high[part], size, probability
    rest = plan.edges - round(probability * pairs)
    for number, start in enumerate(range(0, rest, _EDGES)):
        yield _wide, number, min(_EDGES, rest - start), (plan.homophily - local) / max(1 - local, 1e-9)


def _local(plan: Plan, number: int, low, high, size: int, probability: float):
    """Edges within communities, which are the places low..high."""
    i, j = np.triu_indices(size, 1)
    chosen = plan.rng(1, number).random((len(low), len(i)), np.float32) < probability
    community, pair = np.nonzero(chosen & (low[:, None] + j < high[:, None]))
    return low[community] + i[pair], low[community] + j[pair]


def _wide(plan: Plan, number: int, count: int, within: float):
    """Edges of nodes that are drawn by weight, a share of them within a class."""
    rng = plan.rng(2, number)
    one = rng.integers(0, plan.classes, count)
    other = (one + rng.integers(1, max(plan.classes, 2), count)) % plan.classes
    other = np.where(rng.random(count) < within, one, other)
    return _drawn(plan, one, rng.random(count)), _drawn(plan, other, rng.random(count))


def _drawn(plan: Plan, label: np.ndarray, u: np.ndarray) -> np.ndarray:
    """Places of nodes of these classes: inverting the cumulated weights turns u into a rank."""
    size = np.diff(plan.starts)
    head = np.cbrt(_HEAD)
    rank = ((head + u * (np.cbrt(size + _HEAD) - head)[label]) ** 3 - _HEAD).astype(np.int64)
    # A step without a common factor spreads the hubs over the communities.
    step = np.array([_coprime(int(n)) for n in size])
    return plan.starts[label] + np.minimum(rank, size[label] - 1) * step[label] % size[label]


def _coprime(n: int) -> int:
    return next(step for step in range(max(int(0.618 * n), 1), n + 1) if np.gcd(step, n) == 1)


def _features(plan: Plan, y: np.ndarray, start: int) -> np.ndarray:
    rows = y[start : start + _ROWS]
    if not plan.features:
        return np.zeros((len(rows), 0), np.float32)
    turned = np.linalg.qr(plan.rng(3).standard_normal((plan.features, plan.classes)))[0].T
    x = plan.rng(4, start // _ROWS).standard_normal((len(rows), plan.features), np.float32)
    x += (plan.distance * turned).astype(np.float32)[rows]
    return x
