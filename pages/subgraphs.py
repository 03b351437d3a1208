"""The subgraphs that TAPS cuts out of a graph: gallery, sizes, table, percolation, and one of them large."""

import numpy as np
import streamlit as st

from n2n.files.csv import Table, to_csv
from n2n.plots import network, subgraphs, theme
from n2n.sampling import excerpt, tables
from n2n.sampling.gallery import LIMIT
from pages.session import data as _data
from pages.ui import controls, figures, frame

HEIGHT = 430
VIEWS = ("Gallery", "Sizes", "Table", "Growing k")


@_data.once(st.cache_data, max_entries=40)
def _picture(key: str, k: int, number: int, dark: bool) -> tuple[str, str]:
    graph, parts = _data.graph(key), _data.partition(key, k)
    part = excerpt.subgraph(parts, number)
    pairs = np.stack(
        [np.repeat(part.nodes, parts.positives.counts[part.nodes]), _positives(parts, part.nodes)]
    )
    return network.network_html(graph, part, chosen=pairs, dark=dark, height=HEIGHT), part.note


def _positives(parts, nodes: np.ndarray) -> np.ndarray:
    return np.concatenate([parts.positives.of(node) for node in nodes])


def _pick(number: int) -> None:
    st.session_state["subgraph"] = int(number)


def _pick_row(rows: list[int]) -> None:
    chosen = st.session_state["subgraph_table"].selection.rows
    if chosen:
        _pick(rows[chosen[0]])


def _filter(graph, table: Table) -> list[int]:
    """Numbers of the subgraphs that pass the filters of class, size and purity."""
    size, purity, label = (np.array(table[column]) for column in ("size", "purity", "label"))
    keep = np.ones(len(size), bool)
    with st.expander("Filter", icon=":material/filter_alt:"):
        smallest = controls.number("At least so many nodes", 1, int(size.max()), 1, "least")
        largest = controls.number("At most so many nodes", 1, int(size.max()), int(size.max()), "most")
        keep &= (size >= smallest) & (size <= largest)
        if graph.has_labels:
            controls.prepare("classes", lambda raw: raw in graph.class_names, "classes of this graph")
            classes = st.multiselect(
                "Majority class",
                graph.class_names,
                key="classes",
                placeholder="all classes",
                bind="query-params",
            )
            pure = controls.number("Purity from (%)", 0, 100, 0, "purity", slider=True)
            if classes:
                keep &= np.isin(label, [graph.class_names.index(name) for name in classes])
            if pure:
                keep &= np.nan_to_num(purity) * 100 >= pure
    return np.flatnonzero(keep).tolist()


def _gallery(key: str, graph, k: int, rows: list[int], total: int, number: int) -> None:
    drawn = _data.drawn_gallery(key, k, None if len(rows) == total else tuple(rows))
    figures.figure(
        subgraphs.gallery(graph, drawn, number),
        f"{key}-gallery-k{k}",
        alt="Subgraphs in ten intervals of size, coloured by class",
        on_click=lambda customdata: _pick(customdata[0]),
    )
    shown = len(np.unique(drawn.subgraphs))
    cut = f" Of larger ones, {drawn.cut} here, {LIMIT} nodes are drawn." if drawn.cut else ""
    st.caption(f"{shown} of {total:,} subgraphs, largest on top; a click on a node picks its subgraph.{cut}")


def _table(key: str, graph, k: int, table: Table, rows: list[int]) -> None:
    columns = ["subgraph", "size", "edges"] + (["purity", "majority", "entropy"] if graph.has_labels else [])
    shown = {name: [table[name][row] for row in rows] for name in columns}
    st.dataframe(
        shown,
        hide_index=True,
        height=HEIGHT,
        key="subgraph_table",
        on_select=lambda: _pick_row(rows),
        selection_mode="single-row",
        column_config={
            "purity": st.column_config.ProgressColumn("purity", min_value=0, max_value=1, format="%.2f"),
            "entropy": st.column_config.NumberColumn("entropy (bits)", format="%.2f"),
            "majority": "majority class",
            "size": "nodes",
        },
    )
    files = {"CSV": (f"{key}-subgraphs-k{k}.csv", lambda: to_csv(shown), "text/csv")}
    figures.downloads("subgraphs", files)


