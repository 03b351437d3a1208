"""What models predict for a node of the edited graph: with the weights they have, or trained again."""

from collections.abc import Callable

import numpy as np
import streamlit as st

import n2n
from n2n.files.csv import from_rows
from n2n.methods.base import MethodSettings
from n2n.taps.edits import Edits
from n2n.training.run import Run
from pages.session import data, jobs
from pages.session.background import background
from pages.ui import edits, nodes, predictions

_SMALL = {
    "N2N-TAPS-1": {"width": 128, "epochs": 60, "evaluate_every": 5, "patience": 0},
    "GCN": {"width": 64, "epochs": 60, "evaluate_every": 5, "patience": 0},
}
"""The quick models: the tuned settings, but narrow and with few epochs."""
_WANTED, _AGAIN = "models wanted for", "models trained again for"


def show(dataset: str, graph: n2n.Graph, node: int, edited: Edits) -> None:
    """A table of predictions before and after, and what to make of it; without models, a button."""
    st.markdown(f"**What models predict for node {nodes.in_words(graph, node)}**")
    if not graph.num_features:
        st.info("This graph has no features, so there is nothing to predict from.")
        return
    rows = _known_rows(dataset, graph, node, edited)
    if st.session_state.get(_WANTED) != dataset:
        if rows:
            _table(rows)
        st.button(
            "Train two quick models",
            icon=":material/play_arrow:",
            on_click=st.session_state.update,
            args=({_WANTED: dataset},),
            help="N2N-TAPS-1 and GCN, narrow and 60 epochs each: seconds on a small graph.",
        )
        return
    again = bool(edited) and st.session_state.get(_AGAIN) == (dataset, edited.code)
    test = graph.split().test
    for name in _SMALL:
        model = _fitted(dataset, name, Edits())
        before, after = Run.from_bytes(model).predictions, _after(dataset, name, model, edited)
        row = _row(graph, name, node, test, before, before if after is None else after)
        if again:
            retrained = Run.from_bytes(_fitted(dataset, name, edited)).predictions
            row += (graph.class_name(int(retrained[node])), _accuracy(graph, retrained, test))
        rows.append(row)
    _table(rows)
    st.caption(_explained(edited))
    if edited and not again:
        st.button(
            "Train both again on the edited graph",
            icon=":material/replay:",
            on_click=st.session_state.update,
            args=({_AGAIN: (dataset, edited.code)},),
        )


def _settings(dataset: str, name: str) -> MethodSettings:
    if name == "GCN":
        return n2n.BaselineSettings.for_dataset(dataset, "GCN").replace(**_SMALL[name])
    return n2n.Settings.for_dataset(dataset, "JL").replace(**_SMALL[name])


def _fitted(dataset: str, name: str, edited: Edits) -> bytes:
    """A quick model of the edited graph, trained once."""
    graph = edits.edited_graph(dataset, edited)
    source = graph if edited else data.source(dataset, graph)
    settings = _settings(dataset, name)
    return background(
        ("quick model", dataset, name, edited.code), jobs.fit, source, settings, title=f"Training {name}"
    )


def _after(dataset: str, name: str, run: bytes | Callable[[], bytes], edited: Edits) -> np.ndarray | None:
    """What weights predict on the edited graph; None without edits."""
    if not edited:
        return None
    return background(
        ("prediction", dataset, name, edited.code),
        jobs.predict,
        run() if callable(run) else run,
        edits.edited_graph(dataset, edited),
        title=f"Predicting with {name}",
    )


def _known_rows(dataset: str, graph: n2n.Graph, node: int, edited: Edits) -> list[tuple]:
    """The visitor's run, whose weights predict on the edited graph, else one that ships without weights."""
    found = predictions.known(dataset, graph)
    if found is None:
        return []
    parts = data.split(graph, found.settings)
    test = np.arange(0) if parts is None else parts.test
    before = found.predictions
    # What reads no edge predicts the same whatever the edges are.
    if not edited or (found.settings.reach == 0 and not edited.dropped):
        return [_row(graph, found.title, node, test, before, before)]
    if found.run is None:
        return [
            (
                found.title,
                graph.class_name(int(before[node])),
                "unknown without its weights",
                _accuracy(graph, before, test),
                "",
            )
        ]
    after = _after(dataset, found.run.id, found.run.to_bytes, edited)
    return [_row(graph, found.title, node, test, before, before if after is None else after)]


def _row(graph, name: str, node: int, test: np.ndarray, before: np.ndarray, after: np.ndarray) -> tuple:
    classes = (graph.class_name(int(found[node])) for found in (before, after))
    return (name, *classes, *(_accuracy(graph, found, test) for found in (before, after)))


def _accuracy(graph: n2n.Graph, predicted: np.ndarray, test: np.ndarray) -> str:
    return f"{np.mean(predicted[test] == graph.y[test]):.1%}" if len(test) else "–"


def _table(rows: list[tuple]) -> None:
    names = ["model", "class before", "class after", "test micro-F1 before", "test micro-F1 after"]
    if any(len(row) > len(names) for row in rows):
        names += ["class, retrained", "test micro-F1, retrained"]
    rows = [row + ("",) * (len(names) - len(row)) for row in rows]
    st.dataframe(from_rows(tuple(names), rows), hide_index=True, height="content")


def _explained(edited: Edits) -> str:
    edges = (
        "N2N reads the features of a node and no edge when it predicts, so edges matter to it only "
        "while it learns; GCN averages over the neighbours, so it follows every edge. "
    )
    return (
        f"For all test nodes of the dataset's split: micro-F1. {edges if edited.changes_edges else ''}"
        "The quick models are narrow and trained for 60 epochs, seed 0, best validation epoch."
    )
