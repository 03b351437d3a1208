"""What if a graph had other edges or features: its ranking, positives, subgraphs and predictions, at once."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

import n2n
from n2n.files.csv import from_rows
from n2n.io import write
from n2n.methods.base import MethodSettings
from n2n.plots import theme, what_if
from n2n.taps import tables
from n2n.taps.drawing import CHANGE_NODES, num_changed, subgraph_change
from n2n.taps.edits import MOST_SEED
from n2n.taps.smoothness import label_smoothness
from n2n.taps.tables import KS
from n2n.training.run import Run
from pages.session import data, jobs
from pages.session.background import background
from pages.session.markdown import escape
from pages.ui import controls, edits, figures, frame, nodes, problems
from pages.ui.predictions import known

HEIGHT = 300
# Neighbours in the list: a hub has more than a browser likes to hold.
LISTED = 500
QUICK = {"epochs": 60, "evaluate_every": 5, "patience": 0}
"""The quick models have the tuned settings, but are narrow and have few epochs."""
_REFUSED, _WANTED = "edit refused", "models wanted for"
_CUT, _NOISE, _DROPPED, _SEED = "edge to cut", "noise", "dropped features", "seed of the edits"


# Editing ----------------------------------------------------------------------------------------------------


def _edit_controls() -> None:
    """All controls; each edit takes effect at once."""
    edited = edits.current()
    problems.show(_REFUSED, st.warning)
    near = edits.edited_ranking(key, edited).neighbours(node)[0][:LISTED].tolist()
    st.session_state[_CUT] = None
    st.selectbox(
        "Cut the edge to",
        near,
        key=_CUT,
        format_func=lambda j: theme.node_name(graph, j),
        placeholder="choose a neighbour" if near else "no neighbour left",
        disabled=not near,
        on_change=_cut,
        help="The neighbours of node i, best first; the edge is cut at once.",
    )
    nodes.find_node(key, _add, "Add an edge to", key="node to add")
    _edit_number(_NOISE, edited.noise, "Extra edges between random pairs, as a share of all edges.")
    if graph.num_features:
        _edit_number(_DROPPED, edited.dropped, "Share of the feature columns that is set to zero.")
    if edited.noise or edited.dropped:
        _edit_number(_SEED, edited.seed, "A different seed draws different noise.")
    with st.container(horizontal=True, gap="small"):
        undo, reset = edits.undo, edits.reset
        st.button("Undo", icon=":material/undo:", on_click=undo, disabled=not edits.can_undo(), key="undo")
        st.button("Reset", icon=":material/restart_alt:", on_click=reset, disabled=not edited, key="reset")


def _edit_number(name: str, value: int, help: str) -> None:
    label, field = {
        _NOISE: ("Random edges (%)", "noise"),
        _DROPPED: ("Dropped features (%)", "dropped"),
        _SEED: ("Seed", "seed"),
    }[name]

    def change() -> None:
        edits.change(edits.current().replace(**{field: int(st.session_state[name])}))

    st.session_state[name] = value
    if name == _SEED:
        st.number_input(label, 0, MOST_SEED, key=name, on_change=change, help=help)
    else:
        st.slider(label, 0, 100, step=5, key=name, on_change=change, help=help)


def _cut() -> None:
    other = st.session_state[_CUT]
    if other is not None:
        _change_edges(lambda hand, graph: hand.cut_edge(graph, node, int(other)))


def _add(other: int) -> None:
    # The node as it is now; an edge is cut from the one whose neighbours were listed.
    _change_edges(lambda hand, graph: hand.add(graph, int(st.session_state["node"]), other))


def _change_edges(step: Callable) -> None:
    """One more edge by hand, on top of the noise; what cannot be is said on the page."""
    edited = edits.current()
    noisy = edits.edited_ranking(key, edited.by_chance).graph
    with problems.kept(_REFUSED):
        hand = step(edited.by_hand, noisy)
        edits.change(edited.replace(added=hand.added, cut=hand.cut))


def _summary() -> None:
    parts = [
        f"edge {' – '.join(nodes.in_words(graph, node) for node in edge)} {how}"
        for how, edges in (("added", edited.added), ("cut", edited.cut))
        for edge in edges
    ]
    if len(parts) > 8:
        parts = [*parts[:8], f"{len(parts) - 8} more edges"]
    if edited.noise:
        parts.append(f"{edited.noise}% random edges")
    if edited.dropped:
        parts.append(f"{edited.dropped}% of the features dropped")
    if parts:
        seed = f" (seed {edited.seed})" if edited.noise or edited.dropped else ""
        st.caption(f"Edited: {', '.join(parts)}{seed}. The address of this page holds the edits.")


# Before and after -------------------------------------------------------------------------------------------


def _metrics() -> None:
    def arrow(values: list[str]) -> str:
        return values[0] if values[0] == values[1] else " → ".join(values)

    values = {
        "Edges": arrow([f"{one.num_edges:,}" for one in graphs]),
        "Subgraphs": arrow([f"{part.num_subgraphs:,}" for part in parts]),
        "Isolated nodes": arrow([f"{one.num_isolated:,}" for one in graphs]),
    }
    if graph.has_labels:
        values["Purity of the subgraphs"] = arrow([f"{part.weighted_purity(graph.y):.0%}" for part in parts])
    frame.metrics(values)


def _rankings() -> None:
    """The neighbours of the node by dependency, side by side."""
    drawn = what_if.rankings(*rankings, node, k)
    # One below the other they need not be alike; side by side they are.
    shown = min(max(2, *(int(one.degree[node]) for one in graphs)), what_if.SHOWN)
    columns = st.columns(2, gap="medium")
    for column, side, ranked, figure in zip(columns, what_if.SIDES, rankings, drawn, strict=True):
        with column:
            order, value, common = ranked.neighbours(node)
            ranks = f"{theme.counted(len(order), 'neighbour')}, ranked" if len(order) else "no neighbour"
            st.markdown(f"**{side.capitalize()}: {ranks}**")
            if not len(order):
                st.info(f"Node {nodes.in_words(graph, node)} has no neighbour: it is its own positive.")
                continue
            table = tables.nodes(ranked.graph, order)
            table |= {"common_neighbours": common.tolist(), "dependency_nats": value.tolist()}
            name = f"{stem}-what-if-ranking-{node}-{side}"
            alt = f"Neighbours of node {node} by dependency, {side} the edits"
            figures.figure(figure, name, table=table, height=90 + 34 * shown, alt=alt)
            if len(order) > what_if.SHOWN:
                st.caption(f"The first {what_if.SHOWN} of {len(order):,} neighbours are drawn.")


def _subgraphs() -> None:
    """The subgraph of the node, side by side, in the same places."""
    change = subgraph_change(*parts, node)
    drawn = what_if.subgraphs(graph, change)
    if graph.has_labels:
        frame.legend(graph)
    columns = st.columns(2, gap="medium")
    for column, side, size, figure in zip(columns, what_if.SIDES, change.sizes, drawn, strict=True):
        with column:
            st.markdown(f"**{side.capitalize()}: its subgraph has {theme.nodes(size)}**")
            name, alt = f"{stem}-what-if-subgraph-{node}-{side}", f"Subgraph of node {node}, {side} the edits"
            figures.figure(figure, name, height=HEIGHT, alt=alt, legend=False)
    if change.total > CHANGE_NODES:
        st.caption(
            f"Only the {len(change.nodes)} nodes closest to node {node} are drawn, out of {change.total:,}."
        )


def _smoothness() -> None:
    before, after = (
        [label_smoothness(one, positives.first(k)) for k in KS]
        for one, positives in zip(graphs, chosen, strict=True)
    )
    st.markdown("**Label smoothness of the whole graph: lower is better**")
    figures.figure(
        what_if.smoothness(before, after),
        f"{stem}-what-if-smoothness",
        table={"k": list(KS), "before": before, "after": after},
        height=HEIGHT,
        alt="Label smoothness before and after the edits, for one to five positives per node",
    )


def _names(positives: np.ndarray) -> str:
    return "itself" if list(positives) == [node] else ", ".join(nodes.in_words(graph, j) for j in positives)


def _notices() -> tuple[str, ...]:
    if not edited:
        return (
            f"Nothing is edited yet. Cut an edge of node {nodes.in_words(graph, node)}, add one, or turn up "
            "the noise: everything on this page updates at once.",
        )
    was, now = (_names(positives.first(k).of(node)) for positives in chosen)
    change = f"do not change: {now}" if was == now else f"change from {was} to {now}"
    before, after = (f"{part.num_subgraphs:,}" for part in parts)
    than = "as before" if before == after else f"instead of {before}"
    return (
        f"The positives of node {nodes.in_words(graph, node)} {change}.",
        f"Nodes with different positives now: {num_changed(*(one.first(k) for one in chosen)):,} of "
        f"{graph.num_nodes:,}. Subgraphs: {after} {than}.",
        "An edge affects only the rankings of its two end nodes and of their neighbours."
        if edited.changes_edges and not edited.noise
        else "",
    )


# Predictions ------------------------------------------------------------------------------------------------


def _predictions() -> None:
    """What the chosen run and two quick models predict for the node, before and after."""
    st.markdown(f"**What models predict for node {nodes.in_words(graph, node)}**")
    quick = {
        "N2N-TAPS-1": n2n.Settings.for_dataset(key, "JL").replace(width=128, **QUICK),
        "GCN": n2n.BaselineSettings.for_dataset(key, "GCN").replace(width=64, **QUICK),
    }
    if not graph.num_features or data.split(graph, quick["GCN"]) is None:
        st.info("This graph has no features, or too few labels, so there is nothing to predict from.")
        return
    rows, run = [], known(key, graph)
    if run is not None and (run.run or not edited.dropped):
        make = run.run.to_bytes if run.run else bytes
        rows.append(_row(run.title, run.settings, run.predictions, make))
    if st.session_state.get(_WANTED) == key:
        for name, settings in quick.items():
            what = ("quick model", key, name)
            model = background(what, jobs.fit, data.source(key, graph), settings, title=f"Training {name}")
            rows.append(_row(name, settings, Run.from_bytes(model).predictions, lambda model=model: model))
    columns = ("model", "class before", "class after", "test micro-F1 before", "test micro-F1 after")
    if rows:
        st.dataframe(from_rows(columns, rows), hide_index=True, height="content")
        st.caption(
            "Micro-F1 for the test nodes of each model's split, at its best validation epoch. N2N reads no "
            "edge when it predicts: edges matter to it only while it learns. GCN averages over the "
            "neighbours, so it follows every edge."
        )
    if st.session_state.get(_WANTED) != key:
        st.button(
            "Train two quick models",
            icon=":material/play_arrow:",
            on_click=st.session_state.update,
            args=({_WANTED: key},),
            help="N2N-TAPS-1 and GCN, narrow and 60 epochs each: seconds on a small graph.",
        )


def _row(name: str, settings: MethodSettings, before: np.ndarray, model: Callable[[], bytes]) -> tuple:
    """A row of the table; what reads no edge predicts the same whatever the edges are."""
    after = before
    if edited.dropped or (edited and settings.reach != 0):
        what, title = ("prediction", key, name, edited.code), f"Predicting with {name}"
        after = background(what, jobs.predict, model(), edits.edited_graph(key, edited), title=title)
    split = data.split(graph, settings)
    test = split.test if split else np.arange(0)
    scores = [f"{np.mean(one[test] == graph.y[test]):.1%}" if len(test) else "–" for one in (before, after)]
    return (name, *(graph.class_name(int(one[node])) for one in (before, after)), *scores)


main, side = frame.page(
    "What if",
    "Cut an edge, add one, or add noise to the whole graph: TAPS is local, so its choices update at once.",
    first="actions",
)
key, graph = frame.dataset()
stem = data.file_stem(key)
if data.is_large(key):
    st.info(
        f"This graph has {graph.num_edges:,} edges. Edits are available for graphs with fewer than "
        f"{data.LARGE:,} edges, so that every number updates at once: choose another dataset."
    )
    controls.stop()
problem = edits.arrive(key, graph.num_nodes)
with side, st.container(key="actions"):
    node = nodes.choose_node(key)
    k = controls.positives()
    _edit_controls()
edited = edits.current()
rankings = data.ranking(key), edits.edited_ranking(key, edited)
graphs = graph, rankings[1].graph
chosen = [ranking.top(KS[-1]) for ranking in rankings]
parts = [n2n.partition(positives.first(k)) for positives in chosen]
with main:
    if problem:
        st.warning(escape(problem))
    _summary()
    _metrics()
    _rankings()
    frame.notice(*_notices())
    _subgraphs()
    if graph.has_labels:
        _smoothness()
    else:
        st.info("This graph has no labels, so there is no label smoothness and no prediction.")
    if edited.noise and graph.has_labels:
        st.page_link(
            "wrong_edges.py",
            label="What does this noise cost each method?",
            icon=":material/link_off:",
            query_params={"dataset": key, "wrong_noise": str(edited.noise), "seed": str(edited.seed)},
        )
    predictions = st.container()
    if edited:
        with st.expander("Download the edited graph", icon=":material/download:"):
            st.caption("Upload the file on the page Your data to use the edited graph on all pages.")
            make = partial(write.export_graph, edits.edited_graph(key, edited))
            files = figures.in_formats(f"{stem}-edited", write.FORMATS, make)
            figures.downloads("edited graph", files, large=True)
    frame.mathematics(
        "The dependency of two neighbours follows from their degrees and the number of their common "
        "neighbours. An edge between *u* and *v* changes the neighbourhoods of these two nodes and no other:",
        r"$\mathcal{N}_u' = \mathcal{N}_u \cup \{v\}, \quad \mathcal{N}_v' = \mathcal{N}_v \cup \{u\}, "
        r"\qquad I'(X_i; X_j) = I(X_i; X_j) \;\text{ unless }\; \{i, j\} \cap \{u, v\} \neq \emptyset$",
        "Noise adds edges between random pairs of nodes, as a share of the number of edges; dropped features "
        "are set to zero for every node.",
    )
# Last, because the page ends here while a model is being trained.
if graph.has_labels:
    with predictions:
        _predictions()
