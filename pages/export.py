"""Everything about the current graph and run as files for other programs."""

from functools import partial

import numpy as np
import streamlit as st

import n2n
from n2n.files.csv import to_csv
from n2n.io import embeddings, write
from n2n.io.code import loading_lines, run_lines
from n2n.io.html import html_report
from n2n.io.write import partition_table, positives_table
from n2n.taps import tables
from n2n.training.run import Run
from pages.session import data, own_graphs, runs
from pages.session.markdown import escape
from pages.ui import controls, figures, frame, maps

ABOUT = {
    "npz": "everything, small; can be read again here",
    "CSV": "a zip of an edge list and a table of nodes",
    "safetensors": "the tensors of a torch-geometric Data",
    "GraphML": "with classes, colours, subgraphs and positives",
    "GEXF": "the same for Gephi",
}


def _choose_run() -> Run | None:
    """The run to export: one on this graph, the chosen one first."""

    def fits(run: Run) -> bool:
        if not run.has_result or len(run.embeddings) != graph.num_nodes:
            return False
        return run.dataset == key or (not run.dataset and run.graph_name == graph.name)

    known = {run.id: run for run in [*runs.chosen(), *runs.mine()] if fits(run)}
    if not known:
        return None
    id = st.selectbox("Run", list(known), format_func=lambda id: known[id].name, key="run to export")
    return known[id]


def _graph() -> None:
    st.header("The graph", anchor=False)
    if data.is_large(key):
        st.info(
            f"With {graph.num_edges:,} edges the graph is too large for a download. In Python, "
            "`n2n.export_graph(graph, form)` makes the same files, and `graph.save(folder)` a folder that "
            "`n2n.open_graph` opens at once."
        )
        return
    st.caption(
        "; ".join(f"{form}: {about}" for form, about in ABOUT.items())
        + ". CSV, GraphML and GEXF also have the dependency of each edge, the positions on the map, and the "
        "predictions of the run."
    )
    x, y = maps.whole(key).T
    nodes = {"x": x, "y": y}
    if run is not None and (run.predictions >= 0).any():
        nodes["prediction"] = np.array([graph.class_name(label) for label in run.predictions])
    more = {"nodes": nodes, "edges": {"dependency": ranking.dependency}}

    def make(form: str) -> bytes:
        parts = n2n.partition(ranking.top(k))
        return write.export_graph(graph, form, parts, **({} if form in ("npz", "safetensors") else more))

    figures.downloads("graph", figures.in_formats(stem, write.FORMATS, make), large=True)


def _taps() -> None:
    st.header(f"Positives and subgraphs, k = {k}", anchor=False)
    st.caption(
        "Positives: one row per pair, best first. Partition: the subgraph of each node. All are CSV files "
        "with the names of the nodes, and with their original ids where these differ."
    )
    make = {
        "Positives": lambda: positives_table(graph, ranking.top(k)),
        "Partition": lambda: partition_table(graph, n2n.partition(ranking.top(k))),
        "Subgraphs": lambda: tables.subgraphs(graph, n2n.partition(ranking.top(k))),
    }
    files = {
        name: (f"{stem}-k{k}-{name.lower()}.csv", lambda table=table: to_csv(table()).encode(), "text/csv")
        for name, table in make.items()
    }
    figures.downloads("taps", files, large=True)


def _run() -> None:
    st.header("The run and its embedding", anchor=False)
    if run is None:
        st.info("There is no run on this graph yet: train one, or load one from a file, on the page Train.")
        st.page_link("train.py", label="Train", icon=":material/model_training:")
        return
    st.caption(
        f"{escape(run.name)}: {run.embeddings.shape[0]:,} nodes, {run.embeddings.shape[1]:,} dimensions. "
        "The run file can be loaded again on the page Train."
    )
    make = partial(embeddings.export_embeddings, graph, run.embeddings)
    files = figures.in_formats(f"{stem}-embedding", embeddings.FORMATS, make)
    files["Run"] = (f"{stem}.n2n", run.to_bytes, figures.BINARY)
    figures.downloads("embedding", files, large=True)


main, side = frame.page(
    "Export",
    "Continue in other programs: files for spreadsheets, Gephi and Python.",
)
key, graph = frame.dataset()
# Everything that a file is made of is at hand before its button: see `figures.downloads`.
ranking, stem = data.ranking(key), data.file_stem(key)
own = own_graphs.find(key) if own_graphs.is_own(key) else None
with side:
    k = controls.positives()
    run = _choose_run()
with main:
    _graph()
    _taps()
    _run()
    st.header("Report", anchor=False)
    st.caption(
        "One HTML file with facts, figures, settings and environment. It opens in any browser, offline."
    )
    loading = own.code if own else loading_lines(key)
    code = run_lines(loading, run.settings if run else None, run.fork if run else None)
    report = partial(html_report, graph, code, run, own.notes if own else ())
    figures.downloads("html report", {"HTML": (f"{stem}-report.html", report, "text/html")}, large=True)
    st.header("The same in Python", anchor=False)
    st.code(code, language="python")
    frame.notice(
        "Text that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay numbers.",
        "n2n reads every graph file again, with the same numbers; embeddings are exact to the last bit.",
        "The files contain nothing but this graph and this run.",
    )
