"""One TAPS step, from two neighbourhoods to the choice of positives."""

import numpy as np
import streamlit as st

import n2n
from n2n.plots import taps, theme
from n2n.taps import tables
from n2n.taps.ranking import explain
from pages.session import data
from pages.ui import choices, controls, figures, frame, nodes

# Neighbours in the list: a hub has more than a browser likes to hold.
LISTED = 500


def _pick_neighbour(customdata: list) -> None:
    st.session_state["neighbour"] = int(customdata[0])


def _same_label(graph: n2n.Graph, node: int, chosen: np.ndarray) -> str:
    known = chosen[graph.y[chosen] >= 0]
    return f"{int((graph.y[known] == graph.y[node]).sum())} of {len(known)}"


def _notices(graph: n2n.Graph, node: int, k: int, drawn: np.ndarray) -> tuple[str, ...]:
    chosen, shown = order[:k], nodes.in_words(graph, node)
    names = ", ".join(nodes.in_words(graph, j) for j in chosen.tolist())
    first = f"Of the {len(order):,} neighbours of node {shown}, TAPS chooses {names}."
    if len(order) == 1:
        first = f"Node {shown} has a single neighbour, {names}, which TAPS chooses."
    if graph.y[node] >= 0:
        by_taps, at_random, overall = (_same_label(graph, node, these) for these in (chosen, drawn, order))
        first += (
            f" Neighbours with the same label: {by_taps} chosen by TAPS, {at_random} drawn at random, "
            f"{overall} overall."
        )
    tie = empty = ""
    if k < len(order) and value[k - 1] == value[k]:
        tie = (
            f"{(value == value[k]).sum()} neighbours have the same dependency at place {k}; lower node ids "
            "come first."
        )
    if common[0] == 0 and value[0] > 0:
        empty = (
            f"Node {nodes.in_words(graph, int(order[0]))} shares no neighbour with it: since it has "
            f"{theme.counted(graph.degree[order[0]], 'neighbour')}, even an empty overlap is informative, "
            "and mutual information counts that too."
        )
    return first, _how_often(key), tie, empty


def _how_often(key: str) -> str:
    """How often the first choice is right over all nodes, since one example proves nothing."""
    examples = choices.examples(key)
    if not len(examples.nodes) or not data.graph(key).has_labels:
        return ""
    return (
        f"Over all {theme.nodes(len(examples.nodes))} with two or more neighbours, the first choice of TAPS "
        f"has the label of the node for {examples.right.mean():.1%}, a random neighbour for "
        f"{examples.chance.mean():.1%}."
    )


main, side = frame.page(
    "TAPS, step by step",
    "TAPS ranks the neighbours of a node by how much their neighbourhoods tell about its own (their "
    "dependency), and keeps the first k.",
)
key, graph = frame.dataset()
ranked, stem = data.ranking(key), data.file_stem(key)
with side:
    node = nodes.choose_node(key)
    k = controls.positives()
    order, value, common = ranked.neighbours(node)
    if len(order):
        other = controls.named(
            "Neighbour j",
            {j: theme.node_name(graph, j) for j in order[:LISTED].tolist()},
            "neighbour",
            help="Sorted by dependency, best first. You can also click a bar of the ranking.",
        )
    seed = controls.seed()
with main:
    if not len(order):
        st.info(
            f"Node {nodes.in_words(graph, node)} has no neighbour, so it is its own positive. Choose another "
            "node."
        )
        controls.stop()
    drawn = data.positives(key, k, "random", seed).of(node)
    terms = explain(graph, node, other)
    both, only_i, only_j, neither = (term.count for term in terms)
    names = [theme.plain(theme.node_name(graph, one, 16)) for one in (node, other)]
    left, right = st.columns([1.15, 1], gap="medium")
    with left:
        st.markdown(f"**The neighbours of node {nodes.in_words(graph, node)}, ranked**")
        figures.figure(
            taps.ranking(ranked, node, k, drawn, other),
            f"{stem}-ranking-{node}",
            table={
                "rank": list(range(1, len(order) + 1)),
                **tables.nodes(graph, order),
                "common_neighbours": common.tolist(),
                "dependency_nats": value.tolist(),
                "taps": [place < k for place in range(len(order))],
                "random": np.isin(order, drawn).tolist(),
            },
            height=min(max(330, 120 + 26 * len(order)), 640),
            alt=f"Neighbours of node {node} by dependency; the first {k} are chosen",
            on_click=_pick_neighbour,
        )
        if len(order) > taps.SHOWN:
            st.caption(f"The first {taps.SHOWN} of {len(order):,} neighbours are drawn.")
    with right:
        st.markdown(f"**Two neighbourhoods with {theme.nodes(both)} in common**")
        figure, name = taps.venn(only_i, both, only_j, neither, *names), f"{stem}-venn-{node}-{other}"
        alt = f"{both} common neighbours of node {node} and node {other}"
        figures.figure(figure, name, height=330, alt=alt)
    frame.notice(*_notices(graph, node, k, drawn))
    columns = ("in_i", "in_j", "count", "joint", "independent", "term")
    table = {column: [getattr(term, column) for term in terms] for column in columns}
    left, right = st.columns([1.15, 1], gap="medium")
    with left:
        st.markdown("**Draw a node at random: how likely is each region?**")
        figure, name = taps.joint_table(terms, *names), f"{stem}-joint-{node}-{other}"
        figures.figure(figure, name, table=table, height=300, alt="Joint probabilities")
    with right:
        st.markdown("**Four terms add up to the dependency**")
        figure, name = taps.terms(terms, *names), f"{stem}-terms-{node}-{other}"
        figures.figure(figure, name, table=table, height=300, alt="The four terms and their sum")
    frame.mathematics(
        "Draw a node at random. It lies among the neighbours of *i* or not, and among those of *j* or not. "
        "The joint probabilities are counts divided by the number of nodes (the paper's Eq. 7):",
        rf"$p(\mathcal{{N}}_i, \mathcal{{N}}_j) = "
        rf"\frac{{|\mathcal{{N}}_i \cap \mathcal{{N}}_j|}}{{|\mathcal{{V}}|}} "
        rf"= \frac{{{both}}}{{{graph.num_nodes}}}$",
        "The dependency is the mutual information of the two answers (Eq. 8), with 0 · log 0 = 0. Terms are "
        "positive where a region contains more nodes than expected by chance:",
        r"$I(X_i; X_j) = \sum_{X_i} \sum_{X_j} p(X_i, X_j) \log \frac{p(X_i, X_j)}{p(X_i)\, p(X_j)} = "
        rf"{sum(term.term for term in terms):.4e}\ \text{{nats}}$",
    )
