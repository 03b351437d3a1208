"""The controls of the page What if: cut, add, noise, dropped features, undo and reset."""

import streamlit as st

from n2n.graph import Graph
from n2n.plots import theme
from n2n.taps.edits import MOST_SEED, Edits
from pages.session import data
from pages.ui import edits, nodes, problems

_REFUSED = "edit refused"
_CUT, _NOISE, _DROPPED, _SEED = "edge to cut", "noise", "dropped features", "seed of the edits"
# Neighbours in the list: a hub has more than a browser likes to hold.
LISTED = 500


def show(dataset: str, node: int) -> None:
    """All controls; each edit takes effect at once."""
    edited = edits.current()
    graph = data.graph(dataset)
    problems.show(_REFUSED, st.warning)
    near = edits.edited_ranking(dataset, edited).neighbours(node)[0][:LISTED].tolist()
    st.session_state[_CUT] = None
    st.selectbox(
        "Cut the edge to",
        near,
        key=_CUT,
        format_func=lambda j: theme.node_name(graph, j),
        placeholder="choose a neighbour" if near else "no neighbour left",
        disabled=not near,
        on_change=_cut,
        args=(dataset, node),
        help="The neighbours of node i, best first; the edge is cut at once.",
    )
    nodes.find_node(dataset, lambda other: _add(dataset, other), "Add an edge to", key="node to add")
    for label, name, value, help in (
        (
            "Random edges (%)",
            _NOISE,
            edited.noise,
            "Extra edges between random pairs of nodes, as a share of all edges.",
        ),
        (
            "Dropped features (%)",
            _DROPPED,
            edited.dropped,
            "Share of the feature columns that is set to zero for every node.",
        ),
    ):
        st.session_state[name] = value
        if name == _NOISE or graph.num_features:
            st.slider(label, 0, 100, step=5, key=name, on_change=_set, args=(name,), help=help)
    if edited.noise or edited.dropped:
        st.session_state[_SEED] = edited.seed
        st.number_input(
            "Seed",
            0,
            MOST_SEED,
            key=_SEED,
            on_change=_set,
            args=(_SEED,),
            help="A different seed draws different noise.",
        )
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Undo", icon=":material/undo:", on_click=edits.undo, disabled=not edits.can_undo(), key="undo"
        )
        st.button(
            "Reset", icon=":material/restart_alt:", on_click=edits.reset, disabled=not edited, key="reset"
        )


def summary(dataset: str, graph: Graph, edited: Edits) -> None:
    """What is edited, in words."""
    parts = [f"edge {_pair(graph, edge)} added" for edge in edited.added]
    parts += [f"edge {_pair(graph, edge)} cut" for edge in edited.cut]
    if len(parts) > 8:
        parts = [*parts[:8], f"{len(parts) - 8} more edges"]
    if edited.noise:
        parts.append(f"{edited.noise}% random edges")
    if edited.dropped:
        parts.append(f"{edited.dropped}% of the features dropped")
    if parts:
        seed = f" (seed {edited.seed})" if edited.noise or edited.dropped else ""
        st.caption(f"Edited: {', '.join(parts)}{seed}. The address of this page holds the edits.")


def _pair(graph: Graph, edge: tuple[int, int]) -> str:
    return " – ".join(nodes.in_words(graph, node) for node in edge)


def _cut(dataset: str, node: int) -> None:
    other = st.session_state[_CUT]
    if other is not None:
        _change_edges(dataset, lambda hand, graph: hand.cut_edge(graph, node, int(other)))


def _add(dataset: str, other: int) -> None:
    # The node as it is now; an edge is cut from the one whose neighbours were listed.
    node = int(st.session_state["node"])
    _change_edges(dataset, lambda hand, graph: hand.add(graph, node, int(other)))


def _change_edges(dataset: str, step) -> None:
    """One more edge by hand, on top of the noise; what cannot be is said on the page."""
    edited = edits.current()
    noisy = edits.edited_ranking(dataset, edited.by_chance).graph
    with problems.kept(_REFUSED):
        hand = step(edited.by_hand, noisy)
        edits.change(edited.replace(added=hand.added, cut=hand.cut))


def _set(name: str) -> None:
    field = {_NOISE: "noise", _DROPPED: "dropped", _SEED: "seed"}[name]
    edits.change(edits.current().replace(**{field: int(st.session_state[name])}))
