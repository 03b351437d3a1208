"""The subgraphs that TAPS forms in a graph: gallery, sizes, table, growth with k, and one in detail."""

import numpy as np
import streamlit as st

from n2n.files.csv import Table
from n2n.plots import subgraphs, theme
from n2n.plots.network import network
from n2n.taps import drawing, tables
from n2n.taps.drawing import GALLERY_NODES
from pages.session import data, maps
from pages.session.markdown import escape
from pages.ui import controls, figures, frame, map_view
from pages.ui.nodes import find_node

HEIGHT = 430
VIEWS = ("Map", "Gallery", "Sizes", "Table", "Growing k")
PLACES = ("Apart", "As on the map")
# Most rows of a table that are sent to the browser; its download has all of them.
ROWS = 5000
_NODE = "node whose subgraph is picked"


def _pick(number: int) -> None:
    st.session_state["subgraph"] = int(number)


def _pick_that_of(key: str, node: int) -> None:
    """The subgraph of a node, once it is known which there are: k may have changed at the same time."""
    st.session_state[_NODE] = (key, node)


def _pick_row(rows: list[int]) -> None:
    chosen = st.session_state["subgraph_table"].selection.rows
    if chosen:
        _pick(rows[chosen[0]])


def _filter(graph, table: Table) -> list[int]:
    """Numbers of the subgraphs that pass the filters by class, size and purity."""
    size, purity, label = (np.array(table[column]) for column in ("size", "purity", "label"))
    keep = np.ones(len(size), bool)
    with st.expander("Filter", icon=":material/filter_alt:"):
        smallest = controls.number("Minimum size", 1, int(size.max()), 1, "least")
        largest = controls.number("Maximum size", 1, int(size.max()), int(size.max()), "most")
        keep &= (size >= smallest) & (size <= largest)
        if graph.has_labels:
            classes = controls.several(
                "Most frequent class", graph.class_names, "classes", placeholder="all classes"
            )
            pure = controls.number("Minimum purity (%)", 0, 100, 0, "purity", slider=True)
            if classes:
                keep &= np.isin(label, [graph.class_names.index(name) for name in classes])
            if pure:
                keep &= np.nan_to_num(purity) * 100 >= pure
    return np.flatnonzero(keep).tolist()


def _map(key: str, graph, k: int, look: map_view.MapOptions, parts, number: int) -> None:
    """All nodes: every subgraph on its own, or where its nodes are on the map of the graph."""
    apart = maps.subgraphs(key, k) if places == PLACES[0] else None
    map_view.show(
        key,
        graph,
        "subgraph-map",
        look,
        positions=apart,
        node=int(parts.members(number)[0]),
        on_pick=lambda node: _pick_that_of(key, node),
    )
    st.caption(
        f"{theme.counted(parts.num_subgraphs, 'subgraph')} of TAPS; click a node to pick its subgraph. The "
        "ringed node belongs to the subgraph shown below."
    )


def _gallery(key: str, graph, k: int, rows: list[int], total: int, number: int) -> None:
    drawn = data.drawn_gallery(key, k, None if len(rows) == total else tuple(rows))
    figures.figure(
        subgraphs.gallery(graph, drawn, number),
        f"{data.file_stem(key)}-gallery-k{k}",
        alt="Subgraphs in ten size intervals, coloured by class",
        on_click=lambda customdata: _pick(customdata[0]),
    )
    shown = len(np.unique(drawn.subgraphs))
    cut = (
        f" Subgraphs with more than {GALLERY_NODES} nodes are cut to {GALLERY_NODES} ({drawn.cut} here)."
        if drawn.cut
        else ""
    )
    st.caption(
        f"{shown} of {theme.counted(total, 'subgraph')}, largest on top; click a node to pick its "
        f"subgraph.{cut}"
    )


def _table(key: str, graph, k: int, table: Table, rows: list[int]) -> None:
    columns = ["subgraph", "size", "edges"] + (["purity", "majority", "entropy"] if graph.has_labels else [])

    def of(rows: list[int]) -> Table:
        return {name: [table[name][row] for row in rows] for name in columns}

    st.dataframe(
        of(rows[:ROWS]),
        hide_index=True,
        height=HEIGHT,
        key="subgraph_table",
        on_select=lambda: _pick_row(rows),
        selection_mode="single-row",
        column_config={
            "purity": st.column_config.ProgressColumn("purity", min_value=0, max_value=1, format="%.2f"),
            "entropy": st.column_config.NumberColumn("entropy (bits)", format="%.2f"),
            "majority": "most frequent class",
            "size": "nodes",
        },
    )
    if len(rows) > ROWS:
        st.caption(f"The {ROWS:,} largest of {len(rows):,} subgraphs are listed; the file has all of them.")
    figures.csv("subgraphs", f"{data.file_stem(key)}-subgraphs-k{k}.csv", lambda: of(rows))


