"""What models predict for a node of the edited graph: with the weights they have, or trained again."""

import numpy as np
import streamlit as st

import n2n
from n2n.files.csv import Table, from_rows
from n2n.plots import theme
from n2n.taps.edits import Edits
from n2n.training.trained import TrainedModel
from pages.session import data, edits, models, predictions
from pages.ui import nodes
from pages.ui.markdown import escape

_WANTED, _AGAIN, _REPLAYED = "models wanted for", "models trained again for", "run trained again for"


def show(dataset: str, graph: n2n.Graph, node: int, edited: Edits) -> None:
    """A table of predictions before and after, and what to make of it; without models, a button."""
    st.markdown(f"**What models predict for node {nodes.in_words(graph, node)}**")
    if not graph.num_features:
        st.info("This graph has no features, so there is nothing to predict from.")
        return
    rows = _known_rows(dataset, graph, node, edited)
    plain = Edits()
    ready = all(models.is_ready(dataset, name, plain) for name in models.MODELS)
    if not ready and st.session_state.get(_WANTED) != dataset:
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
    split = graph.split().test
    after_graph, after_ranking = edits.edited_graph(dataset, edited), edits.edited_ranking(dataset, edited)
    again = bool(edited) and st.session_state.get(_AGAIN) == (dataset, edited.code)
    trained = {name: models.model(dataset, name, plain) for name in models.MODELS}
    for name, model in trained.items():
        before = model.predictions(graph, data.ranking(dataset))
        after = model.predictions(after_graph, after_ranking) if edited else before
        rows.append(_row(graph, name, node, split, before, after))
    found = _new_rows(dataset, graph, node, split, edited, after_graph, after_ranking) if again else {}
    rows = [row + found.get(row[0], ()) for row in rows]
    _table(rows)
    st.caption(_explained(graph, edited))
    if edited and not again:
        st.button(
            "Train both again on the edited graph",
            icon=":material/replay:",
            on_click=st.session_state.update,
            args=({_AGAIN: (dataset, edited.code)},),
        )


def _known_rows(dataset: str, graph: n2n.Graph, node: int, edited: Edits) -> list[tuple]:
    """The visitor's run, else one that ships: both have predictions; for others they are trained again."""
    found = predictions.known(dataset, graph)
    if found is None:
        return []
    parts = data.split(graph, found.settings)
    test = np.arange(0) if parts is None else parts.test
    before, name = found.predictions, found.title
    # What reads no edge predicts the same whatever the edges are.
    if not edited or (found.settings.reach == 0 and not edited.dropped):
        return [_row(graph, name, node, test, before, before)]
    if not found.is_fork and st.session_state.get(_REPLAYED) == (dataset, found.settings):
        model = models.replayed(dataset, found.settings)
        after = model.predictions(edits.edited_graph(dataset, edited), edits.edited_ranking(dataset, edited))
        _tell_difference(name, before, model.predictions(graph, data.ranking(dataset)))
        return [_row(graph, name, node, test, before, after)]
    if found.is_fork:
        unknown = "unknown: a fork cannot be retrained here"
    else:
        unknown = "unknown without its weights"
        st.button(
            f"Retrain {escape(found.name)} and predict",
            icon=":material/replay:",
            on_click=st.session_state.update,
            args=({_REPLAYED: (dataset, found.settings)},),
            help="Runs do not keep their weights. Repeating the training restores them and takes as long as "
            "the run did.",
        )
    return [(name, graph.class_name(int(before[node])), unknown, _accuracy(graph, before, test), "")]


def _tell_difference(name: str, recorded: np.ndarray, replayed: np.ndarray) -> None:
    """On another computer, or with other threads, a training need not end in quite the same weights."""
    others = int((recorded != replayed).sum())
    if others:
        st.caption(
            f"{escape(name)} was retrained and predicts another class for {theme.nodes(others)} of the "
            "graph as it was: numbers of another computer are not equal to the last bit."
        )


def _row(graph, name: str, node: int, test: np.ndarray, before: np.ndarray, after: np.ndarray) -> tuple:
    classes = (graph.class_name(int(found[node])) for found in (before, after))
    return (name, *classes, *(_accuracy(graph, found, test) for found in (before, after)))


def _accuracy(graph: n2n.Graph, predicted: np.ndarray, test: np.ndarray) -> str:
    return f"{np.mean(predicted[test] == graph.y[test]):.1%}" if len(test) else "–"


def _new_rows(dataset, graph, node, test, edited, after_graph, after_ranking) -> dict[str, tuple]:
    """Class and score of each model that was trained on the edited graph."""
    rows = {}
    for name in models.MODELS:
        model: TrainedModel = models.model(dataset, name, edited)
        found = model.predictions(after_graph, after_ranking)
        rows[name] = (graph.class_name(int(found[node])), _accuracy(graph, found, test))
    return rows


def _table(rows: list[tuple]) -> None:
    names = ["model", "class before", "class after", "test micro-F1 before", "test micro-F1 after"]
    if any(len(row) > len(names) for row in rows):
        names += ["class, retrained", "test micro-F1, retrained"]
    rows = [row + ("",) * (len(names) - len(row)) for row in rows]
    table: Table = from_rows(tuple(names), rows)
    st.dataframe(table, hide_index=True, height="content")


def _explained(graph: n2n.Graph, edited: Edits) -> str:
    label = "" if not graph.num_classes else "For all test nodes of the dataset's split: micro-F1. "
    edges = (
        "N2N reads the features of a node and no edge when it predicts, so edges matter to it only "
        "while it learns; GCN averages over the neighbours, so it follows every edge. "
    )
    return (
        f"{label}{edges if edited.changes_edges else ''}"
        "Both models are small and trained for 60 epochs, seed 0, best validation epoch."
    )
