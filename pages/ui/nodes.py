"""Choosing a node: by its number, by a part of its name, or at random."""

from collections.abc import Callable

import numpy as np
import streamlit as st

from n2n.graph import Graph
from n2n.graph.names import MOST
from n2n.plots import theme
from pages.session import data
from pages.session.markdown import escape
from pages.ui import choices, controls

_ANOTHER, _FAILURE = "another node", "a failure"


def in_words(graph: Graph, node: int) -> str:
    """The number of a node, with its name where it has one, for a sentence."""
    return escape(theme.node_name(graph, node))


def find_node(
    dataset: str, on_pick: Callable[[int], None], label: str = "Find a node", key: str = "node searched"
) -> None:
    """A field for a number or a part of a name, and the nodes that match, to pick one of them.

    The browser gets at most `n2n.graph.names.MOST` names, however large the graph is. A single match is
    picked at once.

    Args:
        on_pick: called with the node before the page runs again.
        key: another one where a page has two such fields.
    """
    graph = data.graph(dataset)
    matches = f"{key}, matches"

    def pick(node: int | None) -> None:
        if node is not None and dataset == st.session_state["dataset"]:  # it may have changed at once
            st.session_state[key] = ""
            on_pick(node)

    def search() -> None:
        st.session_state.pop(matches, None)
        found = data.find_nodes(dataset, st.session_state[key])
        if len(found) == 1:
            pick(found[0])

    text = st.text_input(
        label,
        key=key,
        on_change=search,
        placeholder="number" if graph.node_names is None else "name or number",
        icon=":material/search:",
    )
    if not text.strip():
        return
    found = data.find_nodes(dataset, text)
    if not found:
        what = "No node has this number" if graph.node_names is None else "No name matches"
        st.caption(f"{what}; node numbers run from 0 to {graph.num_nodes - 1:,}.")
        return
    with st.container(height=190 if len(found) > 4 else "content", border=False):
        st.radio(
            f"First {MOST} matches" if len(found) == MOST else "Matches",
            found,
            index=None,
            key=matches,
            format_func=lambda node: in_words(graph, node),
            on_change=lambda: pick(st.session_state[matches]),
        )


def go_to(node: int) -> None:
    """From now on all pages are about this node; to be called before their controls are made."""
    st.session_state["node"] = node


def choose_node(dataset: str, offer_others: bool = True) -> int:
    """The node that a page is about; by default the first that has two neighbours.

    Args:
        offer_others: whether to have buttons that draw another one at random.
    """
    graph = data.graph(dataset)
    if offer_others:
        _draw_clicked(dataset)
    if graph.node_names is not None:
        find_node(dataset, go_to)
    last = graph.num_nodes - 1
    node = controls.number(
        "Node i",
        0,
        last,
        int(np.argmax(graph.degree > 1)),
        "node",
        help=f"Any node from 0 to {last:,}; your choice is kept on the other pages.",
    )
    if graph.node_names is not None:
        st.caption(f"Node {in_words(graph, node)}")
    if not offer_others:
        return node
    with st.container(horizontal=True, gap="small"):
        words = "Any node with two or more neighbours, at random."
        controls.button("Another example", _ANOTHER, icon=":material/casino:", help=words)
        if graph.has_labels:
            words = "Any node whose first choice of TAPS has another label, at random."
            controls.button("Show a failure", _FAILURE, icon=":material/casino:", help=words)
    return node


def _draw_clicked(dataset: str) -> None:
    for button, wrong in ((_ANOTHER, False), (_FAILURE, True)):
        if controls.clicked(button):
            node = choices.examples(dataset).draw(wrong)
            if node is None:
                st.caption("TAPS is right for every node." if wrong else "No node has two neighbours.")
            else:
                go_to(node)
