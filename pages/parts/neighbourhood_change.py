"""Neighbourhood change: whose ten nearest nodes changed most between two embeddings, as a list."""

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import n2n
from n2n.embedding.change import NEAREST, NeighbourhoodChange
from n2n.embedding.picture import Group
from n2n.files.csv import Table
from n2n.plots import map as plots
from n2n.plots import theme
from n2n.taps import tables
from pages.session import data
from pages.session.markdown import escape
from pages.ui import changes, controls, figures, frame, graph_map, nodes

MAP_HEIGHT = 380
LISTED = 500
"""Nodes in the list; the file has all of them."""
_TABLE, _NODE = "changed nodes", "changed node"


def show(key: str, graph: n2n.Graph, main: DeltaGenerator, side: DeltaGenerator) -> None:
    """The whole view: its two pickers in `side`, the list and the two lists of ten in `main`."""
    known = changes.embeddings(key, graph)
    if len(known) < 2:
        main.info(
            "There are not yet two embeddings of this graph to compare: train a run, with snapshots if "
            "you like. Bundled runs have pictures, but no vectors."
        )
        return
    with side:
        before = controls.select("From", list(known), changes.FROM)
        after = controls.select("To", list(known), changes.TO, default=list(known)[1])
    with main:
        if before == after:
            st.info("Choose two different embeddings.")
            return
        change = changes.between(key, known[before], known[after])
        order = change.most_changed()
        if not len(order):
            st.info(
                "In one of the two embeddings no node resembles any other, as where the only feature of a "
                "node is its number: choose another one."
            )
            return
        _compare(key, graph, change, order, (before, after))


def _compare(
    key: str, graph: n2n.Graph, change: NeighbourhoodChange, order: np.ndarray, names: tuple[str, str]
) -> None:
    picture = st.container()
    st.markdown(f"**Whose {change.k} nearest nodes changed most**")
    table = _table(graph, change, order)
    _list(table)
    if len(order) > LISTED:
        st.caption(f"The first {LISTED:,} of {len(order):,} nodes are listed; the file has all of them.")
    figures.csv("neighbourhood change", f"{data.file_stem(key)}-neighbourhood-change.csv", table)
    row = change.row(st.session_state.get(_NODE, -1))
    row = int(order[0]) if row is None else row
    _two_lists(graph, change, row, names)
    frame.notice(*_notices(graph, change, names))
    st.caption(_explanation(change))
    frame.mathematics(
        "Let K(i) be the set of the nodes with the largest cosine to node *i* in one embedding and K′(i) the "
        "set in the other. Their overlap is the Jaccard index, and the change of the neighbourhood is one "
        "minus it:",
        r"$\text{overlap}(i) = \frac{|K(i) \cap K'(i)|}{|K(i) \cup K'(i)|}$",
    )
    with picture:  # last: where the map is not ready yet, the page ends with its progress
        group = Group("neighbourhood change", np.arange(graph.num_nodes), values=np.nan_to_num(change.values))
        graph_map.draw(
            key,
            graph,
            "neighbourhood-change",
            plots.colouring([group]),
            alt="Map of all nodes by how much their nearest nodes changed",
            k=0,
            node=int(change.nodes[row]),
            height=MAP_HEIGHT,
            on_pick=lambda picked: st.session_state.update({_NODE: picked}),
        )
        graph_map.legend([group])


def _table(graph: n2n.Graph, change: NeighbourhoodChange, order: np.ndarray) -> Table:
    table = tables.nodes(graph, change.nodes[order]) | {"kept": change.shared[order].tolist()}
    shares = {"neighbours": change.graph_share(graph)}
    if graph.has_labels:
        shares["same class"] = change.class_share(graph.y)
    for name, (before, after) in shares.items():
        table |= {f"{name}, from": before[order].tolist(), f"{name}, to": after[order].tolist()}
    return table


def _list(table: Table) -> None:
    listed = {name: column[:LISTED] for name, column in table.items()}
    shares = [name for name in table if name.endswith((", from", ", to"))]

    def pick() -> None:
        if rows := st.session_state[_TABLE].selection.rows:
            st.session_state[_NODE] = listed["node"][rows[0]]

    st.dataframe(
        listed,
        hide_index=True,
        height=300,
        key=_TABLE,
        on_select=pick,
        selection_mode="single-row",
        column_config={
            "kept": f"kept, of {NEAREST}",
            **dict.fromkeys(shares, st.column_config.NumberColumn(format="percent")),
        },
    )


def _two_lists(graph: n2n.Graph, change: NeighbourhoodChange, row: int, names: tuple[str, str]) -> None:
    """The nearest nodes of one node, in both embeddings; bold where they stay."""
    node, sides = int(change.nodes[row]), (change.before[row], change.after[row])
    label = f", {escape(graph.class_name(int(graph.y[node])))}" if graph.y[node] >= 0 else ""
    st.markdown(f"Node {nodes.in_words(graph, node)}{label}: {change.shared[row]} of {change.k} are kept")
    near, kept = graph.neighbours(node), np.intersect1d(*sides)
    for column, name, nearest in zip(st.columns(2, gap="medium"), names, sides, strict=True):
        items = "".join(_item(graph, j, j in near, j in kept) for j in nearest.tolist())
        column.markdown(f"**{escape(name)}**")
        column.html(f"<ol>{items}</ol>")


def _item(graph: n2n.Graph, j: int, is_neighbour: bool, is_kept: bool) -> str:
    colour, symbol = theme.look(int(graph.y[j]))
    name = theme.plain(theme.node_name(graph, j, 30))
    name = f"<b>{name}</b>" if is_kept else name
    of_class = f" <small>{theme.class_name(graph, int(graph.y[j]))}</small>" if graph.has_labels else ""
    mark = " <small>· neighbour</small>" if is_neighbour else ""
    return f"<li><span style='color:{colour}'>{frame.SHAPES[symbol]}</span> {name}{of_class}{mark}</li>"


def _notices(graph: n2n.Graph, change: NeighbourhoodChange, names: tuple[str, str]) -> tuple[str, str]:
    def means(shares: tuple[np.ndarray, np.ndarray]) -> list[float]:
        return [float(np.nanmean(share[change.defined])) for share in shares]

    before, after = means(change.graph_share(graph))
    first = (
        f"From {escape(names[0])} to {escape(names[1])}, {change.mean_shared:.1f} of the {change.k} nearest "
        f"nodes of a node are kept on average. {before:.0%} of them were neighbours in the graph, now "
        f"{after:.0%} are."
    )
    if not graph.has_labels:
        return first, ""
    before, after = means(change.class_share(graph.y))
    return first, f"Nearest nodes of the same class: {before:.0%} before, {after:.0%} after."


def _explanation(change: NeighbourhoodChange) -> str:
    asked, without = len(change.nodes), int((~change.defined).sum())
    sample = f" A sample of {asked:,} of {change.num_nodes:,} nodes was compared."
    excluded = f" {theme.nodes(without)} that resemble no other are left out."
    return (
        f"The {change.k} nodes of largest cosine, exact, among all nodes; those that are kept are bold. "
        "Click a row, or a node of the map, to see its two lists."
        f"{sample if asked < change.num_nodes else ''}{excluded if without else ''}"
    )
