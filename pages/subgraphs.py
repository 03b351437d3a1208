"""The subgraphs that TAPS forms in a graph: map, gallery, sizes, table, effect of k, and one in detail."""

import numpy as np
import streamlit as st

from n2n.files.csv import Table
from n2n.plots import subgraphs, theme
from n2n.plots.network import network
from n2n.taps import drawing, tables
from n2n.taps.drawing import GALLERY_NODES
from pages.session import data
from pages.session.markdown import escape
from pages.ui import controls, figures, frame, graph_map, maps
from pages.ui.nodes import find_node

HEIGHT = 430
VIEWS = ("Map", "Gallery", "Sizes", "Table", "Effect of k")
PLACES = ("Separated", "Original layout")
# Most rows of a table that are sent to the browser; its download has all of them.
ROWS = 5000
_NODE = "node whose subgraph is picked"


def _pick(number: int) -> None:
    st.session_state["subgraph"] = int(number)


def _pick_that_of(node: int) -> None:
    """The subgraph of a node, once it is known which there are: k may have changed at the same time."""
    st.session_state[_NODE] = (key, node)


def _filter(table: Table) -> list[int]:
    """Numbers of the subgraphs that pass the filters by class, size and purity."""
    size, purity, label = (np.array(table[column]) for column in ("size", "purity", "label"))
    with st.expander("Filter", icon=":material/filter_alt:"):
        smallest = controls.number("Minimum size", 1, int(size.max()), 1, "least")
        # None is no limit: the largest size of one k would hide the subgraphs of another.
        largest = st.number_input(
            "Maximum size", 1, value=None, key="most", placeholder="any", **controls.BOUND
        )
        keep = (size >= smallest) & (size <= (largest or size.max()))
        if graph.has_labels:
            names = controls.several(
                "Most frequent class", graph.class_names, "classes", placeholder="all classes"
            )
            if names:
                keep &= np.isin(label, [graph.class_names.index(name) for name in names])
            pure = controls.number("Minimum purity (%)", 0, 100, 0, "purity", slider=True)
            keep &= np.nan_to_num(purity) * 100 >= pure
    return np.flatnonzero(keep).tolist()


def _gallery(rows: list[int], number: int) -> None:
    total = parts.num_subgraphs
    drawn = data.drawn_gallery(key, k, None if len(rows) == total else tuple(rows))
    figures.figure(
        subgraphs.gallery(graph, drawn, number),
        f"{stem}-gallery-k{k}",
        alt="Subgraphs in ten size intervals, coloured by class",
        on_click=lambda customdata: _pick(customdata[0]),
    )
    cut = f" Of those with more than {GALLERY_NODES} nodes ({drawn.cut}) only {GALLERY_NODES} are drawn."
    st.caption(
        f"{len(np.unique(drawn.subgraphs))} of {theme.counted(total, 'subgraph')}, largest on top; click a "
        f"node to pick its subgraph.{cut if drawn.cut else ''}"
    )


