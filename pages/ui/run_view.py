"""A run while it goes on and afterwards: progress, scores, curves, and its nodes in motion.

Parts that change by themselves are fragments that read the folder of the run. They stand in containers with a
key that begins with "live", which do not fade when they are drawn again.
"""

import time
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import streamlit as st

import n2n
from n2n.files.assets import ASSETS
from n2n.methods.base import MethodSettings
from n2n.plots import map as plots
from n2n.plots import theme, training
from n2n.training import tables
from n2n.training.picture import Axes, Picture
from n2n.training.run import Run
from n2n.training.workers import pool
from pages.session import data, runs
from pages.session.markdown import escape
from pages.ui import figures, frame, problems

POINTS_EVERY, HEAD_EVERY, CURVES_EVERY, CHIP_EVERY = 0.6, 2.0, 4.0, 4.0
"""Seconds between two looks at a run."""
WAIT_FOR_POINTS = 0.8
"""Seconds after a run was queued for which the page waits for its first picture."""
MOST_POINTS = 20_000
STATES = {
    "queued": ("Waiting", "gray"),
    "running": ("Running", "blue"),
    "done": ("Done", "green"),
    "failed": ("Failed", "red"),
    "stopped": ("Stopped", "orange"),
    "interrupted": ("Interrupted", "orange"),
}
_CURVES = "Micro-F1, loss, mutual information and feature smoothness over the epochs"


def follow(draw: Callable[[], None], watched: Sequence[Run], every: float, name: str) -> None:
    """Draw a part of the page again and again while one of the runs is in progress.

    Args:
        name: of the part, unique on its page.
    """
    active = [run for run in watched if not run.status.ended]

    def again() -> None:
        if active:
            for run in watched:
                refresh(run)
            if any(run.status.ended for run in active):
                st.rerun()  # the whole page: lists and buttons have changed too
        with st.container(key=f"live_{name}"):
            draw()

    st.fragment(again, run_every=every if active else None, key=f"fragment {name}")()


def refresh(run: Run) -> None:
    """Take in what has been written since; a run that was deleted meanwhile stays as it was."""
    try:
        run.refresh()
    except ValueError:
        st.rerun()


# Progress and scores ----------------------------------------------------------------------------------------


def progress(run: Run) -> None:
    """A bar with the epoch and the time that is left."""
    status = run.status
    if status.state == "queued":
        job = pool().find(run.id)
        ahead = (
            len(pool().queue()) - 1
            if job is None
            else job.position + sum(other.state == "running" for other in pool().queue())
        )
        words = f"Waiting, {theme.counted(ahead, 'job')} ahead" if ahead else "Starting"
        st.progress(0.0, words)
        return
    left = f", {tables.duration(status.left)} left" if status.left is not None else ""
    done = len(run.history)
    st.progress(min(done / max(status.total, 1), 1.0), f"Epoch {done:,} of {status.total:,}{left}")


def state(run: Run) -> None:
    """How far the run is, or how it ended, in a sentence."""
    status = run.status
    if not status.ended:
        progress(run)
    elif status.state == "failed":
        st.error(f"{escape(run.name)} failed: {escape(status.message)}", icon=":material/error:")
    elif status.state == "interrupted":
        st.info(escape(status.message), icon=":material/pause_circle:")
    elif status.state == "stopped":
        kept = f"What it learnt up to epoch {len(run.history):,} is kept." if run.has_result else ""
        st.info(f"{escape(status.message)} {kept}", icon=":material/stop_circle:")


def epochs(run: Run) -> str:
    """How many epochs a run had; early stopping is told from completion."""
    done, total = len(run.history), run.settings.total_epochs
    if run.status.state == "done" and done < total:
        return f"{done:,} of {total:,}, stopped early"
    return f"{done:,}" if done == total else f"{done:,} of {total:,}"


