"""The embedding of a run as nodes that move: while it learns, and afterwards from epoch to epoch."""

import numpy as np
import streamlit as st

import n2n
from n2n.embedding.picture import groups
from n2n.plots import embedding
from n2n.plots import map as plots
from n2n.taps.map import MAX_POINTS
from n2n.training.live import Axes
from pages.session import data, live_pictures
from pages.ui import chip, frame, graph_map, live_run
from pages.ui.markdown import escape

POLL = 2.0
"""Seconds between two runs of this part of the page, where the browser cannot follow a run by itself."""


def show(
    run: n2n.Run, graph: n2n.Graph, name: str, height: int = graph_map.HEIGHT, first: np.ndarray | None = None
) -> None:
    """The picture, followed while the run is in progress.

    Args:
        first: positions from which the nodes set out. Then progress and scores are told as well; a page that
            gives none tells them itself.
    """
    active, followed = not run.status.ended, None
    if active:
        parts = {"head": lambda: live_run.bar(run.status) + live_run.numbers(_numbers(run, len(run.history)))}
        followed = live_run.Followed([run], parts)
    # A page that tells the progress itself draws all of it again when it polls.
    polled = followed is not None and not followed.address and first is not None
    st.fragment(_draw, run_every=POLL if polled else None)(run, graph, name, height, first, followed)
    # Outside of what is polled.
    frame.marks(embedding.legend(groups(graph, np.arange(graph.num_nodes), "Label")))
    st.caption(
        "The two main directions of the representation (PCA of unit vectors), turned as little as possible "
        "from picture to picture."
        + (" A ring marks a wrong prediction of the trained network." if graph.has_labels else "")
    )


def _draw(
    run: n2n.Run,
    graph: n2n.Graph,
    name: str,
    height: int,
    first: np.ndarray | None,
    followed: live_run.Followed | None,
) -> None:
    if followed and run.status.ended:
        st.rerun()
    nodes = np.arange(0, graph.num_nodes, -(-graph.num_nodes // MAX_POINTS))
    scale = 1.0 if first is None else float(np.sqrt((first**2).sum(axis=1).mean()))
    live = wrong = None
    with st.container(key=f"live_embedding_{name}"):
        if followed:
            if first is not None and followed.address:
                followed.show("head", name)
            elif first is not None:
                with st.container():
                    chip.progress(run.status)
                    frame.metrics(_numbers(run, len(run.history)))
            live = live_pictures.address(run, graph, nodes, scale)
            picture = run.live.ask()
            if picture is not None:
                positions = picture.positions
            elif first is not None:
                positions = first / scale
            elif live is not None:  # the map fetches the first picture as soon as there is one
                positions = np.zeros((graph.num_nodes, 2), np.float32)
            else:
                st.caption("The nodes appear here after the first epochs.")
                return
        elif run.result is None:
            st.warning(f"The run left no embedding. {escape(run.status.cause)}")
            return
        else:
            positions, predictions = _kept(run, name, first)
            if predictions is not None and graph.has_labels:
                wrong = (graph.y >= 0) & (predictions != graph.y)
        graph_map.draw(
            run.dataset,
            graph,
            name,
            plots.colouring(groups(graph, nodes, "Label"), frame.dark()),
            alt="Every node as a point, near nodes of similar representation; wrong predictions have a ring",
            positions=scale * positions[nodes],
            nodes=nodes,
            rings=wrong,
            height=height,
            live=live,
        )


def _numbers(run: n2n.Run, epoch: int) -> dict[str, str]:
    """The scores of the last evaluation up to an epoch, else the loss; each with its own epoch."""
    past = run.history[:epoch]
    evaluated = [one for one in past if one.evaluated]
    if evaluated:
        at = evaluated[-1]
        scores = {"Validation": at.f1_val, "Test": at.f1_test}
        return {f"{name} micro-F1, epoch {at.index:,}": f"{score:.1%}" for name, score in scores.items()}
    return {f"Loss, epoch {past[-1].index:,}": f"{past[-1].loss:.3f}"} if past else {}


def _kept(run: n2n.Run, name: str, first: np.ndarray | None) -> tuple[np.ndarray, np.ndarray | None]:
    """The positions at an epoch to choose; the predictions where they are those of the trained run."""
    frames = _frames(run, first)
    chosen = trained = _trained(run)
    place = st.container()
    if len(frames) > 1:
        chosen = st.select_slider("Epoch", list(frames), value=trained, key=f"epoch.{name}.{run.id}")
    if first is not None:
        with place:
            frame.metrics(_numbers(run, chosen))
    return frames[chosen], run.predictions if chosen == trained and (run.predictions >= 0).any() else None


def _trained(run: n2n.Run) -> int:
    """The epoch of the embedding and the predictions that a run leaves."""
    return run.scores.epoch if run.scores else len(run.history)


def _frames(run: n2n.Run, first: np.ndarray | None) -> dict[int, np.ndarray]:
    """Epoch -> positions, each turned towards the one before it was made."""

    def make() -> dict[int, np.ndarray]:
        latest = run.live.latest
        axes = Axes(None, first if latest is None else latest.positions)
        # Backwards: the pictures before turn towards the one that the visitor has just seen.
        found = {_trained(run): axes.project(np.asarray(run.embeddings, np.float32))}
        for epoch in sorted(run.snapshots, reverse=True):
            if epoch not in found:
                found[epoch] = axes.project(run.snapshots[epoch].astype(np.float32))
        return dict(sorted(found.items()))

    return data.layout_cache(run.dataset).get_or_make(("frames", run.id, len(run.history)), make)
