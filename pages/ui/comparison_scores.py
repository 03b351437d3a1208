"""The two views of Compare that show scores: accuracy against time, and one method under several splits."""

import streamlit as st

import n2n
from n2n.files.csv import to_csv
from n2n.graph.splits import PROTOCOLS
from n2n.paper import points
from n2n.paper.store import SELECTION
from n2n.plots import comparison
from pages.session import results
from pages.session import runs as _runs
from pages.ui import comparison_plan, figures, frame


def _points(plan: comparison_plan.Plan) -> list[points.Point]:
    """All points of the chosen graphs: kept ones, and those of the visitor's finished runs."""
    listed = [entry for entry in _runs.mine() if entry.dataset in plan.graphs]
    kept = [point for key in plan.graphs for point in results.kept_points(key)]
    return kept + points.own_points(listed)


def accuracy(plan: comparison_plan.Plan, show_printed: bool) -> None:
    here = [point for point in _points(plan) if point.split == plan.split]
    printed = [point for key in plan.graphs for point in points.printed_points(key) if plan.split == "paper"]
    if not here and printed:
        st.info(
            "Nothing has been measured on this graph yet. These are the numbers that the paper prints, with "
            "the times of its authors' machine; **Run** measures here."
        )
    shown = here + (printed if show_printed or not here else [])
    if not shown:
        st.info(
            f"Nothing has been measured on {', '.join(plan.titles.values())} under the {plan.split} split "
            "yet. **Run** queues the chosen methods; they appear here as they end."
        )
        frame.notice(*(_sizes(graph, plan.titles[key]) for key, graph in plan.graphs.items()))
        return
    table = points.table(shown)
    figures.figure(
        comparison.scatter(shown, plan.titles),
        f"{next(iter(plan.graphs))}-accuracy-and-time",
        table=table,
        height=comparison.height(plan.titles),
        alt="Test micro-F1 of each method against the milliseconds of one epoch",
    )
    untimed = sum(point.ms is None for point in shown)
    st.caption(
        f"{plan.split.capitalize()} split, mean ± standard deviation over the seeds that the table names; "
        f"{SELECTION}. Time: a training step on all nodes, the median of the quickest run."
        + (f" {untimed} scores without a time are in the table alone." if untimed else "")
    )
    frame.notice(
        *(_standing(title, [p for p in here if p.dataset == key]) for key, title in plan.titles.items()),
        # Printed scores alone: what the split consists of is still worth knowing.
        *(() if here else (_sizes(graph, plan.titles[key]) for key, graph in plan.graphs.items())),
    )
    st.dataframe(table, hide_index=True, height=320)


def _standing(title: str, here: list[points.Point]) -> str:
    """Which method is best, and how the best of N2N and the best rival compare."""
    ours = max((point for point in here if point.is_n2n), key=lambda point: point.mean, default=None)
    theirs = max((point for point in here if not point.is_n2n), key=lambda point: point.mean, default=None)
    if ours is None or theirs is None:
        only = ours or theirs
        return f"On {title}, {_score(only)} is the best of {len(here)}." if only else ""
    verdict = (
        "with one seed that says little"
        if min(ours.seeds, theirs.seeds) == 1
        else "more than chance would make"
        if points.clearly_apart(ours, theirs)
        else "which may be chance"
    )
    speed = (
        f" An epoch of the first takes {ours.ms:.3g} ms, one of the second {theirs.ms:.3g} ms."
        if ours.ms and theirs.ms
        else ""
    )
    return (
        f"On {title}, the best of N2N is {_score(ours)}, the best rival {_score(theirs)}: "
        f"{ours.mean - theirs.mean:+.2f} points, {verdict}.{speed}"
    )


def _score(point: points.Point) -> str:
    return f"{frame.text(point.method)} with {points.score(point)}"


def splits(plan: comparison_plan.Plan, dataset: str) -> None:
    graph, title = plan.graphs[dataset], plan.titles[dataset]
    here = [
        point
        for point in _points(plan)
        if point.dataset == dataset and point.method.split(",")[0] in plan.methods
    ]
    if here:
        table = points.split_table(here)
        rows = len(table["method"])
        figures.figure(
            comparison.by_split(here),
            f"{dataset}-splits",
            table=points.table(here),
            height=150 + 30 * rows,
            alt="Test micro-F1 of each method under each split",
        )
        st.caption(f"{title}: mean ± standard deviation over seeds, their number in brackets; {SELECTION}.")
        st.dataframe(table, hide_index=True)
        figures.downloads("splits", {"CSV": (f"{dataset}-splits.csv", lambda: to_csv(table), "text/csv")})
    else:
        st.info(
            "None of the chosen methods has been measured here yet. **Run** queues them under the split at "
            "the side; then take another split and run them again."
        )
    frame.notice(_moved(here), _sizes(graph, title))


def _sizes(graph: n2n.Graph, title: str) -> str:
    """How many nodes each split gives to what."""
    words, lacking = [], []
    for split in PROTOCOLS:
        try:
            train, val, test = graph.split(split).sizes
        except ValueError:
            lacking.append(split)
            continue
        words.append(f"{split}: {train:,} nodes teach, {val:,} choose the epoch, {test:,} test")
    none = f" It has no {' and no '.join(lacking)} split of its own." if lacking else ""
    return f"The splits of {title}: {'; '.join(words)}.{none}"


def _moved(here: list[points.Point]) -> str:
    """The method whose score the split moves most."""
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
        f"The split alone moves {frame.text(method)} by {gap:.2f} points: {low.mean:.2f} % under the "
        f"{low.split} split, {high.mean:.2f} % under the {high.split} split."
    )
