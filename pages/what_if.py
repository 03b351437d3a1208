"""What if a graph had other edges or features: its ranking, positives, subgraphs and predictions, at once."""

import numpy as np
import streamlit as st

import n2n
from n2n.plots import theme, what_if
from n2n.taps import tables
from n2n.taps.drawing import CHANGE_NODES, num_changed, subgraph_change
from n2n.taps.edits import Edits
from n2n.taps.smoothness import label_smoothness
from n2n.taps.tables import KS
from pages.session import data
from pages.session.markdown import escape
from pages.ui import controls, edit_controls, edited_export, edited_predictions, edits, figures, frame, nodes

HEIGHT = 300


def _rankings(before: n2n.Ranking, after: n2n.Ranking, node: int, k: int) -> None:
    """The neighbours of the node by dependency, side by side."""
    degrees = [int(ranked.graph.degree[node]) for ranked in (before, after)]
    drawn = what_if.rankings(before, after, node, k)
    # One below the other they need not be alike; side by side they are.
    height = min(90 + 34 * max(*degrees, 2), 90 + 34 * what_if.SHOWN)
    for column, side, ranked, figure in zip(
        st.columns(2, gap="medium"), what_if.SIDES, (before, after), drawn, strict=True
    ):
        with column:
            count = int(ranked.graph.degree[node])
            words = {0: "no neighbour", 1: "1 neighbour"}.get(count, f"{count:,} neighbours, ranked")
            st.markdown(f"**{side.capitalize()}: {words}**")
            if not count:
                st.info(
                    f"Node {nodes.in_words(ranked.graph, node)} has no neighbour: it is its own positive."
                )
                continue
            order, value, common = ranked.neighbours(node)
            table = tables.nodes(ranked.graph, order)
            table |= {"common_neighbours": common.tolist(), "dependency_nats": value.tolist()}
            figures.figure(
                figure,
                f"{data.file_stem(key)}-what-if-ranking-{node}-{side}",
                table=table,
                height=height,
                alt=f"Neighbours of node {node} by dependency, {side} the edits",
            )
            if count > what_if.SHOWN:
                st.caption(f"The first {what_if.SHOWN} of {count:,} neighbours are drawn.")


def _subgraphs(graph: n2n.Graph, node: int, parts: tuple[n2n.Partition, n2n.Partition]) -> None:
    """The subgraph of the node, side by side, in the same places."""
    change = subgraph_change(*parts, node)
    drawn = what_if.subgraphs(graph, change)
    if graph.has_labels:
        frame.legend(graph)
    for column, side, size, figure in zip(
        st.columns(2, gap="medium"), what_if.SIDES, change.sizes, drawn, strict=True
    ):
        with column:
            st.markdown(f"**{side.capitalize()}: its subgraph has {theme.nodes(size)}**")
            figures.figure(
                figure,
                f"{data.file_stem(key)}-what-if-subgraph-{node}-{side}",
                height=HEIGHT,
                alt=f"The subgraph of node {node}, {side} the edits",
                legend=False,
            )
    if change.total > CHANGE_NODES:
        st.caption(
            f"Only the {len(change.nodes)} nodes closest to node {node} are drawn, out of {change.total:,}."
        )


def _smoothness(graphs: tuple[n2n.Graph, n2n.Graph], chosen: tuple[n2n.Positives, n2n.Positives]) -> None:
    values = [
        [label_smoothness(graph, positives.first(k)) for k in KS]
        for graph, positives in zip(graphs, chosen, strict=True)
    ]
    st.markdown("**Label smoothness of the whole graph: lower is better**")
    figures.figure(
        what_if.smoothness(*values),
        f"{data.file_stem(key)}-what-if-smoothness",
        table={"k": list(KS), "before": values[0], "after": values[1]},
        height=HEIGHT,
        alt="Label smoothness before and after the edits, for one to five positives per node",
    )


def _names(graph: n2n.Graph, found: np.ndarray, node: int) -> str:
    if list(found) == [node]:
        return "itself"
    return ", ".join(nodes.in_words(graph, int(j)) for j in found)