def _chosen(key: str, graph, k: int, table: Table, number: int) -> None:
    """One subgraph in detail, with its nodes."""
    members = data.partition(key, k).members(number)
    st.subheader(f"Subgraph {number}: {theme.nodes(len(members))}", anchor=False)
    left, right = st.columns([1.9, 1], gap="medium")
    with left:
        parts = data.partition(key, k)
        part = drawing.subgraph(parts, number)
        figures.figure(
            network(graph, part, chosen=parts.positives.pairs_of(part.nodes)),
            f"{data.file_stem(key)}-subgraph-{number}-k{k}",
            height=HEIGHT,
            alt=f"Subgraph {number}, with arrows to positives",
        )
        st.caption(f"An arrow points from a node to its positive. {part.note}")
    with right:
        if graph.has_labels and table["majority"][number]:
            st.markdown(
                f"Most frequent class: {escape(table['majority'][number])}, {table['purity'][number]:.0%} "
                f"of the labelled nodes. Entropy {table['entropy'][number]:.2f} bits, "
                f"{theme.counted(table['edges'][number], 'edge')}."
            )
        st.dataframe(tables.nodes(graph, members[:ROWS]), hide_index=True, height=HEIGHT - 40)
        if len(members) > ROWS:
            st.caption(f"{ROWS:,} of {len(members):,} nodes are listed; the file has all of them.")
        file = f"{data.file_stem(key)}-subgraph-{number}-nodes.csv"
        figures.csv("nodes", file, lambda: tables.nodes(graph, members))


def _notices(key: str, graph, k: int, view: str) -> tuple[str, ...]:
    parts = data.partition(key, k)
    share = parts.sizes[0] / graph.num_nodes
    count = theme.counted(parts.num_subgraphs, "subgraph")
    first = f"TAPS with k = {k} forms {count}; the largest contains {share:.1%} of all nodes."
    if not graph.has_labels:
        return (first,)
    pure = data.purities(key, k)
    second = (
        f"{pure['weighted']:.0%} of the nodes have the most frequent label of their subgraph; with random "
        f"neighbours in place of those that TAPS chooses, {data.random_purity(key, k):.0%} (one draw)."
    )
    third = f"{pure['pure']:.0%} of the subgraphs with two nodes or more contain a single class."
    if k == 1 and share < 0.5:
        joined = data.partition(key, 2).sizes[0] / graph.num_nodes
        third += f" With k = 2 the largest contains {joined:.0%} of all nodes"
        third += "." if view == VIEWS[-1] else f": see {VIEWS[-1]}."
    return first, second, third


main, side = frame.page(
    "Subgraphs",
    "Connecting every node with its positives divides the graph into subgraphs: the fewer positives, the "
    "smaller they are.",
)
key, graph = frame.dataset()
with side:
    k = controls.positives()
    view = controls.choice("View", VIEWS, "show")
    parts, table = data.partition(key, k), data.subgraphs(key, k)
    owner, node = st.session_state.pop(_NODE, ("", 0))
    if owner == key:
        _pick(parts.membership[node])
    look = None
    if view == "Map":
        places = controls.choice("Positions", PLACES, "places")
        look = map_view.choose(key, graph, edges="TAPS", k=k)
    rows = _filter(graph, table) if view in ("Gallery", "Table") else list(range(parts.num_subgraphs))
    number = controls.number(
        "Subgraph",
        0,
        parts.num_subgraphs - 1,
        0,
        "subgraph",
        help="0 is the largest. You can also click one on the map or in the gallery.",
    )
    find_node(key, lambda node: _pick_that_of(key, node), "Find the subgraph of a node")
with main:
    if view in ("Gallery", "Table") and not rows:
        st.info("No subgraph passes the filter: widen it.")
    elif look is not None:
        _map(key, graph, k, look, parts, number)
    elif view == "Gallery":
        _gallery(key, graph, k, rows, parts.num_subgraphs, number)
    elif view == "Table":
        _table(key, graph, k, table, rows)
    elif view == "Sizes":
        values, counts = parts.size_histogram()
        histogram = {"size": values.tolist(), "subgraphs": counts.tolist()}
        figure = subgraphs.sizes(parts)
        figures.figure(
            figure,
            f"{data.file_stem(key)}-sizes-k{k}",
            table=histogram,
            height=HEIGHT,
            alt="Number of subgraphs of each size",
        )
    else:
        growth = data.percolation(key)
        figures.figure(
            subgraphs.percolation(growth),
            f"{data.file_stem(key)}-percolation",
            table=growth,
            height=HEIGHT,
            alt="Subgraphs as k grows",
        )
    frame.notice(*_notices(key, graph, k, view))
    _chosen(key, graph, k, table, number)
    frame.mathematics(
        "Draw an edge from every node to each of its *k* positives and ignore the direction: a subgraph is a "
        "connected component. Its purity is the share of its most frequent class, its entropy measures the "
        "mix in bits:",
        r"$\text{purity} = \max_c p_c, \qquad H = -\sum_c p_c \log_2 p_c$",
        "where p_c is the share of class c among the labelled nodes of the subgraph. With k = 1 every node "
        "adds one edge, and a mutual choice ends each chain; with larger k one giant component contains "
        "nearly everything.",
    )
