"""A graph of the size of LastFM Asia (7,624 nodes, 27,806 edges, 128 features) as one more dataset."""

import importlib
from dataclasses import replace

import numpy as np

from n2n.graph import Graph

KEY = "social"
NODES, EDGES, WIDTH, CLASSES = 7_624, 27_806, 128, 18


class _Made:
    offline = True

    def load(self, info, progress) -> Graph:
        return make()


def make() -> Graph:
    """Most edges lie within a class, features are noisy."""
    rng = np.random.default_rng(0)
    y = np.sort(rng.integers(0, CLASSES, NODES))
    first = np.searchsorted(y, np.arange(CLASSES + 1))
    edges: set[tuple[int, int]] = set()
    while len(edges) < EDGES:
        i = int(rng.integers(0, NODES))
        low, high = (first[y[i]], first[y[i] + 1]) if rng.random() < 0.8 else (0, NODES)
        j = int(rng.integers(low, high))
        if i != j:
            edges.add((min(i, j), max(i, j)))
    x = rng.normal(size=(CLASSES, WIDTH))[y] + 2 * rng.normal(size=(NODES, WIDTH))
    return Graph.from_edges(np.array(sorted(edges)).T, x=x, y=y, name="Social")


def register() -> None:
    """Add it to the catalogue of this process."""
    catalogue = importlib.import_module("n2n.graph.catalogue")  # the package has a function of this name
    info = replace(
        catalogue.find("karate"),
        key=KEY,
        title="Social",
        nodes=NODES,
        edges=EDGES,
        features=WIDTH,
        classes=CLASSES,
        route=_Made(),
        aliases=(),
    )
    catalogue._ENTRIES = (*catalogue._ENTRIES, info)