def _notices(graph, node: int, k: int, chosen, parts, edited: Edits) -> tuple[str, ...]:
    shown = nodes.in_words(graph, node)
    if not edited:
        return (
            f"Nothing is edited yet. Cut an edge of node {shown}, add one, or turn up the noise: "
            "everything on this page updates at once.",
        )
    before, after = (positives.first(k).of(node) for positives in chosen)
    if np.array_equal(before, after):
        first = f"The positives of node {shown} do not change: {_names(graph, after, node)}."
    else:
        first = (
            f"The positives of node {shown} change from {_names(graph, before, node)} "
            f"to {_names(graph, after, node)}."
        )
    others = num_changed(*(positives.first(k) for positives in chosen))
    was, now = (part.num_subgraphs for part in parts)
    second = f"Nodes with different positives now: {others:,} of {graph.num_nodes:,}. Subgraphs: " + (
        f"{now:,} instead of {was:,}." if now != was else f"{now:,} as before."
    )
    if edited.changes_edges and not edited.noise:
        second += " An edge affects only the rankings of its two end nodes and of their neighbours."
    return first, second


def _metrics(before: n2n.Graph, after: n2n.Graph, parts, chosen, node: int) -> None:
    def arrow(a: str, b: str) -> str:
        return a if a == b else f"{a} → {b}"

    values = {
        "Edges": arrow(f"{before.num_edges:,}", f"{after.num_edges:,}"),
        "Subgraphs": arrow(f"{parts[0].num_subgraphs:,}", f"{parts[1].num_subgraphs:,}"),
        "Isolated nodes": arrow(f"{before.num_isolated:,}", f"{after.num_isolated:,}"),
    }
    if before.has_labels:
        pure = [part.weighted_purity(before.y) for part in parts]
        values["Purity of the subgraphs"] = arrow(f"{pure[0]:.0%}", f"{pure[1]:.0%}")
    frame.metrics(values)


main, side = frame.page(
    "What if",
    "Cut an edge, add one, or add noise to the whole graph: TAPS is local, so its choices update at once.",
    first="actions",
)
key, graph = frame.dataset()
if data.is_large(key):
    st.info(
        f"This graph has {graph.num_edges:,} edges. Edits are available for graphs with fewer than "
        f"{data.LARGE:,} edges, so that every number updates at once: choose another dataset."
    )
    st.stop()
problem = edits.arrive(key, graph.num_nodes)
ranked = data.ranking(key)
with side, st.container(key="actions"):
    node = nodes.choose_node(key)
    k = controls.positives()
    edit_controls.show(key, node)
edited = edits.current()
after = edits.edited_ranking(key, edited)
chosen = ranked.top(KS[-1]), after.top(KS[-1])
parts = n2n.partition(chosen[0].first(k)), n2n.partition(chosen[1].first(k))
with main:
    if problem:
        st.warning(escape(problem))
    edit_controls.summary(key, graph, edited)
    _metrics(graph, after.graph, parts, chosen, node)
    _rankings(ranked, after, node, k)
    frame.notice(*_notices(graph, node, k, chosen, parts, edited))
    _subgraphs(graph, node, parts)
    if graph.has_labels:
        _smoothness((graph, after.graph), chosen)
    else:
        st.info("This graph has no labels, so there is no label smoothness and no prediction.")
    if edited.noise and graph.has_labels:
        st.page_link(
            "wrong_edges.py",
            label="What does this noise cost each method?",
            icon=":material/link_off:",
            query_params={"dataset": key, "wrong_noise": str(edited.noise), "seed": str(edited.seed)},
        )
    predictions = st.container()
    edited_export.show(key, edited)
    frame.mathematics(
        "The dependency of two neighbours follows from their degrees and the number of their common "
        "neighbours. An edge between *u* and *v* changes the neighbourhoods of these two nodes and no other:",
        r"$\mathcal{N}_u' = \mathcal{N}_u \cup \{v\}, \quad \mathcal{N}_v' = \mathcal{N}_v \cup \{u\}, "
        r"\qquad I'(X_i; X_j) = I(X_i; X_j) \;\text{ unless }\; \{i, j\} \cap \{u, v\} \neq \emptyset$",
        "So only the edges of the two ends are counted and ranked again, and the result is that of a full "
        "ranking to the last bit. Noise adds extra edges between random pairs of nodes, as a share "
        "of the number of edges; dropped features are set to zero for every node.",
    )
# Last, because a training ends the page until it is done.
if graph.has_labels:
    with predictions:
        edited_predictions.show(key, graph, node, edited)
