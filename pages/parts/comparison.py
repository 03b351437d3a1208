"""The views of Compare: accuracy against time, embeddings side by side, and methods under several splits."""

import math
from dataclasses import dataclass, replace

import streamlit as st

import n2n
from n2n.embedding.projection import Projection, project
from n2n.files.csv import Table
from n2n.graph.splits import PROTOCOLS
from n2n.methods.registry import settings_for
from n2n.paper import points, reference
from n2n.paper.intervals import FEWEST, decide, interval
from n2n.paper.points import Point
from n2n.paper.verdicts import SELECTION
from n2n.plots import comparison, embedding, theme
from n2n.training.run import Run
from n2n.training.tables import signed
from pages.session import data, jobs, runs
from pages.session.background import background
from pages.session.markdown import escape
from pages.ui import controls, figures, frame, results

# Points per panel; more of them would only lie on top of each other.
MAX_POINTS = 3_000
HEADINGS = {
    "dataset": None,
    "micro_f1": "test micro-F1 (%)",
    "sd": "standard deviation",
    "ms_per_epoch": "ms per epoch",
    "training_s": "training (s)",
    "us_per_new_node": "µs per new node",
    "new_node_needs": "a new node needs",
}
"""Columns of `points.table` as the page calls them; files keep the names without spaces, and the dataset."""
MEANINGS = {
    "Epoch": "one training step on all nodes, the median of the fastest run",
    "Training": "all training steps of the fastest run, without evaluations",
    "New node": "features to class for one node that has just arrived, one at a time; a network that passes "
    "messages gathers and reads the neighbourhood that its layers reach, N2N reads one row of features",
}
"""What each time of `comparison.TIMES` is."""


@dataclass(frozen=True)
class Selection:
    """What the visitor compares."""

    key: str
    graph: n2n.Graph
    methods: tuple[str, ...]
    split: str
    everything: bool
    """Whether methods that are not chosen are shown, too."""
    printed: bool
    """Whether the numbers of the paper are shown, too."""

    @property
    def title(self) -> str:
        return data.title(self.key)

    def measured(self) -> list[Point]:
        """What was measured under any split: for this project, and in the visitor's runs."""
        own = [run for run in runs.mine() if run.dataset == self.key]
        return self.shown(results.measured_points(self.key) + points.own_points(own, results.table()))

    def shown(self, found: list[Point]) -> list[Point]:
        """The points of the methods that are shown, with whatever settings."""
        return [point for point in found if self.everything or _method(point) in self.methods]


def _method(point: Point) -> str:
    """The method of a point without what differs from its recipe."""
    return point.name.plain.label


# Accuracy and time ------------------------------------------------------------------------------------------


def show_accuracy(plan: Selection) -> None:
    """Accuracy against a time that the visitor chooses."""
    time = controls.choice(
        "Time",
        tuple(comparison.TIMES),
        "time",
        help="Per epoch, for the whole training, or to predict one node that was not there before.",
        letters=80,
    )
    here = [point for point in plan.measured() if point.split == plan.split]
    if time == "New node":
        here = [_timed(point) for point in here]
    printed = plan.shown(points.printed_points(plan.key)) if plan.split == "paper" else []
    if not here:
        then = "the numbers that the paper prints are shown" if printed else "they appear here as they finish"
        st.info(
            f"None of these methods has been measured on {escape(plan.title)} under the {plan.split} split "
            f"yet. **Run** queues them; {then}."
        )
    shown = here + (printed if plan.printed or not here else [])
    if shown:
        _draw_accuracy(plan, shown, time)
    frame.notice(_standing(plan.title, here, time) if here else _sizes(plan))
    if shown:
        st.dataframe(points.table(shown), hide_index=True, height=320, column_config=HEADINGS)
        _show_published(plan)


def _draw_accuracy(plan: Selection, shown: list[Point], time: str) -> None:
    axis, titles = comparison.TIMES[time], {plan.key: plan.title}
    figures.figure(
        comparison.scatter(shown, titles, time),
        f"{data.file_stem(plan.key)}-accuracy-and-time",
        table=points.table(shown),
        height=comparison.height(titles),
        alt=f"Test micro-F1 of each method against {axis.title}",
    )
    untimed = sum(axis.of(point) is None for point in shown)
    st.caption(
        f"{plan.split.capitalize()} split, mean ± standard deviation over the seeds given in the table; "
        f"{SELECTION}. Time: {MEANINGS[time]}. Hover over or tap a mark without a label to see its name."
        + (f" Scores without a time are in the table only: {untimed}." if untimed else "")
    )


def _timed(point: Point) -> Point:
    """The point with its time per new node, measured now where no time is stored."""
    if point.microseconds is not None:
        return point
    settings, key = settings_for(_method(point), point.dataset), point.dataset
    if not data.graph(key).num_features or isinstance(settings.reach, str):  # the whole graph for one node
        return point
    source = data.source(key, data.graph(key))
    found = background(
        ("time for a new node", key, settings), jobs.time_for_new_node, source, settings, title="Timing"
    )
    return replace(point, microseconds=None if math.isnan(found) else found)


