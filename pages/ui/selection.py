"""Nodes selected in a picture with the lasso: kept for the session, in the address where they are few."""

import numpy as np
import streamlit as st

from n2n.files.csv import Table
from n2n.graph import Graph
from n2n.plots import theme
from n2n.taps import tables
from n2n.taps.subgraphs import Partition
from pages.session import address, data
from pages.session.markdown import escape
from pages.ui import figures

ADDRESS = "nodes"
# A longer list would make an address that no mail program lets through.
MAX_IN_ADDRESS = 200
_SELECTED = "selected nodes"


def selected(dataset: str, graph: Graph) -> np.ndarray | None:
    """Ids of the selected nodes, ascending; None where there are none."""
    ids = _ids(dataset)
    if (raw := address.read(ADDRESS)) is not None:
        parts = raw.split(",")
        possible = all(id.isdecimal() and len(id) < 12 and int(id) < graph.num_nodes for id in parts)
        ids = sorted({int(id) for id in parts}) if possible else []
    select(dataset, ids)
    return np.array(ids) if ids else None


def _ids(dataset: str) -> list[int]:
    owner, ids = st.session_state.get(_SELECTED, (dataset, []))
    return ids if owner == dataset else []


def select_also(dataset: str, node: int) -> None:
    """Select one node in addition to the others."""
    select(dataset, sorted({*_ids(dataset), node}))


def select(dataset: str, ids: list[int]) -> None:
    """Select these nodes, in ascending order, and no others."""
    st.session_state[_SELECTED] = (dataset, ids)
    address.write(ADDRESS, ",".join(map(str, ids)) if len(ids) <= MAX_IN_ADDRESS else None)


def show(
    dataset: str, graph: Graph, parts: Partition, k: int, ids: np.ndarray, predictions: np.ndarray | None
) -> None:
    """The selected nodes in a table, with their mix of classes and subgraphs."""
    classes, groups = tables.class_mix(graph, ids), tables.subgraph_mix(parts, ids)
    table = tables.marked(graph, parts, ids, predictions)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header(f"Selected: {theme.nodes(len(ids))}", anchor=False)
        st.button(
            "Clear selection", key="clear", icon=":material/close:", on_click=select, args=(dataset, [])
        )
    st.markdown(_sentence(classes, groups, k))
    if len(ids) > MAX_IN_ADDRESS:
        st.caption(f"The link does not include the selected nodes: it holds at most {MAX_IN_ADDRESS}.")
    left, right = st.columns(2, gap="medium")
    with left:
        st.dataframe(table, hide_index=True, height=_height(len(ids), 10))
        figures.csv("selected", f"{data.file_stem(dataset)}-selected.csv", table)
    for mix in (classes, groups):
        if mix:
            height = _height(len(mix["nodes"]), 5)
            right.dataframe(mix, hide_index=True, height=height, column_config=_COLUMNS)


def _height(rows: int, most: int) -> int:
    """Height in pixels of a table that shows this many rows at once."""
    return 38 + 35 * min(rows, most)


_COLUMNS = {
    "share": st.column_config.ProgressColumn("share", min_value=0, max_value=1, format="percent"),
    "in_graph": st.column_config.NumberColumn("in the graph", format="percent"),
    "of": "of nodes",
}


def _sentence(classes: Table, groups: Table, k: int) -> str:
    count = len(groups["subgraph"])
    text = f"They lie in {theme.counted(count, 'subgraph')} that TAPS forms with k = {k}"
    if count > 1:
        text += f"; {groups['nodes'][0]:,} in subgraph {groups['subgraph'][0]} alone"
    if not classes:
        return text + "."
    name, share, overall = escape(classes["class"][0]), classes["share"][0], classes["in_graph"][0]
    return f"{text}. Most frequent class: {name}, {share:.0%} of them; {overall:.0%} of all nodes."
