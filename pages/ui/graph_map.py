"""The map of the whole graph on a page: nodes to click, to mark with a lasso, to watch while they move.

Two components do it (`assets/map`). The first, which shows nothing, delivers the edges and the names, the
second gets what changes: positions, colours, which edges. So a change sends little, and whatever differs
between two pictures of a graph moves from one to the other.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
import streamlit as st

from n2n.files.assets import ASSETS
from n2n.graph import Graph
from n2n.plots import map as plots
from n2n.taps.map import Points
from pages.session import data, maps
from pages.ui import selection
from pages.ui.nodes import go_to

HEIGHT = 560
_FOLDER = ASSETS / "map"


def draw(
    key: str,
    graph: Graph,
    name: str,
    colours: tuple[np.ndarray, list[str], list[str]],
    *,
    alt: str,
    positions: np.ndarray | None = None,
    nodes: np.ndarray | None = None,
    tips: list[str] | None = None,
    k: int = -1,
    own: np.ndarray | None = None,
    rings: np.ndarray | None = None,
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
        rings: (N,) nodes with a ring around them.
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
    marked = selection.marked(key, graph)
    sent = plots.picture(
        identity,
        positions,
        colours,
        k=k,
        own=own,
        rings=None if rings is None else rings[drawn.nodes],
        marked=None if marked is None else np.isin(drawn.nodes, marked),
        hidden=None if hidden is None else hidden[drawn.nodes],
        degree=graph.degree[drawn.nodes] if by_degree else None,
        node=int(drawn.point[node]) if node >= 0 else -1,
        drawn=drawn,
        alt=alt,
        tips=tips,
        file=f"{data.file_stem(key)}-{name}",
        height=height,
    )
    _draw()(
        data=plots.pack(sent),
        key=component,
        height="content",
        on_picked_change=lambda: _picked(component, key, drawn, on_pick or go_to),
        on_lasso_change=lambda: _marked(component, key, drawn),
    )
    if drawn.condensed:
        st.caption(
            f"Each point stands for the nodes in a small square of the map ({len(drawn.nodes):,} points for "
            f"{graph.num_nodes:,} nodes); a click selects the one with the most neighbours. Only a sample of "
            "the edges is drawn."
        )


def _picked(component: str, key: str, drawn: Points, on_pick: Callable[[int], None]) -> None:
    point = st.session_state[component].picked
    if key != st.session_state["dataset"]:  # changed at once: the node is not one of that dataset
        return
    if isinstance(point, int) and 0 <= point < len(drawn.nodes):
        on_pick(int(drawn.nodes[point]))


def _marked(component: str, key: str, drawn: Points) -> None:
    points = np.asarray(st.session_state[component].lasso or [], int)
    inside = np.isin(drawn.point, points[(points >= 0) & (points < len(drawn.nodes))])
    selection.mark(key, np.flatnonzero(inside).tolist())


@cache
def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


# A component is registered again in each run of the script: Streamlit keeps one of the same name and content.
def _deliver():
    return st.components.v2.component("graph_net", js=_file("deliver.js"))


def _draw():
    script = "\n".join(map(_file, ("painter.js", "picture.js", "map.js")))
    return st.components.v2.component("graph_map", html=_file("map.html"), css=_file("map.css"), js=script)
