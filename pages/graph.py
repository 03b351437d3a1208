"""The graph itself: a map of it, counts, classes, degrees, and the neighbourhood of any node."""

import numpy as np
import streamlit as st

import n2n
from n2n.plots import graph as plots
from n2n.plots import theme
from n2n.plots.network import network
from n2n.taps import drawing, tables
from pages.session import data
from pages.session.markdown import escape
from pages.ui import controls, figures, frame, graph_map, nodes, selection

HEIGHT = 460


def _neighbourhood(key: str, graph: n2n.Graph, node: int) -> None:
    """A drawing of the neighbourhood, and the neighbours as a table."""
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
    with st.expander("The neighbours as a table"):
        table = tables.nodes(graph, graph.neighbours(node))
        st.dataframe(table, hide_index=True, height="content" if len(table["node"]) < 10 else 360)
        figures.csv("neighbours", f"{data.file_stem(key)}-neighbours-{node}.csv", table)


def _numbers(key: str, graph: n2n.Graph) -> None:
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**Nodes per class**")
        if graph.num_classes:
            table = {"class": list(graph.class_names), "nodes": graph.class_sizes.tolist()}
            figure, name = plots.class_balance(graph), f"{data.file_stem(key)}-classes"
            figures.figure(figure, name, table=table, height=380, alt="Nodes per class as bars")
        else:
            st.info("This graph has no labels.")
    with right:
        st.markdown("**Degree distribution**")
        values, counts = np.unique(graph.degree, return_counts=True)
        table = {"degree": values.tolist(), "nodes": counts.tolist()}
        figure, name = plots.degree_distribution(graph), f"{data.file_stem(key)}-degrees"
        figures.figure(figure, name, table=table, height=380, alt="Degree distribution")


def _by_chance(graph: n2n.Graph) -> float:
    """The homophily that is expected of random edges between nodes of the same degrees."""
    known = graph.y >= 0
    share = np.bincount(graph.y[known], graph.degree[known])
    return float(((share / max(share.sum(), 1)) ** 2).sum())


def _notices(graph: n2n.Graph, homophily: float, node: int) -> tuple[str, str]:
    near = graph.neighbours(node)
    same = int((graph.y[near] == graph.y[node]).sum())
    of_node = f"Node {nodes.in_words(graph, node)} has {theme.counted(len(near), 'neighbour')}"
    if graph.y[node] >= 0 and len(near):
        of_node += f", {same} of its own class, {escape(graph.class_names[graph.y[node]])}"
    if not graph.has_labels:
        return f"{of_node}.", "The nodes have no labels."
    if not graph.num_edges:
        return f"{of_node}.", ""
    return (
        f"{of_node}.",
        f"In the whole graph {homophily:.0%} of the edges join two nodes of the same class. If edges ignored "
        f"the classes, {_by_chance(graph):.0%} would.",
    )


main, side = frame.page(
    "Graph",
    "Edges show which nodes belong together; they help to the extent that neighbours resemble each other.",
    first="figure",
)
key, graph = frame.dataset()
facts = data.facts(key)
with side:
    view = controls.choice("View", ("Map", "Neighbourhood", "Numbers"), "view")
    options = graph_map.choose(key, graph) if view == "Map" else None
    node = nodes.choose_node(key)
    if view == "Neighbourhood":
        words = "1 shows the neighbours, 2 also theirs."
        depth = controls.number("Distance", 1, 2, 1, "depth", slider=True, help=words)
with main:
    frame.metrics(
        {
            "Nodes": f"{facts['nodes']:,}",
            "Edges": f"{facts['edges']:,}",
            "Classes": f"{facts['classes']:,}",
            "Mean degree": f"{facts['mean_degree']:.1f}",
            "Homophily": f"{facts['homophily']:.0%}" if graph.has_labels and graph.num_edges else "–",
            "Components": f"{facts['components']:,}",
            "Isolated nodes": f"{facts['isolated']:,}",
        }
    )
    if options is not None:
        graph_map.show(key, graph, "map", options, node=node)
        st.caption(
            "Click a node to choose it on every page. To select several, click the lasso button and draw "
            "around them. Click the map, or hold Ctrl, to zoom with the wheel."
        )
    elif view == "Neighbourhood":
        _neighbourhood(key, graph, node)
    else:
        _numbers(key, graph)
    frame.notice(*_notices(graph, facts["homophily"], node))
    selected = selection.selected(key, graph)
    if selected is not None:
        k, predictions = (options.k, options.predictions) if options else (1, None)
        selection.show(key, graph, data.partition(key, k), k, selected, predictions)
    frame.mathematics(
        "A graph is a set of nodes with a set of edges between them; the neighbourhood of node *i* is the "
        "set of nodes that share an edge with it, and its size is the degree.",
        r"$\mathcal{G} = (\mathcal{V}, \mathcal{E}), \qquad \mathcal{N}_i = \{j : (i,j) \in \mathcal{E}\}, "
        r"\qquad d_i = |\mathcal{N}_i|$",
        "Homophily is the share of edges whose two nodes have the same label: one minus the label smoothness "
        "of all edges.",
        r"$1 - \delta_l = \frac{1}{|\mathcal{E}|} \sum_{(i,j) \in \mathcal{E}} \mathbb{1}[y_i = y_j]$",
    )