def _standing(title: str, here: list[Point], time: str) -> str:
    """How the best of N2N and the best baseline compare."""
    ours = max((point for point in here if point.is_n2n), key=lambda point: point.mean, default=None)
    theirs = max((point for point in here if not point.is_n2n), key=lambda point: point.mean, default=None)
    if ours is None or theirs is None:
        best = max(here, key=lambda point: point.mean)
        return f"On {escape(title)}, {_score(best)} is the best of {len(here)}."
    gains = points.common_gains(ours, theirs)
    mean, low, high = interval(gains)
    verdict = decide(low, high, "N2N is better", "the baseline is better")
    if len(gains) < FEWEST:
        verdict += f" ({len(gains)} common {'seed' if len(gains) == 1 else 'seeds'})"
    else:
        ends = f"{signed(low)} to {signed(high)}"
        verdict += f" ({signed(mean)} on {len(gains)} common seeds, 95% interval {ends})"
    axis = comparison.TIMES[time]
    first, second = axis.of(ours), axis.of(theirs)
    speed = f" They take {first:,.3g} and {second:,.3g} {axis.unit}." if first and second else ""
    return (
        f"On {escape(title)}, the best N2N method is {_score(ours)}, the best baseline {_score(theirs)}: "
        f"{signed(ours.mean - theirs.mean)} points; {verdict}.{speed}"
    )


def _score(point: Point) -> str:
    return f"{escape(point.method)} with {points.score(point)}"


def _show_published(plan: Selection) -> None:
    """What the authors of the methods published, with their protocol."""
    known = reference.published()
    found = known[(known.dataset == plan.key) & known.method.isin(plan.methods)]
    if found.empty:
        return
    scores = [reference.score_text(*one, 0) for one in zip(found["mean"], found.sd, strict=True)]
    st.markdown("**Published by the authors of these methods**")
    shown = found.assign(accuracy=scores)[["method", "accuracy", "split", "selection", "paper"]]
    st.dataframe(shown, hide_index=True)
    st.caption(
        "Accuracy in % with the authors' own splits and selection, which may give more or fewer labels: no "
        "test of reproduction."
    )


# Embeddings -------------------------------------------------------------------------------------------------


@st.cache_resource(show_spinner=False, max_entries=30)
def _pca(id: str, epochs: int, _run: Run) -> Projection:
    return project(_run.embeddings, "pca", max_points=MAX_POINTS)


def show_embeddings(plan: Selection) -> None:
    """The representations of the visitor's runs side by side, by PCA."""
    scored = [
        run
        for run in runs.mine()
        if (run.dataset, run.settings.split) == (plan.key, plan.split)
        and run.settings.name in plan.methods
        and run.has_result
        and run.scores
    ]
    if not scored:
        st.info(
            f"You have no run of these methods under the {plan.split} split yet. **Run** queues them; their "
            "embeddings appear here. The results that come with the program contain scores only."
        )
        return
    drawn = scored[: embedding.MAX_PANELS]
    shown = [(run.name, run.scores.test, _pca(run.id, len(run.history), run)) for run in drawn]
    figures.figure(
        embedding.side_by_side(plan.graph, shown),
        f"{data.file_stem(plan.key)}-embeddings",
        height=420 if len(drawn) <= embedding.PER_ROW else 720,
        alt="The embeddings of the runs by their two principal components",
    )
    left = len(scored) - len(drawn)
    st.caption(
        "The representation of every node at the best validation epoch, by its two principal components "
        f"(PCA), coloured by label; test micro-F1 above each, {plan.split} split."
        + (f" {left} older runs are not drawn." if left else "")
    )
    best = max(drawn, key=lambda run: run.scores.val)
    frame.notice(
        f"Of these, {escape(best.name)} has the best validation score, {best.scores.val:.1%} (test "
        f"{best.scores.test:.1%}).",
        "Each panel has its own axes: compare how well the colours separate, not where they lie.",
    )
    st.page_link("embeddings.py", label="UMAP and a closer look", icon=":material/scatter_plot:")


# Splits -----------------------------------------------------------------------------------------------------


def show_splits(plan: Selection) -> None:
    """The same methods under every split."""
    here, stem = plan.measured(), data.file_stem(plan.key)
    if here:
        table: Table = points.split_table(here)
        figures.figure(
            comparison.by_split(here),
            f"{stem}-splits",
            table=table,
            height=150 + 30 * len(table["method"]),
            alt="Test micro-F1 of each method under each split",
        )
        st.caption(
            f"{escape(plan.title)}: mean ± standard deviation over seeds, their number in brackets; "
            f"{SELECTION}."
        )
        st.dataframe(table, hide_index=True)
    else:
        st.info(
            "None of the chosen methods has been measured here yet. **Run** queues them under the chosen "
            "split; then choose another split and run them again."
        )
    frame.notice(_most_moved(here), _sizes(plan))


def _sizes(plan: Selection) -> str:
    words, lacking = [], []
    for split in PROTOCOLS:
        try:
            train, val, test = plan.graph.split(split).sizes
        except ValueError:
            lacking.append(split)
            continue
        nodes = theme.nodes(train)
        words.append(f"{split}: {nodes} for training, {val:,} for validation, {test:,} for the test")
    none = f" It has no {' and no '.join(lacking)} split of its own." if lacking else ""
    return f"The splits of {escape(plan.title)}: {'; '.join(words)}.{none}"


def _most_moved(here: list[Point]) -> str:
    """The method whose score depends most on the split."""
    ranges = []
    for method in {point.method for point in here}:
        own = sorted((point for point in here if point.method == method), key=lambda point: point.mean)
        if len({point.split for point in own}) > 1:
            ranges.append((own[-1].mean - own[0].mean, own[0], own[-1]))
    if not ranges:
        return "No method has been measured under two splits yet."
    gap, low, high = max(ranges, key=lambda one: one[0])
    return (
        f"The split alone moves {escape(low.method)} by {gap:.2f} points: {low.mean:.2f}% under the "
        f"{low.split} split, {high.mean:.2f}% under the {high.split} split."
    )