def _table(rows: list[int]) -> None:
    columns = ["subgraph", "size", "edges"] + (["purity", "majority", "entropy"] if graph.has_labels else [])

    def pick() -> None:
        if chosen := st.session_state["subgraph_table"].selection.rows:
            _pick(rows[chosen[0]])

    def of(rows: list[int]) -> Table:
        return {name: [table[name][row] for row in rows] for name in columns}

    st.dataframe(
        of(rows[:ROWS]),
        hide_index=True,
        height=HEIGHT,
        key="subgraph_table",
        on_select=pick,
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
    figures.csv("subgraphs", f"{stem}-subgraphs-k{k}.csv", lambda: of(rows))


def _detail(number: int) -> None:
    members = parts.members(number)
    st.header(f"Subgraph {number}: {theme.nodes(len(members))}", anchor=False)
    left, right = st.columns([1.9, 1], gap="medium")
    with left:
        part = drawing.subgraph(parts, number)
        figures.figure(
            network(graph, part, chosen=parts.positives.pairs_of(part.nodes)),
            f"{stem}-subgraph-{number}-k{k}",
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
        figures.csv("nodes", f"{stem}-subgraph-{number}-nodes.csv", lambda: tables.nodes(graph, members))


def _notices() -> tuple[str, ...]:
    share = parts.sizes[0] / graph.num_nodes
    first = (
        f"TAPS with k = {k} forms {theme.counted(parts.num_subgraphs, 'subgraph')}; the largest contains "
        f"{share:.1%} of all nodes."
    )
    by_taps, at_random = (tables.quality(graph, one) for one in (parts, data.random_partition(key, k)))
    edges = (
        f"Measured on the edges alone, with random neighbours in brackets: {by_taps['coverage']:.0%} "
        f"({at_random['coverage']:.0%}) of them lie inside a subgraph, modularity "
        f"{by_taps['modularity']:.2f} ({at_random['modularity']:.2f}), mean conductance "
        f"{by_taps['conductance']:.2f} ({at_random['conductance']:.2f}, lower is better)."
    )
    larger = ""
    if k == 1 and share < 0.5:
        joined = data.partition(key, 2).sizes[0] / graph.num_nodes
        larger = f"With k = 2 the largest contains {joined:.0%} of all nodes."
    if not graph.has_labels:
        return first, edges, larger
    purity = data.purities(key, k)
    return (
        first,
        f"{purity['weighted']:.0%} of the nodes have the most frequent label of their subgraph; with random "
        "neighbours in place of those that TAPS chooses, "
        f"{data.random_partition(key, k).weighted_purity(graph.y):.0%} (one draw).",
        f"{purity['pure']:.0%} of the subgraphs with two nodes or more contain a single class.",
        edges,
        larger,
    )


main, side = frame.page(
    "Subgraphs",
    "Connecting every node with its positives divides the graph into subgraphs: the fewer positives, the "
    "smaller they are.",
)
key, graph = frame.dataset()
stem = data.file_stem(key)
with side:
    k = controls.positives()
    view = controls.choice("View", VIEWS, "show")
    parts, table = data.partition(key, k), data.subgraphs(key, k)
    owner, node = st.session_state.pop(_NODE, ("", 0))
    if owner == key:
        _pick(parts.membership[node])
    rows = _filter(table) if view in ("Gallery", "Table") else []
    if view == "Map":
        places = controls.choice("Positions", PLACES, "places")
        options = graph_map.choose(key, graph, edges="TAPS", k=k)
    words = "0 is the largest. You can also click one on the map or in the gallery."
    number = controls.number("Subgraph", 0, parts.num_subgraphs - 1, 0, "subgraph", help=words)
    find_node(key, _pick_that_of, "Find the subgraph of a node")
with main:
    if view == "Map":
        positions = maps.subgraphs(key, k) if places == PLACES[0] else None
        member = int(parts.members(number)[0])
        graph_map.show(
            key, graph, "subgraph-map", options, positions=positions, node=member, on_pick=_pick_that_of
        )
        st.caption(
            f"{theme.counted(parts.num_subgraphs, 'subgraph')} of TAPS; click a node to pick its subgraph. "
            "The ringed node belongs to the subgraph shown below."
        )
    elif view == "Sizes":
        values, counts = parts.size_histogram()
        sizes = {"size": values.tolist(), "subgraphs": counts.tolist()}
        figure, alt = subgraphs.sizes(parts), "Number of subgraphs of each size"
        figures.figure(figure, f"{stem}-sizes-k{k}", table=sizes, height=HEIGHT, alt=alt)
    elif view == "Effect of k":
        growth = data.percolation(key)
        figure, alt = subgraphs.percolation(growth), "Subgraphs as k grows"
        figures.figure(figure, f"{stem}-effect-of-k", table=growth, height=HEIGHT, alt=alt)
    elif not rows:
        st.info("No subgraph passes the filter: widen it.")
    elif view == "Gallery":
        _gallery(rows, number)
    else:
        _table(rows)
    frame.notice(*_notices())
    _detail(number)
    frame.mathematics(
        "Draw an edge from every node to each of its *k* positives and ignore the direction: a subgraph is a "
        "connected component. Its purity is the share of its most frequent class, its entropy measures the "
        "mix in bits:",
        r"$\text{purity} = \max_c p_c, \qquad H = -\sum_c p_c \log_2 p_c$",
        r"$\text{modularity} = \sum_s \frac{|\mathcal{E}_s|}{|\mathcal{E}|} - "
        r"\left(\frac{\sum_{i \in s} d_i}{2|\mathcal{E}|}\right)^2, \qquad "
        r"\text{conductance} = \frac{\text{edges that leave } s}{\min(\sum_{i \in s} d_i, "
        r"\sum_{i \notin s} d_i)}$",
        "where p_c is the share of class c among the labelled nodes of the subgraph. With k = 1 every node "
        "adds one edge, and a mutual choice ends each chain; with larger k one giant component contains "
        "nearly everything.",
    )