def numbers(run: Run) -> dict[str, str]:
    """What a run with epochs has come to."""
    shown = {"Epochs": epochs(run)}
    # The first epochs load and compile; the later ones tell what an epoch costs.
    later = sorted(epoch.seconds for epoch in run.history[-50:])
    shown["Time per epoch"] = tables.duration(later[len(later) // 2])
    if run.scores:
        shown["Best validation micro-F1"] = f"{run.scores.val:.1%}"
        shown["Test micro-F1 at that epoch"] = f"{run.scores.test:.1%}"
    return shown


def labels(graph: n2n.Graph | None, settings: MethodSettings) -> str:
    """With how many labels a run is trained, in a few words; "" where the graph has none or is not here."""
    parts = data.split(graph, settings) if graph is not None else None
    if parts is None:
        return ""
    count = f"{len(parts.train):,}"
    return (
        f"trained without labels, probe with {count}"
        if settings.framework == "URL"
        else f"trained with {count} labels"
    )


def labels_of(run: Run) -> str:
    """The same of a run, whose graph need not be the one shown."""
    known = run.dataset == st.session_state.get("dataset") or run.dataset == "karate"
    return labels(data.graph(run.dataset) if known else None, run.settings)


# Curves -----------------------------------------------------------------------------------------------------


def curves(drawn: list[Run], name: str, height: int = 520) -> None:
    """Scores and losses over the epochs; while a run is in progress the axes reach its last epoch."""
    # A browser takes a while to load what draws curves: the first points are not to wait for that.
    due = time.time() - WAIT_FOR_POINTS
    drawn = [run for run in drawn if run.history and (run.status.ended or run.created < due)]
    if not drawn:
        return
    until = max((run.settings.total_epochs for run in drawn if not run.status.ended), default=None)
    figures.figure(
        training.curves(drawn, until),
        name,
        # While epochs are added, a file would be replaced before it is fetched.
        table=tables.epochs(drawn) if until is None else None,
        height=height,
        alt=_CURVES,
    )


# Points in motion -------------------------------------------------------------------------------------------


@cache
def _asset(name: str) -> str:
    return (ASSETS / "points" / name).read_text(encoding="utf-8")


def points(run: Run, graph: n2n.Graph, name: str, height: int = 460) -> None:
    """The nodes by the two main directions of the embedding: live, and afterwards from epoch to epoch."""
    follow(lambda: _points(run, graph, name, height), [run], POINTS_EVERY, f"points_{name}")
    frame.legend(graph)
    st.caption(
        "The two main directions of the representation (PCA of unit vectors), turned as little as possible "
        "from picture to picture."
        + (" An outline marks a wrong prediction of the trained network." if graph.has_labels else "")
    )


def _points(run: Run, graph: n2n.Graph, name: str, height: int) -> None:
    active = not run.status.ended
    if not active and not run.has_result:
        st.warning(f"The run left no embedding. {escape(run.status.message)}")
        return
    found = _pictures(run) if run.has_result and not active else {}
    predictions, at = (run.predictions, _trained(run)) if found else (None, -1)
    if active:
        picture = _first_picture(run)
        if picture is None:
            st.caption("The nodes appear here after the first epoch.")
            return
        found, predictions, at = {picture.epoch: picture.positions}, picture.predictions, picture.epoch
    nodes = np.arange(0, graph.num_nodes, -(-graph.num_nodes // MOST_POINTS))
    kinds = theme.labels(graph) or [-1]
    looks = [theme.look(kind) for kind in kinds]
    place = {kind: number for number, kind in enumerate(kinds)}
    content = {
        "frames": np.concatenate([_unit(positions)[nodes].ravel() for positions in found.values()]),
        "epochs": [int(epoch) for epoch in found],
        "nodes": nodes.astype(np.uint32),
        "colours": np.array([place[label] for label in graph.y[nodes].tolist()], np.uint8),
        "palette": [colour for colour, _ in looks],
        "shapes": [shape for _, shape in looks],
        "words": [graph.class_name(kind, "no label") for kind in kinds],
        "wrong_at": at,
        "height": height,
        "alt": "Every node as a point, nodes of similar representation close to each other",
    }
    if predictions is not None and graph.has_labels and (predictions >= 0).any():
        wrong = (graph.y[nodes] >= 0) & (predictions[nodes] != graph.y[nodes])
        content["wrong"] = wrong.astype(np.uint8)
    draw = st.components.v2.component(
        "moving_points", html=_asset("points.html"), css=_asset("points.css"), js=_asset("points.js")
    )
    draw(data=plots.pack(content), key=f"points.{name}", height="content")


def _first_picture(run: Run) -> Picture | None:
    """The latest picture; a warm worker makes the first one so soon that the page waits for it."""
    until = run.created + WAIT_FOR_POINTS
    while (picture := run.picture()) is None and time.time() < until:
        time.sleep(0.05)
    return picture


def _unit(positions: np.ndarray) -> np.ndarray:
    """Positions around the origin, with a mean squared length of 1."""
    centred = positions - positions.mean(axis=0)
    return (centred / max(float(np.sqrt((centred**2).sum(axis=1).mean())), 1e-12)).astype(np.float32)


def _trained(run: Run) -> int:
    """The epoch of the embedding and the predictions that a run leaves."""
    return run.scores.epoch if run.scores else len(run.history)


@st.cache_resource(max_entries=20, show_spinner=False)
def _made(id: str, epochs: int, _run: Run) -> dict[int, np.ndarray]:
    latest = _run.picture()
    axes = Axes(None, latest.positions if latest else None)
    # Backwards: the pictures before turn towards the one that the visitor has just seen.
    found = {_trained(_run): axes.project(np.asarray(_run.embeddings, np.float32))}
    for epoch in sorted(_run.snapshots, reverse=True):
        if epoch not in found:
            found[epoch] = axes.project(np.asarray(_run.snapshots[epoch], np.float32))
    return dict(sorted(found.items()))


def _pictures(run: Run) -> dict[int, np.ndarray]:
    """Epoch -> positions, each turned towards the one before it was made."""
    return _made(run.id, len(run.history), run)


# The sidebar, and what a server left behind -----------------------------------------------------------------


def chip() -> None:
    """For the sidebar: the run in progress, on every page."""
    waiting = runs.active()
    if waiting:
        follow(lambda: _chip(waiting[0], len(waiting) - 1), waiting[:1], CHIP_EVERY, "chip")


def _chip(first: Run, more: int) -> None:
    with st.container(border=True):
        st.page_link(
            "train.py",
            label=escape(first.name),
            icon=":material/model_training:",
            query_params={"dataset": first.dataset, runs.ADDRESS: first.id},
        )
        progress(first)
        if more:
            st.caption(f"{more} more of your runs in the queue")


def resume_buttons(run: Run, place: str) -> None:
    """Resume, or discard, an interrupted run of the visitor's own."""

    def resume() -> None:
        with problems.kept("resume"):
            runs.resume(run.id)
            if run.dataset == st.session_state.get("dataset"):
                runs.choose([run.id])

    st.button(
        "Resume",
        key=f"{place}.resume.{run.id}",
        icon=":material/play_arrow:",
        on_click=resume,
        help="Resumes from the last checkpoint, with the same result as without the interruption.",
    )
    st.button(
        "Discard",
        key=f"{place}.discard.{run.id}",
        icon=":material/delete:",
        on_click=runs.delete,
        args=(run.id,),
        help="Deletes the run and its files.",
    )


def banner(most: int = 3) -> None:
    """Above every page: runs that a server left behind when it stopped."""
    problems.show("resume", icon=":material/error:")
    left = runs.interrupted()
    for run in left[:most]:
        with st.container(border=True, key=f"interrupted_{run.id}"):
            st.markdown(
                f":material/pause_circle: **{escape(run.name)}** on {escape(data.title(run.dataset))}: "
                f"{escape(run.status.message)}"
            )
            with st.container(horizontal=True):
                resume_buttons(run, "banner")
    if len(left) > most:
        st.caption(f"{len(left) - most} more interrupted runs are in the list on the page Train.")
