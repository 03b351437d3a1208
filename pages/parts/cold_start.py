"""Cold start: nodes that were hidden in training, predicted from their features alone."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

import n2n
from n2n.files.csv import Table
from n2n.graph.splits import PROTOCOLS
from n2n.paper.intervals import FEWEST, interval
from n2n.plots import cold_start as plots
from n2n.plots import theme
from n2n.training.cold_start import DEFAULT, METHODS, ColdScore, ColdStartResult, as_table, hide, most_hidden
from n2n.training.workers import Job, QueueFull, pool
from pages.session import data, jobs, own_graphs
from pages.session.markdown import escape
from pages.session.visitor import visitor
from pages.ui import controls, figures, frame, problems

SEEDS = 3
_PROBLEM, _START = "why a cold start was not queued", "cold.start"


@dataclass(frozen=True)
class Request:
    """What a cold start is asked for."""

    dataset: str
    percent: int
    methods: tuple[str, ...]
    k: int
    split: str
    seeds: int

    @property
    def job(self) -> Job | None:
        """The work on it, by whoever asked first; None where nobody did."""
        return pool().find(self)


@dataclass(frozen=True)
class Mean:
    """What several seeds found for a method."""

    score: ColdScore
    """With the means of accuracy and time."""
    low: float
    high: float
    """95% confidence interval of the accuracy; the mean itself with fewer than `FEWEST` seeds."""


def means(found: Sequence[ColdStartResult]) -> list[Mean]:
    """One entry for each method, and for what it knows of a hidden node."""
    result = []
    for place, score in enumerate(found[0].scores):
        every = [one.scores[place] for one in found]
        accuracies = [one.accuracy for one in every]
        mean = low = high = float(np.mean(accuracies))
        if len(found) >= FEWEST:
            _, low, high = (end / 100 for end in interval([100 * one for one in accuracies]))
        time = float(np.mean([one.microseconds for one in every]))
        result.append(Mean(replace(score, accuracy=mean, microseconds=time), low, high))
    return result


def show(key: str, graph: n2n.Graph, side, main) -> None:
    """The whole view: its controls in `side`, its figures in `main`."""
    if problem := _impossible(key, graph):
        main.info(f"{problem} Choose another dataset.")
        return
    with side:
        actions = st.container(key="actions")
        request = _choose(key, graph)
        with actions:
            _act(request, graph)
    with main:
        job = request.job
        if job and not job.ended:
            st.fragment(_watch, run_every=1.5)(job, key)
        elif job and job.state == "done":
            _show(key, job.result())
        else:
            if job:
                st.info(f"{escape(job.message)} No seed had finished by then.", icon=":material/info:")
            st.info(
                "**Hide and train** hides nodes, trains each method on the rest and predicts the hidden ones."
            )
            frame.notice(_what_goes(graph, request))
        frame.mathematics(
            "Training sees the graph without the hidden nodes. Afterwards N2N needs one product per layer "
            "for a node that it has never seen; positives shaped the weights, but take no part in the "
            "prediction:",
            r"$\hat{y}_i = \arg\max \; \text{ReLU}(\vec{x}_i \mathbf{W}) \, \mathbf{C} + \vec{c}$",
            "A graph convolution averages over the neighbours in every layer. Without edges the average is "
            "the node alone; with them it reads neighbours and their neighbours:",
            r"$\mathbf{H} = \text{ReLU}(\hat{\mathbf{A}} \mathbf{X} \mathbf{W}_1), \qquad "
            r"\hat{\mathbf{Y}} = \hat{\mathbf{A}} \mathbf{H} \mathbf{W}_2$",
        )


def _impossible(key: str, graph: n2n.Graph) -> str:
    """Why hidden nodes cannot be predicted, or the result not be checked, in a sentence."""
    if not graph.num_features:
        return "This graph has no features, so there is nothing to predict a hidden node from."
    if own_graphs.is_own(key) and own_graphs.find(key).features:
        return (
            "The features of this graph were computed from its edges, those of hidden nodes included, so a "
            "prediction from them would not be one without edges."
        )
    if data.is_large(key):
        return (
            f"With {graph.num_edges:,} edges this graph is too large to hide nodes here: the visible part "
            "would be copied into memory. `n2n.cold_start` does it where there is room."
        )
    try:
        if not most_hidden(graph):
            return "This graph has hardly any test nodes, so none can be hidden."
    except ValueError as problem:
        return escape(str(problem))
    return ""


def _choose(key: str, graph: n2n.Graph) -> Request:
    splits = [name for name in PROTOCOLS if name != "public" or graph.public_splits]
    split = controls.choice(
        "Split",
        splits,
        "cold.split",
        help="Which nodes have labels in training. paper: every node that is not for validation or testing "
        "(without a public split, 20 per class); public: 20 per class.",
    )
    seeds = controls.number(
        "Seeds", 1, 10, SEEDS, "cold.seeds", help="Each draws its own hidden nodes and starts a training."
    )
    most = math.floor(100 * min(most_hidden(graph, seed, split) for seed in range(seeds)) / graph.num_nodes)
    percent = controls.number(
        "Hidden nodes (%)",
        1,
        max(most, 1),
        min(20, max(most, 1)),
        "hidden",
        slider=True,
        help="Share of all nodes to hide together with their edges; training and validation nodes always "
        "stay visible.",
    )
    methods = controls.several(
        "Methods",
        METHODS,
        "cold.methods",
        default=DEFAULT,
        placeholder="choose methods",
        help="N2N is joint learning with the positives of TAPS; all run with the settings of their recipes.",
    )
    return Request(key, percent, tuple(methods), controls.positives(), split, seeds)


def _act(request: Request, graph: n2n.Graph) -> None:
    """The buttons; what went wrong the last time is said below them."""
    job = request.job
    active = job is not None and not job.ended
    if controls.clicked(_START) and request.methods and not active:
        with problems.kept(_PROBLEM):
            _queue(request, graph)
        st.rerun()
    with st.container(horizontal=True):
        controls.button(
            "Hide and train",
            key=_START,
            type="primary",
            icon=":material/play_arrow:",
            disabled=active or not request.methods,
            width="stretch",
        )
        if job and active and job.owner == visitor():
            st.button("Stop", key="cold.stop", icon=":material/stop:", on_click=job.stop, width="stretch")
    problems.show(_PROBLEM)
    if not request.methods:
        st.caption("Choose one or more methods.")


def _queue(request: Request, graph: n2n.Graph) -> None:
    what = (request.percent / 100, request.methods, request.k, request.split, request.seeds)
    title = f"Cold start on {data.public_title(request.dataset)}"
    source = data.source(request.dataset, graph)
    try:
        pool().submit(request, jobs.cold_start, source, *what, title=title, owner=visitor(), again=True)
    except QueueFull as full:
        raise ValueError(str(full)) from None


def _watch(job: Job, key: str) -> None:
    """A cold start in progress, with what it has found so far; at its end the whole page is drawn again."""
    if job.ended:
        st.rerun()
    with st.container(key="live_cold"):
        words = job.message or (f"Waiting, {theme.counted(job.position + 1, 'job')} ahead")
        st.progress(min(job.fraction, 1.0), f"{escape(words)}, {job.seconds:.0f} s")
        if job.value:
            _figures(key, means(job.value))


def _figures(key: str, found: list[Mean]) -> None:
    scores = [one.score for one in found]
    # The names of the bars say what the legend would.
    shared = {"table": _table(found), "height": plots.height(scores), "legend": False}
    stem = data.file_stem(key)
    left, right = frame.pair("cold_start")
    with left:
        alt = "Share of the hidden nodes that each method predicts correctly"
        errors = [(one.high - one.low) / 2 for one in found]
        figures.figure(
            plots.accuracies(scores, errors if any(errors) else ()), f"{stem}-cold-start", alt=alt, **shared
        )
    with right:
        alt = "Microseconds that each method takes per hidden node"
        figures.figure(plots.times(scores), f"{stem}-cold-start-times", alt=alt, **shared)


def _table(found: list[Mean]) -> Table:
    table = as_table([one.score for one in found])
    return table | {"accuracy_low": [one.low for one in found], "accuracy_high": [one.high for one in found]}


def _show(key: str, found: list[ColdStartResult]) -> None:
    every, first = means(found), found[0]
    _figures(key, every)
    sure = ", with 95% confidence intervals" if len(found) >= FEWEST else ""
    st.caption(
        f"{escape(data.title(key))}: {first.hidden:,} of {theme.nodes(first.hidden + first.visible)} hidden "
        f"with {theme.counted(first.lost_edges, 'edge')}, {first.split} split; means over "
        f"{theme.counted(len(found), 'seed')}{sure}, best validation epoch of each. The time is that of "
        "predicting all hidden nodes at once, the best of several passes, on this server."
    )
    frame.notice(*_notices(found, every))


def _what_goes(graph: n2n.Graph, request: Request) -> str:
    """What a cold start takes away, before there is a result."""
    hidden = hide(graph, request.percent / 100, 0, request.split)
    around = graph.degree[hidden.nodes].mean()
    return (
        f"Hiding {len(hidden.nodes):,} of {graph.num_nodes:,} nodes takes {hidden.lost_edges:,} of "
        f"{graph.num_edges:,} edges away with them (seed 0). A hidden node had {around:.1f} neighbours on "
        "average, which a graph network will miss."
    )


def _notices(found: list[ColdStartResult], every: list[Mean]) -> tuple[str, str]:
    """Who is best from features alone, and what the edges cost and bring."""
    alone = sorted(
        (place for place, one in enumerate(every) if not one.score.edges),
        key=lambda place: -every[place].score.accuracy,
    )
    given = max((one.score for one in every if one.score.edges), key=lambda s: s.accuracy, default=None)
    ours = next((place for place in alone if every[place].score.is_n2n), None)
    first = ""
    if ours is not None and len(alone) > 1:
        other = next(place for place in alone if place != ours)
        gains = [100 * (one.scores[ours].accuracy - one.scores[other].accuracy) for one in found]
        score, baseline = every[ours].score, every[other].score.method
        first = (
            f"From features alone {score.method} predicts {score.accuracy:.1%} of the hidden nodes, "
            f"{_gap(gains, baseline)}."
        )
    if given is None:
        return first, ""
    base = every[ours if ours is not None else alone[0]].score
    return first, (
        f"With the edges restored {given.method} reaches {given.accuracy:.1%}; for that it reads the "
        f"features of {given.nodes_read:,} nodes and takes {given.microseconds / base.microseconds:.0f} "
        f"times as long per hidden node as {base.method}."
    )


def _gap(gains: list[float], baseline: str) -> str:
    """The paired difference to a baseline in words, with what chance allows."""
    mean = float(np.mean(gains))
    words = f"{abs(mean):.1f} points {'more' if mean > 0 else 'less'} than {baseline}"
    if len(gains) < FEWEST:
        return f"{words} ({theme.counted(len(gains), 'seed')}: it may be chance)"
    _, low, high = interval(gains)
    return words if low > 0 or high < 0 else f"{words}, which may be chance"
