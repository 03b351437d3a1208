"""Choosing a node: by its number, or by a part of its name."""

from collections.abc import Callable

import numpy as np
import streamlit as st

from n2n.graph import Graph
from n2n.graph.names import MOST
from n2n.plots import theme
from pages.session import choices, data
from pages.session.markdown import escape
from pages.ui import controls

_SEARCHED, _ANOTHER, _FAILURE = "node searched", "another node", "a failure"


def in_words(graph: Graph, node: int) -> str:
    """The number of a node, with its name where it has one, for a sentence."""
    return escape(theme.node_name(graph, node))


def find_node(
    dataset: str, on_pick: Callable[[int], None], label: str = "Find a node", key: str = _SEARCHED
) -> None:
    """A text field for a part of a name, or a number, and the nodes that fit, to pick one of them.

    The browser gets at most `n2n.graph.names.MOST` names, however large the graph is. Where a single node
    fits, it is picked at once.

    Args:
        on_pick: called with the node before the page runs again.
        key: another one where a page has two such fields.
    """
    has_names = data.graph(dataset).node_names is not None
    st.text_input(
        label,
        key=key,
        on_change=_pick_single,
        args=(dataset, on_pick, key),
        placeholder="name or number" if has_names else "number",
        icon=":material/search:",
    )
    text = st.session_state[key]
    if not text.strip():
        return
    found, graph = data.find_nodes(dataset, text), data.graph(dataset)
    if not found:
        what = "No name matches" if has_names else "No node has this number"
        st.caption(f"{what}; node numbers run from 0 to {graph.num_nodes - 1:,}.")
        return
    listed = f"found {text}" if key == _SEARCHED else f"{key}, found {text}"
    with st.container(height=190 if len(found) > 4 else "content", border=False):
        st.radio(
            ("First " if len(found) == MOST else "")
            + f"{len(found)} {'match' if len(found) == 1 else 'matches'}",
            found,
            index=None,
            key=listed,
            format_func=lambda node: in_words(graph, node),
            on_change=_pick_found,
            args=(dataset, listed, on_pick, key),
        )


def _pick_single(dataset: str, on_pick: Callable[[int], None], key: str) -> None:
    if dataset != st.session_state["dataset"]:  # changed at once: the page lists what fits there
        return
    found = data.find_nodes(dataset, st.session_state[key])
    if len(found) == 1:
        st.session_state[key] = ""
        on_pick(found[0])


def _pick_found(dataset: str, list_key: str, on_pick: Callable[[int], None], key: str) -> None:
    node = st.session_state[list_key]
    if node is not None and dataset == st.session_state["dataset"]:
        st.session_state[key] = ""
        on_pick(node)


def go_to(node: int) -> None:
    """From now on all pages are about this node; to be called before their controls are made."""
    controls.bring({"node": node})


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
    several = np.flatnonzero(graph.degree > 1)
    value = controls.number(
        "Node i",
        0,
        graph.num_nodes - 1,
        int(several[0]) if len(several) else 0,
        "node",
        help=f"Any node from 0 to {graph.num_nodes - 1:,}; your choice is kept on the other pages.",
    )
    if graph.node_names is not None:
        st.caption(f"Node {in_words(graph, value)}")
    if offer_others:
        with st.container(horizontal=True, gap="small"):
            controls.button(
                "Another example",
                key=_ANOTHER,
                icon=":material/casino:",
                help="Any node with two or more neighbours, at random.",
            )
            if graph.has_labels:
                controls.button(
                    "Show a failure",
                    key=_FAILURE,
                    icon=":material/casino:",
                    help="Any node whose first choice of TAPS has another label, at random.",
                )
    return value


def _draw_clicked(dataset: str) -> None:
    for button, wrong in ((_ANOTHER, False), (_FAILURE, True)):
        if controls.clicked(button):
            node = choices.examples(dataset).draw(wrong)
            if node is None:
                st.caption("TAPS is right for every node." if wrong else "No node has two neighbours.")
            else:
                go_to(node)
