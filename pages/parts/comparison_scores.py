"""The two views of Compare that show scores: accuracy against time, and one method under several splits."""

import math
from dataclasses import replace

import pandas as pd
import streamlit as st

import n2n
from n2n.files.csv import Table
from n2n.graph.splits import PROTOCOLS
from n2n.methods.registry import settings_for
from n2n.paper import points, reference
from n2n.paper.intervals import FEWEST, decide, interval
from n2n.paper.verdicts import SELECTION
from n2n.plots import comparison
from n2n.training.tables import signed
from pages.parts import comparison_plan
from pages.session import data, jobs, results, runs
from pages.session.background import background
from pages.session.markdown import escape
from pages.ui import controls, figures, frame


def _points(plan: comparison_plan.Plan) -> list[points.Point]:
    """The points of the chosen methods on the chosen graphs: stored ones, and those of finished runs."""
    own = points.own_points([run for run in runs.mine() if run.dataset in plan.graphs], results.table())
    stored = [point for key in plan.graphs for point in results.measured_points(key)]
    return _chosen(plan, stored + own)


def _chosen(plan: comparison_plan.Plan, found: list[points.Point]) -> list[points.Point]:
    """Those of the chosen methods, with whatever settings, or all where the plan says so."""
    return [point for point in found if plan.everything or _method(point) in plan.methods]


def _method(point: points.Point) -> str:
    """The method of a point without what differs from its recipe."""
    return point.name.plain.label


# Columns of the table as the page calls them; in a file they keep names without spaces.
_HEADINGS = {
    "micro_f1": "test micro-F1 (%)",
    "sd": "standard deviation",
    "ms_per_epoch": "ms per epoch",
    "training_s": "training (s)",
    "us_per_new_node": "µs per new node",
    "new_node_needs": "a new node needs",
}


def _table(plan: comparison_plan.Plan, shown: list[points.Point]) -> Table:
    """The points as a table in which a graph has its name."""
    table = points.table(shown)
    return table | {"dataset": [plan.titles[key] for key in table["dataset"]]}


MEANINGS = {
    "Epoch": "one training step on all nodes, the median of the fastest run",
    "Training": "all training steps of the fastest run, without evaluations",
    "New node": "features to class for one node that has just arrived, one at a time; a network that passes "
    "messages gathers and reads the neighbourhood that its layers reach, N2N reads one row of features",
}
"""What each time of `comparison.TIMES` is."""


def show_accuracy(plan: comparison_plan.Plan, show_printed: bool) -> None:
    """Accuracy against a time that the visitor chooses."""
    time = controls.choice(
        "Time",
        tuple(comparison.TIMES),
        "time",
        help="Per epoch, for the whole training, or to predict one node that was not there before.",
        letters=80,
    )
    here = [point for point in _points(plan) if point.split == plan.split]
    printed = [point for key in plan.graphs for point in points.printed_points(key) if plan.split == "paper"]
    printed = _chosen(plan, printed)
    if not here and printed:
        st.info(
            "None of these methods has been measured on this graph yet. These are the numbers that the paper "
            "prints, with the times of its authors' computer; **Run** measures here."
        )
    if time == "New node":
        here = [_timed(point) for point in here]
    shown = here + (printed if show_printed or not here else [])
    if not shown:
        st.info(
            f"None of these methods has been measured on {escape(', '.join(plan.titles.values()))} under the "
            f"{plan.split} split yet. **Run** queues them; they appear here as they finish."
        )
        frame.notice(*(_sizes(graph, plan.titles[key]) for key, graph in plan.graphs.items()))
        return
    table = _table(plan, shown)
    figures.figure(
        comparison.scatter(shown, plan.titles, time),
        f"{data.file_stem(next(iter(plan.graphs)))}-accuracy-and-time",
        table=table,
        height=comparison.height(plan.titles),
        alt=f"Test micro-F1 of each method against {comparison.TIMES[time].title}",
    )
    untimed = sum(comparison.TIMES[time].of(point) is None for point in shown)
    st.caption(
        f"{plan.split.capitalize()} split, mean ± standard deviation over the seeds given in the table; "
        f"{SELECTION}. Time: {MEANINGS[time]}. Hover over or tap a mark without a label to see its name."
        + (f" Scores without a time are in the table only: {untimed}." if untimed else "")
    )
    frame.notice(
        *(
            _standing(title, [p for p in here if p.dataset == key], time)
            for key, title in plan.titles.items()
        ),
        # Printed scores alone: the sizes of the split are still worth knowing.
        *(() if here else (_sizes(graph, plan.titles[key]) for key, graph in plan.graphs.items())),
    )
    st.dataframe(table, hide_index=True, height=320, column_config=_HEADINGS)
    _show_published(plan, here)


def _timed(point: points.Point) -> points.Point:
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


