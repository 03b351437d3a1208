"""The map of a whole graph: its controls, its legend, and nodes to click, to select with a lasso, to watch.

Two components draw it (`assets/map`). The first, which shows nothing, delivers the edges and the names, the
second gets what changes: positions, colours, which edges. So a change sends little, and whatever differs
between two pictures of a graph moves from one to the other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import streamlit as st

import n2n
from n2n.embedding.picture import COLOURS, Group, groups
from n2n.files.assets import ASSETS
from n2n.plots import embedding, theme
from n2n.plots import map as plots
from n2n.taps.map import Points, undirected_pairs
from pages.session import data
from pages.session.markdown import escape
from pages.ui import changes, controls, frame, maps, selection
from pages.ui.nodes import go_to
from pages.ui.predictions import known

HEIGHT = 560
EDGES = ("All", "TAPS", "Random", "None")
PREDICTED = ("Prediction", "Right or wrong")
"""Colours that need predictions."""
CHANGE = "Neighbourhood change"
"""The colour that needs two embeddings."""


# What a map shows -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MapOptions:
    """What the visitor chose."""

    colour: str
    edges: str
    k: int
    seed: int
    predictions: np.ndarray | None
    hidden: np.ndarray
    """(N,) nodes that the filter leaves out."""
    by_degree: bool


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
    predictions, source = shown
    colour = choose_colour(key, graph, predictions)
    if colour in PREDICTED:
        st.caption(f"Predictions of {escape(source)}")
    drawn = controls.choice("Edges", EDGES, f"map.edges.{edges.lower()}", default=edges)
    if k is None:
        k = controls.positives() if drawn in ("TAPS", "Random") or colour == "Subgraph" else 1
    seed = controls.seed() if drawn == "Random" else 0
    return MapOptions(colour, drawn, k, seed, predictions, *_filter(graph))


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


def _filter(graph: n2n.Graph) -> tuple[np.ndarray, bool]:
    """Which nodes are left out, by class and degree, and whether nodes with many neighbours are larger."""
    hidden = np.zeros(graph.num_nodes, bool)
    with st.expander("Filter and size", icon=":material/filter_alt:"):
        if graph.has_labels:
            names = controls.several("Classes", graph.class_names, "map.classes", placeholder="all classes")
            if names:
                hidden |= ~np.isin(graph.y, [graph.class_names.index(name) for name in names])
        largest = int(graph.degree.max(initial=1))
        hidden |= graph.degree < controls.number("Minimum degree", 0, largest, 0, "map.least")
        by_degree = controls.switch("Size by degree", "map.size")
    if hidden.any():
        st.caption(f"{theme.nodes(int(hidden.sum()))} of {graph.num_nodes:,} hidden.")
    return hidden, by_degree


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
    shown: MapOptions,
    *,
    node: int = -1,
    positions: np.ndarray | None = None,
    on_pick: Callable[[int], None] | None = None,
) -> None:
    """The map with its legend; for the arguments see `draw`."""
    if shown.colour == "Subgraph":
        colours = plots.subgraph_colours(data.partition(key, shown.k).membership)
        st.caption("Each subgraph has one of fifteen colours; neighbouring ones may share it.")
    else:
        everyone = np.arange(graph.num_nodes)
        found = node_groups(key, graph, everyone, shown.colour, shown.predictions, shown.k)
        colours = plots.colouring(found)
        legend(found)
    own = None
    if shown.edges == "Random":
        own = undirected_pairs(data.positives(key, shown.k, "random", shown.seed))
    elif shown.edges == "TAPS" and maps.points(key).condensed:
        own = undirected_pairs(data.positives(key, shown.k))
    edges = {"All": "all edges", "None": "no edges"}.get(shown.edges, f"the edges of {shown.edges}-{shown.k}")
    draw(
        key,
        graph,
        name,
        colours,
        alt=f"Map of {graph.num_nodes:,} nodes by {shown.colour.lower()}, with {edges}",
        positions=positions,
        k={"All": -1, "None": 0}.get(shown.edges, shown.k),
        own=own,
        node=node,
        hidden=shown.hidden if shown.hidden.any() else None,
        by_degree=shown.by_degree,
        on_pick=on_pick,
    )


# Drawing it -------------------------------------------------------------------------------------------------


def draw(
    key: str,
    graph: n2n.Graph,
    name: str,
    colours: plots.Colours,
    *,
    alt: str,
    positions: np.ndarray | None = None,
    nodes: np.ndarray | None = None,
    tips: list[str] | None = None,
    k: int = -1,
    own: np.ndarray | None = None,
    node: int = -1,
    hidden: np.ndarray | None = None,
    by_degree: bool = False,
    height: int | str = HEIGHT,
    on_pick: Callable[[int], None] | None = None,
) -> None:
    """Draw the nodes of a graph.

    Args:
        name: of the picture, unique on its page, and its file name.
        colours: of all nodes, from `plots.colouring`.
        alt: what the picture shows, for those who cannot see it.
        positions: (N, 2), those on the map by default.
        nodes: the nodes to draw, without edges; positions, colours and tips are theirs, in this order.
        tips: what is said of each of them under the mouse.
        k: edges that TAPS chooses with this k; −1 for all edges, 0 for none.
        own: (M, 2) other edges instead.
        node: the node that the page is about; the map zooms in on one that was not clicked.
        hidden: (N,) nodes that are left out.
        by_degree: whether nodes with many neighbours are larger.
        on_pick: called with a node that was clicked; by default all pages are about that node from then on.
    """
    component = f"map.{name}"
    if nodes is None:
        drawn, (identity, net) = maps.points(key), maps.net(key)
        _deliver()(data=net, key=f"{component}.net", height=1)
        positions = (maps.whole(key) if positions is None else positions)[drawn.nodes]
        colours = (colours[0][drawn.nodes], *colours[1:])
    else:
        drawn, identity = Points.of(nodes, graph.num_nodes), None
        assert positions is not None
    if own is not None and drawn.condensed:
        own = drawn.lines(own)
    selected = selection.selected(key, graph)
    picture = plots.picture(
        identity,
        positions,
        colours,
        k=k,
        own=own,
        marked=None if selected is None else np.isin(drawn.nodes, selected),
        hidden=None if hidden is None else hidden[drawn.nodes],
        degree=graph.degree[drawn.nodes] if by_degree else None,
        node=int(drawn.point[node]) if node >= 0 else -1,
        drawn=drawn,
        alt=alt,
        tips=tips,
        file=f"{data.file_stem(key)}-{name}",
        height=height,
    )

    def pick() -> None:
        point = st.session_state[component].picked
        if key == st.session_state["dataset"] and isinstance(point, int) and 0 <= point < len(drawn.nodes):
            (on_pick or go_to)(int(drawn.nodes[point]))

    def select() -> None:
        points = np.asarray(st.session_state[component].lasso or [], int)
        inside = np.isin(drawn.point, points[(points >= 0) & (points < len(drawn.nodes))])
        selection.select(key, np.flatnonzero(inside).tolist())

    _picture()(
        data=plots.pack(picture),
        key=component,
        height="content",
        on_picked_change=pick,
        on_lasso_change=select,
    )
    if drawn.condensed:
        st.caption(
            f"Each point stands for the nodes in a small square of the map ({len(drawn.nodes):,} points for "
            f"{graph.num_nodes:,} nodes); a click selects the one with the most neighbours. Only a sample of "
            "the edges is drawn."
        )


@cache
def _file(name: str) -> str:
    return (ASSETS / "map" / name).read_text(encoding="utf-8")


# A component is registered again in each run of the script: Streamlit keeps one of the same name and content.
def _deliver():
    return st.components.v2.component("graph_net", js=_file("deliver.js"))


def _picture():
    script = "\n".join(map(_file, ("painter.js", "picture.js", "map.js")))
    return st.components.v2.component("graph_map", html=_file("map.html"), css=_file("map.css"), js=script)
