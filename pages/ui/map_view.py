"""The map as pages use it: what colours the nodes, which edges are drawn, and the legend."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import streamlit as st

import n2n
from n2n.embedding.picture import COLOURS, Group, groups
from n2n.plots import embedding, theme
from n2n.plots import map as plots
from n2n.taps.map import undirected_pairs
from pages.session import changes, data, maps
from pages.session.markdown import escape
from pages.session.predictions import known
from pages.ui import controls, frame, graph_map

EDGES = ("All", "TAPS", "Random", "None")
PREDICTED = ("Prediction", "Right or wrong")
"""Colours that need predictions."""
CHANGE = "Neighbourhood change"
"""The colour that needs two embeddings."""


@dataclass(frozen=True)
class MapOptions:
    """What a map shows."""

    colour: str
    edges: str
    k: int
    seed: int
    predictions: np.ndarray | None
    source: str
    """Whose predictions they are."""
    hidden: np.ndarray | None = None
    """(N,) nodes that the filter leaves out."""
    by_degree: bool = False


def choose(
    key: str,
    graph: n2n.Graph,
    edges: str = "All",
    k: int | None = None,
    shown: tuple[np.ndarray | None, str] | None = None,
) -> MapOptions:
    """The controls of a map.

    Args:
        edges: those drawn at first.
        k: where the page has a control for it already.
        shown: predictions, and whose they are; by default those that are `known`.
    """
    if shown is None:
        found = known(key, graph)
        shown = (found.predictions, found.title) if found else (None, "")
    predicted, source = shown
    colour = choose_colour(key, graph, predicted)
    drawn = controls.choice("Edges", EDGES, f"map.edges.{edges.lower()}", default=edges, letters=28)
    if k is None:
        k = controls.positives() if drawn in ("TAPS", "Random") or colour == "Subgraph" else 1
    seed = controls.seed() if drawn == "Random" else 0
    if source and colour in PREDICTED:
        st.caption(f"Predictions of {escape(source)}")
    hidden, by_degree = _filter(graph)
    return MapOptions(colour, drawn, k, seed, predicted, source, hidden, by_degree)


def _filter(graph: n2n.Graph) -> tuple[np.ndarray | None, bool]:
    """Which nodes are left out, by class and degree, and whether the size of a node is by degree."""
    hidden = np.zeros(graph.num_nodes, bool)
    with st.expander("Filter and size", icon=":material/filter_alt:"):
        if graph.has_labels:
            names = controls.several("Classes", graph.class_names, "map.classes", placeholder="all classes")
            if names:
                hidden |= ~np.isin(graph.y, [graph.class_names.index(name) for name in names])
        largest = int(graph.degree.max(initial=0))
        least = controls.number("Minimum degree", 0, max(largest, 1), 0, "map.least")
        hidden |= graph.degree < least
        by_degree = controls.switch("Size by degree", "map.size")
    if hidden.any():
        st.caption(f"{theme.nodes(int(hidden.sum()))} of {graph.num_nodes:,} left out.")
    return hidden if hidden.any() else None, by_degree


def choose_colour(key: str, graph: n2n.Graph, predictions: np.ndarray | None) -> str:
    """What the nodes of a graph are coloured by."""
    possible = [by for by in COLOURS if graph.has_labels or by in ("Subgraph", "Degree", "Dependency")]
    possible = [by for by in possible if predictions is not None or by not in PREDICTED]
    pair = changes.compared(key, graph)
    colour = controls.select("Colour", [*possible, *([CHANGE] if pair else [])], "colour")
    if pair and colour == CHANGE:
        before, after = (escape(one.name) for one in pair)
        st.caption(f"From {before} to {after}; the page Embeddings compares any two.")
    return colour


def node_groups(
    key: str, graph: n2n.Graph, nodes: np.ndarray, colour: str, predictions: np.ndarray | None, k: int
) -> list[Group]:
    """Which of the nodes are drawn alike."""
    if colour == CHANGE:
        return [Group(CHANGE.lower(), np.arange(len(nodes)), values=changes.values(key, graph)[nodes])]
    return groups(
        graph,
        nodes,
        colour,
        predictions,
        data.partition(key, k) if colour == "Subgraph" else None,
        data.split(graph, n2n.Settings.for_dataset(key, "JL")) if colour == "Split" else None,
        maps.best_dependency(key) if colour == "Dependency" else None,
    )


def _colours(key: str, graph: n2n.Graph, look: MapOptions) -> tuple[tuple, list[Group]]:
    """What `graph_map.draw` wants, and the groups of the legend."""
    if look.colour == "Subgraph":
        return plots.subgraph_colours(data.partition(key, look.k).membership), []
    found = node_groups(key, graph, np.arange(graph.num_nodes), look.colour, look.predictions, look.k)
    return plots.colouring(found), found


def legend(found: list[Group]) -> None:
    """The colours of a map in words."""
    if found and found[0].values is not None:
        st.caption(f"Grey means low {found[0].name}, blue means high.")
    elif found:
        frame.marks(embedding.legend(found))


def show(
    key: str,
    graph: n2n.Graph,
    name: str,
    look: MapOptions,
    *,
    node: int = -1,
    positions: np.ndarray | None = None,
    height: int = graph_map.HEIGHT,
    on_pick: Callable[[int], None] | None = None,
) -> None:
    """The map with its legend."""
    made, found = _colours(key, graph, look)
    legend(found)
    if look.colour == "Subgraph":
        st.caption("Each subgraph has one of fifteen colours; neighbouring ones may share it.")
    own = None
    if look.edges == "Random":
        own = undirected_pairs(data.positives(key, look.k, "random", look.seed))
    elif look.edges == "TAPS" and maps.points(key).condensed:
        own = undirected_pairs(data.positives(key, look.k))
    edges = {"All": "all edges", "None": "no edges"}.get(look.edges, f"the edges of {look.edges}-{look.k}")
    graph_map.draw(
        key,
        graph,
        name,
        made,
        alt=f"Map of {graph.num_nodes:,} nodes by {look.colour.lower()}, with {edges}",
        positions=positions,
        k={"All": -1, "None": 0}.get(look.edges, look.k),
        own=own,
        node=node,
        hidden=look.hidden,
        by_degree=look.by_degree,
        height=height,
        on_pick=on_pick,
    )
