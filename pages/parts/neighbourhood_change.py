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
from n2n.training.run import Run
from pages.parts import embedding_source
from pages.session import data
from pages.session.markdown import escape
from pages.ui import changes, controls, figures, frame, graph_map, nodes

VIEW = "Neighbourhood change"
MAP_HEIGHT = 380
LISTED = 500
"""Nodes in the list; the file has all of them."""
_TABLE, _NODE = "changed nodes", "changed node"


def show(key: str, graph: n2n.Graph, main: DeltaGenerator, run: Run | None = None) -> None:
    """The whole view: its two pickers here, the list and the two lists of ten in `main`.

    Args:
        run: the one that the page is about; while it is being trained, the view waits for it.
    """
    known = changes.embeddings(key, graph)
    with main:
        embedding_source.show_state(run)
    if len(known) < 2:
        with main:
            st.info(
                "There are not yet two embeddings of this graph to compare: train a run, with snapshots if "
                "you like. Bundled runs have pictures, but no vectors."
            )
        return
    names = list(known)
    before = controls.select("From", names, changes.FROM, default=names[0])
    after = controls.select("To", names, changes.TO, default=names[1])
    with main:
        if before == after:
            st.info("Choose two different embeddings.")
            return
        _compare(key, graph, known[before], known[after])


def _compare(key: str, graph: n2n.Graph, before: changes.Embedding, after: changes.Embedding) -> None:
    change = changes.between(key, before, after)
    order = change.most_changed()
    if not len(order):
        st.info(
            "In one of the two embeddings no node resembles any other, as where the only feature of a node "
            "is its number: choose another one."
        )
        return
    table = _table(graph, change, order)
    picture = st.container()
    st.markdown(f"**Whose {change.k} nearest nodes changed most**")
    _list(key, table)
    row = change.row(_chosen(int(change.nodes[order[0]])))
    row = int(order[0]) if row is None else row
    _two_lists(graph, change, row, before.name, after.name)
    frame.notice(*_notices(graph, change, before.name, after.name))
    st.caption(_explained(change))
    frame.mathematics(
        "Let K(i) be the set of the nodes with the largest cosine to node *i* in one embedding and K′(i) the "
        "set in the other. Their overlap is the Jaccard index, and the change of the neighbourhood is one "
        "minus it:",
        r"$\text{overlap}(i) = \frac{|K(i) \cap K'(i)|}{|K(i) \cup K'(i)|}$",
    )
    with picture:  # last: where the map is not ready yet, the page ends with its progress
        _map(key, graph, change, int(change.nodes[row]))


def _map(key: str, graph: n2n.Graph, change: NeighbourhoodChange, node: int) -> None:
    """All nodes where they are on every map; the more of its surroundings a node changed, the stronger."""
    group = Group("neighbourhood change", np.arange(graph.num_nodes), values=np.nan_to_num(change.values))
    graph_map.draw(
        key,
        graph,
        "neighbourhood-change",
        plots.colouring([group]),
        alt="Map of all nodes by how much their nearest nodes changed",
        k=0,
        node=node,
        height=MAP_HEIGHT,
        on_pick=lambda picked: st.session_state.update({_NODE: picked}),
    )
    graph_map.legend([group])


def _table(graph: n2n.Graph, change: NeighbourhoodChange, order: np.ndarray) -> Table:
    table = tables.nodes(graph, change.nodes[order])
    table["kept"] = change.shared[order].tolist()
    shares = {"neighbours": change.graph_share(graph)}
    if graph.has_labels:
        shares["same class"] = change.class_share(graph.y)
    for name, (was, now) in shares.items():
        table |= {f"{name}, from": was[order].tolist(), f"{name}, to": now[order].tolist()}
    return table


