"""The embedding of a run as nodes that move: while it learns, and afterwards from epoch to epoch."""

import numpy as np
import streamlit as st

import n2n
from n2n.embedding.picture import groups
from n2n.plots import embedding
from n2n.plots import map as plots
from n2n.training.live import Axes
from pages.session import data, maps
from pages.ui import chip, controls, frame, graph_map

POLL = 0.5


def show(run: n2n.Run, graph: n2n.Graph, name: str, height: int = graph_map.HEIGHT) -> None:
    """The picture; polled while the run is in progress."""
    active = not run.status.ended
    st.fragment(_draw, run_every=POLL if active else None)(run, graph, name, height, active)


def _draw(run: n2n.Run, graph: n2n.Graph, name: str, height: int, active: bool) -> None:
    if active and run.status.ended:
        st.rerun()
    with st.container(key=f"live_embedding_{name}"):
        if active:
            picture = run.live.ask()
            with st.container():
                chip.progress(run.status)
                _numbers(run, len(run.history))
            if picture is None:
                positions, predictions = maps.whole(run.dataset), None
            else:
                positions, predictions = _scaled(run, picture.positions), picture.predictions
        elif run.result is None:
            st.warning(f"The run left no embedding. {run.status.cause}")
            return
        else:
            positions, predictions = _kept(run, name)
        _picture(run, graph, name, positions, predictions, height, 450 if active else 900)


def _numbers(run: n2n.Run, epoch: int) -> None:
    """The score so far, and the epoch."""
    evaluated = [one for one in run.history[:epoch] if one.evaluated]
    shown = {"Epoch": f"{epoch:,}"}
    if evaluated:
        shown |= {
            "Right on validation nodes": f"{evaluated[-1].f1_val:.1%}",
            "Right on test nodes": f"{evaluated[-1].f1_test:.1%}",
        }
    elif run.history:
        shown["Loss"] = f"{run.history[min(epoch, len(run.history)) - 1].loss:.3f}"
    frame.metrics(shown)


def _kept(run: n2n.Run, name: str) -> tuple[np.ndarray, np.ndarray | None]:
    """The positions at an epoch to choose; the predictions where they are those of the trained run."""
    frames = _frames(run)
    epochs = list(frames)
    chosen = epochs[-1]
    place = st.container()
    if len(epochs) > 1:
        chosen = st.select_slider("Epoch", epochs, value=epochs[-1], key=f"epoch.{name}.{run.id}")
    with place:
        _numbers(run, chosen)
    last = chosen == epochs[-1]
    return _scaled(run, frames[chosen]), run.predictions if last and (run.predictions >= 0).any() else None


def _frames(run: n2n.Run) -> dict[int, np.ndarray]:
    """Epoch -> positions, each turned towards the one before; the last is that of the trained run."""

    def make() -> dict[int, np.ndarray]:
        latest = run.live.latest
        axes = Axes(None, latest.positions if latest is not None else maps.whole(run.dataset))
        # Backwards: the pictures before turn towards the one that the visitor has just seen.
        found = {len(run.history): axes.project(np.asarray(run.embeddings, np.float32))}
        for epoch in sorted(run.snapshots, reverse=True):
            if epoch != len(run.history):
                found[epoch] = axes.project(run.snapshots[epoch].astype(np.float32))
        return dict(sorted(found.items()))

    return data.layout_cache(run.dataset).get_or_make(("frames", run.id, len(run.history)), make)


def _scaled(run: n2n.Run, positions: np.ndarray) -> np.ndarray:
    """As large as the map, so that nothing grows or shrinks when nodes move from it."""
    whole = maps.whole(run.dataset)
    return positions * np.float32(np.sqrt((whole**2).sum(axis=1).mean()))


def _picture(run, graph, name, positions, predictions, height, move) -> None:
    found = groups(graph, np.arange(graph.num_nodes), "Label")
    wrong = None
    if predictions is not None and graph.has_labels:
        wrong = (graph.y >= 0) & (predictions != graph.y)
    graph_map.draw(
        run.dataset,
        graph,
        name,
        plots.colouring(found, frame.dark()),
        alt="Every node as a point, near to nodes of similar representation; wrong predictions have a ring",
        positions=positions,
        k=0,
        rings=wrong,
        height=height,
        move=move,
        on_pick=lambda node: controls.bring({"node": node}),
    )
    frame.marks(embedding.legend(found))
    st.caption(
        "The two main directions of the representation (PCA of unit vectors), turned as little as possible "
        "from picture to picture." + (" A ring marks a wrong prediction." if wrong is not None else "")
    )
