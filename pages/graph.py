"""The graph itself: a map of it, counts, classes, degrees, and the neighbourhood of any node."""

import numpy as np
import streamlit as st

from n2n.plots import graph as plots
from n2n.plots import theme
from n2n.plots.network import network
from n2n.taps import drawing, tables
from pages.session import data
from pages.session.markdown import escape
from pages.ui import controls, figures, frame, map_view, nodes, selection

HEIGHT = 460


def _hub(graph, name: str) -> int:
    """The node with the most neighbours in a class."""
    nodes = np.flatnonzero(graph.y == graph.class_names.index(name))
    return int(nodes[np.argmax(graph.degree[nodes])])


def _to_hub(key: str) -> None:
    name = st.session_state["hub"]
    if name is not None and key == st.session_state["dataset"]:
        st.session_state["node"] = _hub(data.graph(key), name)


def _hub_picker(key: str, graph, node: int) -> None:
    """The classes that have nodes, to jump to the hub of one; the choice is cleared with another node."""
    names = [name for name, size in zip(graph.class_names, graph.class_sizes, strict=True) if size]
    picked = st.session_state.get("hub")
    if picked is not None and (picked not in names or _hub(graph, picked) != node):
        st.session_state["hub"] = None
    st.selectbox(
        "Or jump to the hub of a class",
        names,
        index=None,
        key="hub",
        on_change=_to_hub,
        args=(key,),
        placeholder="choose a class",
        **controls.BOUND,
    )


def _surroundings(key: str, graph, node: int, depth: int) -> None:
    part = drawing.ego(graph, node, depth)
    frame.legend(graph)
    figures.figure(
        network(graph, part, centre=node),
        f"{data.file_stem(key)}-node-{node}",
        height=HEIGHT,
        alt=f"Node {theme.node_name(graph, node)} and its neighbourhood, coloured by class",
        legend=False,
    )
    if part.note:
        st.caption(part.note)


def _numbers(key: str, graph) -> None:
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**Nodes per class**")
        if graph.num_classes:
            table = {"class": list(graph.class_names), "nodes": graph.class_sizes.tolist()}
            figure = plots.class_balance(graph)
            figures.figure(
                figure,
                f"{data.file_stem(key)}-classes",
                table=table,
                height=380,
                alt="Nodes per class as bars",
            )
        else:
            st.info("This graph has no labels.")
    with right:
        st.markdown("**Degree distribution**")
        values, counts = np.unique(graph.degree, return_counts=True)
        table = {"degree": values.tolist(), "nodes": counts.tolist()}
        figure = plots.degree_distribution(graph)
        figures.figure(
            figure, f"{data.file_stem(key)}-degrees", table=table, height=380, alt="Degree distribution"
        )


def _by_chance(graph) -> float:
    """The homophily that is expected of random edges between nodes of the same degrees."""
    known = graph.y >= 0
    share = np.bincount(graph.y[known], graph.degree[known])
    return float(((share / max(share.sum(), 1)) ** 2).sum())


def _notices(graph, facts: dict, node: int) -> tuple[str, ...]:
    near = graph.neighbours(node)
    same = int((graph.y[near] == graph.y[node]).sum())
    of_node = f"Node {nodes.in_words(graph, node)} has {theme.counted(len(near), 'neighbour')}"
    if graph.y[node] >= 0 and len(near):
        of_node += f", {same} of them of its own class, {escape(graph.class_names[graph.y[node]])}"
    if not graph.has_labels:
        return (f"{of_node}.", "The nodes have no labels.")
    return (
        f"{of_node}.",
        f"In the whole graph {facts['homophily']:.0%} of the edges join two nodes of the same class. If "
        f"edges ignored the classes, {_by_chance(graph):.0%} would.",
    )


main, side = frame.page(
    "Graph",
    "Edges show which nodes belong together; they help to the extent that neighbours resemble each other.",
    first="figure",
)
key, graph = frame.dataset()
facts = data.facts(key)
with side:
    view = controls.choice("View", ("Map", "Surroundings", "Numbers"), "view")
    look = map_view.choose(key, graph) if view == "Map" else None
    node = nodes.choose_node(key)
    if graph.has_labels:
        _hub_picker(key, graph, node)
    depth = 1
    if view == "Surroundings":
        depth = controls.number(
            "Distance", 1, 2, 1, "depth", slider=True, help="1 shows the neighbours, 2 also theirs."
        )
with main:
    shown = {
        "Nodes": f"{facts['nodes']:,}",
        "Edges": f"{facts['edges']:,}",
        "Classes": f"{facts['classes']:,}",
        "Mean degree": f"{facts['mean_degree']:.1f}",
        "Homophily": f"{facts['homophily']:.0%}" if graph.has_labels else "–",
        "Components": f"{facts['components']:,}",
        "Isolated nodes": f"{facts['isolated']:,}",
    }
    frame.metrics(shown)
    if look is not None:
        map_view.show(key, graph, "map", look, node=node)
        st.caption(
            "Click a node to select it on every page. To mark nodes, press the dotted ring and draw around "
            "them; click the map, or hold Ctrl, to zoom with the wheel."
        )
    elif view == "Surroundings":
        _surroundings(key, graph, node, depth)
    else:
        _numbers(key, graph)
    frame.notice(*_notices(graph, facts, node))
    marked = selection.marked(key, graph)
    if marked is not None:
        k = look.k if look else 1
        selection.show(key, graph, data.partition(key, k), k, marked, look.predictions if look else None)
    if view == "Surroundings":
        with st.expander("The neighbours as a table"):
            table = tables.nodes(graph, graph.neighbours(node))
            st.dataframe(table, hide_index=True, height="content" if len(table["node"]) < 10 else 360)
            figures.csv("neighbours", f"{data.file_stem(key)}-neighbours-{node}.csv", table)
    frame.mathematics(
        "A graph is a set of nodes with a set of edges between them; the neighbourhood of node *i* is the "
        "set of nodes that share an edge with it, and its size is the degree.",
        r"$\mathcal{G} = (\mathcal{V}, \mathcal{E}), \qquad \mathcal{N}_i = \{j : (i,j) \in \mathcal{E}\}, "
        r"\qquad "
        r"d_i = |\mathcal{N}_i|$",
        "Homophily is the share of edges whose two nodes have the same label: one minus the label smoothness "
        "of all edges.",
        r"$1 - \delta_l = \frac{1}{|\mathcal{E}|} \sum_{(i,j) \in \mathcal{E}} \mathbb{1}[y_i = y_j]$",
    )