def _chosen(key: str, graph, k: int, table: Table, number: int) -> None:
    """One subgraph large, with its nodes."""
    members = _data.partition(key, k).members(number)
    st.subheader(f"Subgraph {number}: {theme.nodes(len(members))}", anchor=False)
    left, right = st.columns([1.9, 1], gap="medium")
    with left:
        document, note = _picture(key, k, number, frame.dark())
        figures.network(
            document,
            f"{key}-subgraph-{number}-k{k}",
            height=HEIGHT,
            alt=f"Subgraph {number}, arrows to positives",
        )
        st.caption(f"An arrow leads from a node to its positive. {note}")
    with right:
        if graph.has_labels and table["majority"][number]:
            st.markdown(
                f"Majority class {frame.text(table['majority'][number])}, purity "
                f"{table['purity'][number]:.0%}, "
                f"entropy {table['entropy'][number]:.2f} bits, {table['edges'][number]:,} edges."
            )
        nodes = tables.nodes(graph, members)
        st.dataframe(nodes, hide_index=True, height=HEIGHT - 40)
        files = {"CSV": (f"{key}-subgraph-{number}-nodes.csv", lambda: to_csv(nodes), "text/csv")}
        figures.downloads("nodes", files)


def _notices(key: str, graph, k: int) -> tuple[str, ...]:
    parts = _data.partition(key, k)
    share = parts.sizes[0] / graph.num_nodes
    many = "is one subgraph" if parts.num_subgraphs == 1 else f"are {parts.num_subgraphs:,} subgraphs"
    first = f"With k = {k} there {many}; the largest holds {share:.1%} of all nodes."
    if not graph.has_labels:
        return (first,)
    counts = np.bincount(graph.y[graph.y >= 0])
    chance = counts.max() / counts.sum()
    second = (
        f"{parts.weighted_purity(graph.y):.0%} of the nodes carry the most frequent label of their subgraph; "
        f"in one piece it would be {chance:.0%}."
    )
    pure = float(np.mean(parts.purity(graph.y)[parts.sizes > 1] == 1)) if (parts.sizes > 1).any() else 0.0
    third = f"{pure:.0%} of the subgraphs of two nodes or more hold one class only."
    if k == 1 and share < 0.5:
        joined = _data.partition(key, 2).sizes[0] / graph.num_nodes
        third += f" With k = 2 the largest would hold {joined:.0%} of all nodes: see Growing k."
    return first, second, third


main, side = frame.page(
    "Subgraphs",
    "Joining every node with its positives cuts the graph into subgraphs; where neighbours resemble each "
    "other, most of these hold one class only.",
)
key, graph = frame.dataset()
with side:
    k = controls.positives()
    view = controls.choice("View", VIEWS, "show")
    parts, table = _data.partition(key, k), _data.subgraphs(key, k)
    rows = _filter(graph, table)
    number = controls.number(
        "Subgraph",
        0,
        parts.num_subgraphs - 1,
        0,
        "subgraph",
        help="0 is the largest. A click in the gallery picks one.",
    )
with main:
    if view in ("Gallery", "Table") and not rows:
        st.info("No subgraph passes the filter: widen it at the side.")
    elif view == "Gallery":
        _gallery(key, graph, k, rows, parts.num_subgraphs, number)
    elif view == "Table":
        _table(key, graph, k, table, rows)
    elif view == "Sizes":
        values, counts = parts.size_histogram()
        data = {"size": values.tolist(), "subgraphs": counts.tolist()}
        figure = subgraphs.sizes(parts)
        figures.figure(
            figure, f"{key}-sizes-k{k}", table=data, height=HEIGHT, alt="Number of subgraphs of each size"
        )
    else:
        data = _data.percolation(key)
        figure = subgraphs.percolation(data)
        figures.figure(figure, f"{key}-percolation", table=data, height=HEIGHT, alt="Subgraphs as k grows")
    frame.notice(*_notices(key, graph, k))
    _chosen(key, graph, k, table, number)
    frame.mathematics(
        "Draw an edge from every node to each of its *k* positives and forget the direction: a subgraph is "
        "a connected "
        "component. Its purity is the share of its most frequent class, its entropy measures the mix in "
        "bits:",
        r"$\text{purity} = \max_c p_c, \qquad H = -\sum_c p_c \log_2 p_c$",
        "where p_c is the share of class c among the labelled nodes of the subgraph. With k = 1 every node "
        "adds one edge, "
        "and a mutual choice ends each chain; with larger k one giant component swallows nearly everything.",
    )
