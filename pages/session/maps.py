"""Maps of graphs: positions of the nodes, the same on every page, and those of the subgraphs of TAPS."""

import numpy as np
import streamlit as st

import n2n
from n2n.plots import map as plots
from n2n.taps import map as taps_map
from n2n.taps.map import map_positions, shipped_positions
from pages.session import data, heavy

# Up to this many nodes a page waits for positions: they take less than half a second.
QUICK = 8_000
MOST_POSITIVES = 5


def _slow(key: str, k: int | None = None) -> bool:
    return data.info(key).nodes > QUICK and shipped_positions(key, k) is None


def _tell(share: float) -> None:
    heavy.report("Drawing the map", share)


@data.cached(st.cache_resource, "Drawing the map", background=_slow, max_entries=12)
def whole(key: str) -> np.ndarray:
    """(N, 2) positions of the nodes on the map of the graph."""
    found = shipped_positions(key)
    if found is not None:
        return found
    return map_positions(n2n.all_neighbours(data.graph(key)), progress=_tell)


@data.cached(
    st.cache_resource, "Arranging the subgraphs", background=lambda key: _slow(key, 1), max_entries=40
)
def subgraphs(key: str, k: int) -> np.ndarray:
    """(N, 2) positions of the nodes when every subgraph of TAPS-k is an island near its place on the map."""
    found = shipped_positions(key, k)
    if found is not None:
        return found
    return map_positions(data.positives(key, k), near=whole(key), progress=_tell)


@data.cached(st.cache_resource, "Drawing the map", background=_slow, max_entries=12)
def points(key: str) -> taps_map.Points:
    """What is drawn as a point."""
    return taps_map.points(whole(key), data.graph(key).degree)


@data.cached(st.cache_resource, "Collecting the edges", background=_slow, max_entries=6)
def net(key: str) -> tuple[str, bytes]:
    """The edges as the browser gets them, and what tells them from others."""
    graph, drawn = data.graph(key), points(key)
    chosen = None if drawn.condensed else data.positives(key, MOST_POSITIVES)
    identity = f"{key}.{graph.num_edges}"
    edges, rank = taps_map.drawn_edges(graph, chosen, drawn)
    return identity, plots.pack(plots.net(graph, drawn, edges, rank, identity))


@data.cached(st.cache_resource, "Looking for the best neighbours", max_entries=6)
def best_dependency(key: str) -> np.ndarray:
    """(N,) dependency of each node on its best neighbour; 0 for a node without any."""
    return data.ranking(key).best_dependency()
