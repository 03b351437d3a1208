"""Maps of graphs: positions of the nodes, the same on every page, and those of the subgraphs of TAPS."""

import numpy as np
import streamlit as st

import n2n
from n2n.plots import map as plots
from n2n.taps import map as taps_map
from n2n.taps.map import map_positions, shipped_positions
from pages.session import data, jobs
from pages.session.background import background

QUICK = 8_000
"""Up to this many nodes a page waits for positions: they take less than half a second."""
MOST_POSITIVES = 5


def whole(key: str) -> np.ndarray:
    """(N, 2) positions of the nodes on the map of the graph."""
    return _positions(key, None)


def subgraphs(key: str, k: int) -> np.ndarray:
    """(N, 2) positions of the nodes when every subgraph of TAPS-k is an island near its place on the map."""
    return _positions(key, k)


def _positions(key: str, k: int | None) -> np.ndarray:
    found = shipped_positions(key, k)
    if found is not None:
        return found
    if data.info(key).nodes <= QUICK:
        return _quick(key, k)
    near = None if k is None else whole(key)
    source = data.source(key, data.graph(key))
    return background(("map", key, k), jobs.map_positions, source, k, near, title="Drawing the map")


@data.cached(st.cache_resource, max_entries=40)
def _quick(key: str, k: int | None) -> np.ndarray:
    if k is None:
        return map_positions(n2n.all_neighbours(data.graph(key)))
    return map_positions(data.positives(key, k), near=whole(key))


def points(key: str) -> taps_map.Points:
    """What is drawn as a point."""
    whole(key)  # shows its progress where it is not there yet: a cached function must not end the page
    return _points(key)


@data.cached(st.cache_resource, max_entries=12)
def _points(key: str) -> taps_map.Points:
    return taps_map.points(whole(key), data.graph(key).degree)


def net(key: str) -> tuple[str, bytes]:
    """The edges as the browser gets them, and what tells them from others."""
    whole(key)
    return _net(key)


@data.cached(st.cache_resource, "Collecting the edges", max_entries=6)
def _net(key: str) -> tuple[str, bytes]:
    graph, drawn = data.graph(key), _points(key)
    chosen = None if drawn.condensed else data.positives(key, MOST_POSITIVES)
    identity = f"{key}.{graph.num_edges}"
    edges, rank = taps_map.drawn_edges(graph, chosen, drawn)
    return identity, plots.pack(plots.net(graph, drawn, edges, rank, identity))


@data.cached(st.cache_resource, "Looking for the best neighbours", max_entries=6)
def best_dependency(key: str) -> np.ndarray:
    """(N,) dependency of each node on its best neighbour; 0 for a node without any."""
    return data.ranking(key).best_dependency()
