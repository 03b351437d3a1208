"""Everything of the current graph and run as files for other programs."""

import streamlit as st

import n2n
from n2n.files.csv import to_csv
from n2n.io.writers import embeddings, graphs
from n2n.io.writers.code import loading_lines, run_lines
from n2n.io.writers.pairs import partition_table, positives_table
from n2n.io.writers.report import html_report
from pages.session import data, own_graphs, runs
from pages.ui import controls, frame
from pages.ui import figures as _show

BINARY = "application/octet-stream"
ABOUT = {
    "npz": "Everything, small; read again here",
    "CSV": "A zip of an edge list and a table of nodes",
    "safetensors": "The tensors of a torch-geometric Data",
    "GraphML": "With classes, colours, subgraphs and positives",
    "GEXF": "The same for Gephi",
}


def _file(key: str) -> str:
    """The first part of every file name."""
    return own_graphs.name_in(key) if own_graphs.is_own(key) else key


def _code(key: str, entry: n2n.Run | None) -> str:
    loading = own_graphs.find(key).code if own_graphs.is_own(key) else loading_lines(key)
    return run_lines(loading, entry.settings if entry else None)


def _fits(entry: n2n.Run, key: str, graph) -> bool:
    """Whether a run belongs to this graph."""
    if entry.result is None or len(entry.embeddings) != graph.num_nodes:
        return False
    return entry.dataset == key or (not entry.dataset and entry.graph_name == graph.name)


def _pick_run(key: str, graph) -> n2n.Run | None:
    """The run to take out: one of this graph, the chosen one first."""
    known = {entry.id: entry for entry in [*runs.chosen(), *runs.mine()] if _fits(entry, key, graph)}
    if not known:
        return None
    id = st.selectbox("Run", list(known), format_func=lambda id: known[id].name, key="run to take out")
    return known[id]


def _graph(key: str, graph, k: int) -> None:
    st.subheader("The graph", anchor=False)
    st.caption("; ".join(f"{form}: {about[0].lower()}{about[1:]}" for form, about in ABOUT.items()) + ".")
    name = _file(key)
    files = {
        form: (
            f"{name}.{ending}",
            lambda form=form: graphs.export_graph(graph, form, data.partition(key, k)),
            BINARY,
        )
        for form, ending in graphs.FORMATS.items()
    }
    _show.downloads("graph", files, large=True)


def _taps(key: str, graph, k: int) -> None:
    st.subheader(f"Positives and subgraphs, k = {k}", anchor=False)
    st.caption(
        "Positives: one row a pair, best first. Partition: the subgraph of each node. All are CSV, with the "
        "nodes' own ids."
    )
    name = f"{_file(key)}-k{k}"

    def text(make) -> bytes:
        return to_csv(make()).encode()

    files = {
        "Positives": (
            f"{name}-positives.csv",
            lambda: text(lambda: positives_table(graph, data.positives(key, k))),
            "text/csv",
        ),
        "Partition": (
            f"{name}-partition.csv",
            lambda: text(lambda: partition_table(graph, data.partition(key, k))),
            "text/csv",
        ),
        "Subgraphs": (f"{name}-subgraphs.csv", lambda: text(lambda: data.subgraphs(key, k)), "text/csv"),
    }
    _show.downloads("taps", files, large=True)


def _run(key: str, graph, entry: n2n.Run | None) -> None:
    st.subheader("The run and its embedding", anchor=False)
    if entry is None:
        st.info("There is no run on this graph yet: train one, or load the file of one, on the page Train.")
        st.page_link("pages/train.py", label="Train", icon=":material/model_training:")
        return
    st.caption(
        f"{frame.text(entry.name)}: {entry.embeddings.shape[0]:,} nodes, {entry.embeddings.shape[1]:,} "
        "numbers each. A run is one file that the page Train loads again. The files for TensorBoard's "
        "projector are a zip of vectors and metadata."
    )
    name = f"{_file(key)}-embedding"
    files = {
        form: (
            f"{name}.{ending}",
            lambda form=form: embeddings.export_embeddings(graph, entry.embeddings, form),
            BINARY,
        )
        for form, ending in embeddings.FORMATS.items()
    }
    files["Run"] = (f"{_file(key)}.n2n", entry.to_bytes, BINARY)
    _show.downloads("embedding", files, large=True)


def _report(key: str, graph, entry: n2n.Run | None) -> None:
    st.subheader("Report", anchor=False)
    st.caption(
        "One HTML file with facts, figures, settings and environment. It needs no network and no program."
    )

    def make() -> str:
        return html_report(graph, _code(key, entry), entry)

    _show.downloads("html report", {"HTML": (f"{_file(key)}-report.html", make, "text/html")}, large=True)


main, side = frame.page(
    "Take it with you",
    "What was made here goes on in other programs: files for spreadsheets, Gephi, TensorBoard and Python.",
)
key, graph = frame.dataset()
with side:
    k = controls.positives()
    entry = _pick_run(key, graph)
with main:
    _graph(key, graph, k)
    _taps(key, graph, k)
    _run(key, graph, entry)
    _report(key, graph, entry)
    st.subheader("The same in Python", anchor=False)
    st.code(_code(key, entry), language="python")
    frame.notice(
        "Text that a spreadsheet would compute gets an apostrophe in front; numbers stay numbers. "
        "Every file of a graph or an embedding can be read again by n2n, with the same numbers.",
        "The files hold nothing but this graph and this run.",
    )