def _show_published(plan: comparison_plan.Plan, here: list[points.Point]) -> None:
    """What the authors of the methods published, with their protocol, beside what was measured."""
    methods = {_method(point) for point in here} | set(plan.methods)
    known = reference.published()
    found = known[known.dataset.isin(list(plan.graphs)) & known.method.isin(methods)].reset_index()
    if found.empty:
        return
    measured = {(point.method, point.dataset): points.score(point) for point in here}
    table = {
        "dataset": found.dataset.map(plan.titles),
        "method": found.method,
        "published": [reference.score_text(*one, 0) for one in zip(found["mean"], found.sd, strict=True)],
        "their split": found.split,
        "their selection": found.selection,
        "measured here": [measured.get(key, "–") for key in zip(found.method, found.dataset, strict=True)],
        "paper": found.paper,
    }
    st.markdown("**Published by the authors of these methods**")
    st.dataframe(pd.DataFrame(table), hide_index=True)
    st.caption(
        f"Accuracy in % under the authors' protocol; measured here: {plan.split} split, {SELECTION}. "
        "Splits differ in how many labels they give, so the two columns are not a test of reproduction."
    )


def _standing(title: str, here: list[points.Point], time: str) -> str:
    """Which method is best, and how the best of N2N and the best baseline compare."""
    axis = comparison.TIMES[time]
    ours = max((point for point in here if point.is_n2n), key=lambda point: point.mean, default=None)
    theirs = max((point for point in here if not point.is_n2n), key=lambda point: point.mean, default=None)
    if ours is None or theirs is None:
        only = ours or theirs
        return f"On {escape(title)}, {_score(only)} is the best of {len(here)}." if only else ""
    gains = points.common_gains(ours, theirs)
    mean, low, high = interval(gains)
    verdict = decide(low, high, "N2N is better", "the baseline is better")
    pairs = f"{len(gains)} common {'seed' if len(gains) == 1 else 'seeds'}"
    if len(gains) < FEWEST:
        verdict += f" ({pairs})"
    else:
        ends = f"{signed(low)} to {signed(high)}"
        verdict += f" ({signed(mean)} on {pairs}, 95% interval {ends})"
    first, second = axis.of(ours), axis.of(theirs)
    speed = (
        f" The first takes {first:,.3g} {axis.unit}, the second {second:,.3g} {axis.unit.split()[0]}."
        if first and second
        else ""
    )
    return (
        f"On {escape(title)}, the best N2N method is {_score(ours)}, the best baseline {_score(theirs)}: "
        f"{signed(ours.mean - theirs.mean)} points; {verdict}.{speed}"
    )


def _score(point: points.Point) -> str:
    return f"{escape(point.method)} with {points.score(point)}"


def show_splits(plan: comparison_plan.Plan, dataset: str) -> None:
    """The same methods under every split."""
    graph, title = plan.graphs[dataset], plan.titles[dataset]
    stem = data.file_stem(dataset)
    here = [point for point in _points(plan) if point.dataset == dataset]
    if here:
        table = points.split_table(here)
        rows = len(table["method"])
        figures.figure(
            comparison.by_split(here),
            f"{stem}-splits",
            table=_table(plan, here),
            height=150 + 30 * rows,
            alt="Test micro-F1 of each method under each split",
        )
        st.caption(
            f"{escape(title)}: mean ± standard deviation over seeds, their number in brackets; {SELECTION}."
        )
        st.dataframe(table, hide_index=True)
        figures.csv("splits", f"{stem}-splits.csv", table)
    else:
        st.info(
            "None of the chosen methods has been measured here yet. **Run** queues them under the chosen "
            "split; then choose another split and run them again."
        )
    frame.notice(_moved(here), _sizes(graph, title))


def _sizes(graph: n2n.Graph, title: str) -> str:
    """The sizes of each split."""
    words, lacking = [], []
    for split in PROTOCOLS:
        try:
            train, val, test = graph.split(split).sizes
        except ValueError:
            lacking.append(split)
            continue
        words.append(f"{split}: {train:,} nodes for training, {val:,} for validation, {test:,} for the test")
    none = f" It has no {' and no '.join(lacking)} split of its own." if lacking else ""
    return f"The splits of {escape(title)}: {'; '.join(words)}.{none}"


def _moved(here: list[points.Point]) -> str:
    """The method whose score depends most on the split."""
    ranges = {}
    for method in {point.method for point in here}:
        own = [point for point in here if point.method == method]
        if len({point.split for point in own}) > 1:
            low, high = min(own, key=lambda p: p.mean), max(own, key=lambda p: p.mean)
            ranges[method] = (high.mean - low.mean, low, high)
    if not ranges:
        return "No method has been measured under two splits yet."
    method = max(ranges, key=lambda name: ranges[name][0])
    gap, low, high = ranges[method]
    return (
        f"The split alone moves {escape(method)} by {gap:.2f} points: {low.mean:.2f}% under the "
        f"{low.split} split, {high.mean:.2f}% under the {high.split} split."
    )
