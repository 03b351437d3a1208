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
_MARKED = "marked nodes"
_HEIGHT = 420
# Rows of the two smaller tables that are seen at once.
_ROWS = 5


def marked(dataset: str, graph: Graph) -> np.ndarray | None:
    """Ids of the marked nodes, ascending; None where nothing is marked."""

    def possible(raw: str) -> bool:
        ids = raw.split(",")
        return all(id.isdecimal() and len(id) < 12 and int(id) < graph.num_nodes for id in ids)

    raw = st.query_params.get(ADDRESS)
    owner, ids = st.session_state.get(_MARKED, (dataset, []))
    if raw == _written(ids):
        raw = None  # nobody has changed the address since it was written
    if owner != dataset:
        ids = []
    if raw is not None:
        ids = sorted({int(id) for id in raw.split(",")}) if possible(raw) else []
    mark(dataset, ids)
    return np.array(ids) if ids else None


def mark_also(dataset: str, node: int) -> None:
    """Mark one node in addition to those that are marked already."""
    owner, ids = st.session_state.get(_MARKED, (dataset, []))
    mark(dataset, sorted({*(ids if owner == dataset else ()), node}))


def mark(dataset: str, ids: list[int]) -> None:
    """Mark these nodes, in ascending order, and no others."""
    st.session_state[_MARKED] = (dataset, ids)
    address.write(ADDRESS, _written(ids))


def _written(ids: list[int]) -> str | None:
    return ",".join(map(str, ids)) if 0 < len(ids) <= MAX_IN_ADDRESS else None


def show(
    dataset: str, graph: Graph, parts: Partition, k: int, ids: np.ndarray, predictions: np.ndarray | None
) -> None:
    """The marked nodes in a table, with their mix of classes and subgraphs."""
    classes, groups = tables.class_mix(graph, ids), tables.subgraph_mix(parts, ids)
    table = tables.marked(graph, parts, ids, predictions)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(f"Marked: {theme.nodes(len(ids))}", anchor=False)
        st.button("Unmark", key="unmark", icon=":material/close:", on_click=mark, args=(dataset, []))
    st.markdown(_sentence(graph, classes, groups, k))
    if len(ids) > MAX_IN_ADDRESS:
        st.caption(f"The link does not include the marked nodes: it holds at most {MAX_IN_ADDRESS}.")
    left, right = st.columns([1.4, 1], gap="medium")
    with left:
        st.dataframe(table, hide_index=True, height=_HEIGHT)
        figures.csv("marked", f"{data.file_stem(dataset)}-marked.csv", table)
    share = {"min_value": 0, "max_value": 1, "format": "percent"}
    if classes:
        right.dataframe(
            classes,
            hide_index=True,
            height=_high(classes["class"]),
            column_config={
                "share": st.column_config.ProgressColumn("share", **share),
                "in_graph": st.column_config.NumberColumn("in the graph", format="percent"),
            },
        )
    right.dataframe(
        groups,
        hide_index=True,
        height=_high(groups["subgraph"]),
        column_config={"nodes": "marked", "of": "of nodes"},
    )


def _high(rows: list) -> int:
    """Height in pixels of a table with these rows."""
    return 38 + 35 * min(len(rows), _ROWS)


def _sentence(graph: Graph, classes: Table, groups: Table, k: int) -> str:
    count = len(groups["subgraph"])
    where = "one subgraph" if count == 1 else f"{count:,} subgraphs"
    text = f"They lie in {where} that TAPS forms with k = {k}"
    if count > 1:
        text += f"; {groups['nodes'][0]:,} in subgraph {groups['subgraph'][0]} alone"
    if not classes:
        return text + "."
    name, share, overall = escape(classes["class"][0]), classes["share"][0], classes["in_graph"][0]
    return f"{text}. Most frequent class: {name}, {share:.0%} of them; {overall:.0%} of all nodes."
