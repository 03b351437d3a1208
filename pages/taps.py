"""One TAPS step, from two neighbourhoods to the choice of positives."""

import numpy as np
import streamlit as st

from n2n.files.csv import Table
from n2n.plots import taps, theme
from n2n.taps import tables
from n2n.taps.ranking import explain
from pages.session import choices, data
from pages.ui import controls, figures, frame, nodes

# Neighbours in the list: a hub has more than a browser likes to hold.
LISTED = 500


def _pick_neighbour(customdata: list) -> None:
    st.session_state["neighbour"] = int(customdata[0])


def _neighbour(graph, order: np.ndarray) -> int:
    """The neighbour to look at: the best, unless another is picked in the list or by a click."""
    listed = order[:LISTED].tolist()
    asked = st.query_params.get("neighbour", "")
    if asked.isdecimal() and len(asked) < 12 and int(asked) in order[LISTED:]:
        listed.append(int(asked))
    return controls.named(
        "Neighbour j",
        {j: theme.node_name(graph, j) for j in listed},
        "neighbour",
        help="Sorted by dependency, best first. You can also click a bar of the ranking.",
    )


def _shares_label(graph, node: int, chosen: np.ndarray) -> str:
    known = chosen[graph.y[chosen] >= 0]
    return f"{int((graph.y[known] == graph.y[node]).sum())} of {len(known)}"


def _ranking_table(ranked, node: int, k: int, drawn: np.ndarray) -> Table:
    order, value, common = tables.ranked_neighbours(ranked, node)
    table = tables.nodes(ranked.graph, order)
    return {
        "rank": list(range(1, len(order) + 1)),
        **table,
        "common_neighbours": common.tolist(),
        "dependency_nats": value.tolist(),
        "taps": [place < k for place in range(len(order))],
        "random": [bool(j in drawn) for j in order],
    }


def _notices(graph, ranked, node: int, k: int, drawn: np.ndarray) -> tuple[str, ...]:
    order, value, common = tables.ranked_neighbours(ranked, node)
    chosen = order[:k]
    names = ", ".join(nodes.in_words(graph, j) for j in chosen.tolist())
    shown = nodes.in_words(graph, node)
    first = f"Of the {len(order):,} neighbours of node {shown}, TAPS chooses {names}."
    if len(order) == 1:
        first = f"Node {shown} has a single neighbour, {names}, which TAPS chooses."
    tie = hub = labels = ""
    if k < len(order) and value[k - 1] == value[k]:
        tie = f"{(value == value[k]).sum()} neighbours tie for place {k}; the lower node id wins."
    if common[0] == 0 and value[0] > 0:
        hub = (
            f"Node {nodes.in_words(graph, int(order[0]))} shares no neighbour with it: since it has "
            f"{theme.counted(graph.degree[order[0]], 'neighbour')}, even an empty overlap is informative, "
            "and mutual information counts that too."
        )
    if graph.y[node] >= 0:
        by_taps, at_random, overall = (_shares_label(graph, node, these) for these in (chosen, drawn, order))
        labels = (
            f"Neighbours with the same label: {by_taps} chosen by TAPS, {at_random} drawn at random, "
            f"{overall} overall."
        )
    return first, labels, tie, hub


def _how_often(key: str) -> str:
    """How often the first choice is right over all nodes, since one example proves nothing."""
    found = choices.examples(key)
    if not len(found.nodes) or not data.graph(key).has_labels:
        return ""
    return (
        f"Over all {theme.nodes(len(found.nodes))} with two or more neighbours, the first choice of TAPS "
        f"has the label of the node for {found.right.mean():.1%}, a random neighbour for "
        f"{found.chance.mean():.1%}."
    )


main, side = frame.page(
    "TAPS, step by step",
    "TAPS ranks the neighbours of a node by how much their neighbourhoods tell about its own (their "
    "dependency), and keeps the first k.",
)
key, graph = frame.dataset()
ranked = data.ranking(key)
with side:
    node = nodes.choose_node(key)
    k = controls.positives()
    order, value, common = tables.ranked_neighbours(ranked, node)
    other = _neighbour(graph, order) if len(order) else None
    seed = controls.seed()
shown = nodes.in_words(graph, node)
with main:
    if other is None:
        st.info(f"Node {shown} has no neighbour, so it is its own positive. Choose another node.")
        st.stop()
    drawn = data.positives(key, k, "random", seed).of(node)
    terms = explain(graph, node, other)
    both, only_i, only_j, neither = (term.count for term in terms)
    drawn_names = [theme.plain(theme.node_name(graph, one, 16)) for one in (node, other)]
    left, right = st.columns([1.15, 1], gap="medium")
    with left:
        st.markdown(f"**The neighbours of node {shown}, ranked**")
        figures.figure(
            taps.ranking(ranked, node, k, drawn, other),
            f"{data.file_stem(key)}-ranking-{node}",
            table=_ranking_table(ranked, node, k, drawn),
            height=min(max(330, 120 + 26 * len(order)), 640),
            alt=f"Neighbours of node {node} by dependency; the first {k} are chosen",
            on_click=_pick_neighbour,
        )
        if len(order) > taps.SHOWN:
            st.caption(f"The first {taps.SHOWN} of {len(order):,} neighbours are drawn.")
    with right:
        st.markdown(f"**Two neighbourhoods with {theme.nodes(both)} in common**")
        figures.figure(
            taps.venn(only_i, both, only_j, neither, *drawn_names),
            f"{data.file_stem(key)}-venn-{node}-{other}",
            height=330,
            alt=f"{both} common neighbours of node {node} and node {other}",
        )
    first, labels, *others = _notices(graph, ranked, node, k, drawn)
    frame.notice(" ".join((first, labels)), _how_often(key), *others)
    left, right = st.columns([1.15, 1], gap="medium")
    with left:
        st.markdown("**Draw a node at random: how likely is each region?**")
        table = {
            "in_i": [term.in_i for term in terms],
            "in_j": [term.in_j for term in terms],
            **{
                name: [getattr(term, name) for term in terms]
                for name in ("count", "joint", "independent", "term")
            },
        }
        figure = taps.joint_table(terms, *drawn_names)
        figures.figure(
            figure,
            f"{data.file_stem(key)}-joint-{node}-{other}",
            table=table,
            height=300,
            alt="Joint probabilities",
        )
    with right:
        st.markdown("**Four terms add up to the dependency**")
        figure = taps.terms(terms, *drawn_names)
        figures.figure(
            figure,
            f"{data.file_stem(key)}-terms-{node}-{other}",
            table=table,
            height=300,
            alt="The four terms and their sum",
        )
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