def _list(key: str, table: Table) -> None:
    listed = {name: column[:LISTED] for name, column in table.items() if name != "degree"}
    for name in [one.removesuffix(", from") for one in table if one.endswith(", from")]:
        was, now = (listed.pop(f"{name}, {side}") for side in ("from", "to"))
        listed[name] = [f"{a:.0%} → {b:.0%}" for a, b in zip(was, now, strict=True)]
    st.dataframe(
        listed,
        hide_index=True,
        height=300,
        key=_TABLE,
        on_select=lambda: _pick(listed["node"]),
        selection_mode="single-row",
        column_config={"kept": f"kept, of {NEAREST}"},
    )
    total = len(table["node"])
    if total > LISTED:
        st.caption(f"The first {LISTED:,} of {total:,} nodes are listed; the file has all of them.")
    figures.csv("neighbourhood change", f"{data.file_stem(key)}-neighbourhood-change.csv", table)


def _pick(listed: list[int]) -> None:
    rows = st.session_state[_TABLE].selection.rows
    if rows:
        st.session_state[_NODE] = listed[rows[0]]


def _chosen(default: int) -> int:
    return st.session_state.get(_NODE, default)


def _two_lists(graph: n2n.Graph, change: NeighbourhoodChange, row: int, *names: str) -> None:
    """The nearest nodes of one node, in both embeddings."""
    node = int(change.nodes[row])
    label = f", {escape(graph.class_name(int(graph.y[node])))}" if graph.y[node] >= 0 else ""
    st.markdown(f"Node {nodes.in_words(graph, node)}{label}: {change.shared[row]} of {change.k} are kept")
    near = set(graph.neighbours(node).tolist())
    kept = set(change.before[row].tolist()) & set(change.after[row].tolist())
    sides = change.before[row], change.after[row]
    for column, name, found in zip(st.columns(2, gap="medium"), names, sides, strict=True):
        with column:
            st.markdown(f"**{escape(name)}**")
            st.html(f"<ol class='nearest'>{''.join(_item(graph, int(j), near, kept) for j in found)}</ol>")


def _item(graph: n2n.Graph, j: int, near: set[int], kept: set[int]) -> str:
    """One of the nearest nodes: in the colour of its class, bold where it stays, and whether a neighbour."""
    colour, symbol = theme.look(int(graph.y[j]))
    name = theme.plain(theme.node_name(graph, j, 30))
    name = f"<b>{name}</b>" if j in kept else name
    of_class = f" <small>{theme.class_name(graph, int(graph.y[j]))}</small>" if graph.has_labels else ""
    mark = " <small>· neighbour</small>" if j in near else ""
    return f"<li><span style='color:{colour}'>{frame.SHAPES[symbol]}</span> {name}{of_class}{mark}</li>"


def _notices(graph: n2n.Graph, change: NeighbourhoodChange, before: str, after: str) -> tuple[str, ...]:
    k, defined = change.k, change.defined
    was, now = (share[defined].mean() for share in change.graph_share(graph))
    first = (
        f"From {escape(before)} to {escape(after)}, {change.mean_shared:.1f} of the {k} nearest nodes of a "
        f"node are kept on average. {was:.0%} of them were neighbours in the graph, now {now:.0%} are."
    )
    second = ""
    if graph.has_labels:
        a, b = (np.nanmean(share[defined]) for share in change.class_share(graph.y))
        second = f"Nearest nodes of the same class: {a:.0%} before, {b:.0%} after."
    return first, second


def _explained(change: NeighbourhoodChange) -> str:
    asked, total = len(change.nodes), change.num_nodes
    text = (
        f"The {change.k} nodes of largest cosine, exact, among all nodes; those that are kept are bold. In "
        "the list: the share of them that are neighbours in the graph, and of the same class. "
    )
    if asked < total:
        text += f"A sample of {asked:,} of {total:,} nodes was compared. "
    without = int((~change.defined).sum())
    if without:
        text += f"{theme.nodes(without)} that resemble no other are left out. "
    return text + "Click a row, or a node of the map, to see its two lists."
