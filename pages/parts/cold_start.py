"""Cold start: nodes that were hidden in training, predicted from their features alone."""

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import streamlit as st

import n2n
from n2n.graph.splits import PROTOCOLS
from n2n.paper.intervals import FEWEST, interval
from n2n.plots import cold_start as plots
from n2n.plots import theme
from n2n.training.cold_start import DEFAULT, METHODS, ColdStartResult, as_table, hide, most_hidden
from n2n.training.workers import pool
from pages.session import data, jobs, own_graphs
from pages.session.background import ask, partial
from pages.session.markdown import escape
from pages.ui import controls, figures, frame

SEEDS = 3
_START = "cold.start"


class Request(NamedTuple):
    """What a cold start is asked for."""

    share: float
    """Of all nodes, to be hidden."""
    methods: tuple[str, ...]
    k: int
    split: str
    seeds: int


def show(key: str, graph: n2n.Graph, side, main) -> None:
    """The whole view: its controls in `side`, its figures in `main`."""
    if problem := _problem(key, graph):
        main.info(f"{problem} Choose another dataset.")
        return
    with side:
        actions = st.container(key="actions")
        request = _choose(graph)
        asked = ("cold start", key, *request)
        with actions:
            begun = _start(asked, request.methods)
    with main:
        found = None
        if begun:
            source, title = data.source(key, graph), f"Cold start on {data.public_title(key)}"
            found = ask(asked, jobs.cold_start, source, *request, title=title, urgent=False)
        if found := found or partial(asked):
            _show(key, found)
        else:
            st.info(
                "**Hide and train** hides nodes, trains each method on the rest and predicts the hidden ones."
            )
            frame.notice(_what_is_hidden(graph, request))
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


def _problem(key: str, graph: n2n.Graph) -> str:
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
        return "" if most_hidden(graph) else "This graph has hardly any test nodes, so none can be hidden."
    except ValueError as problem:
        return escape(str(problem))


def _choose(graph: n2n.Graph) -> Request:
    split = controls.choice(
        "Split",
        [name for name in PROTOCOLS if name != "public" or graph.public_splits],
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
        20,
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
    return Request(percent / 100, tuple(methods), controls.positives(), split, seeds)


def _start(asked: tuple, methods: tuple[str, ...]) -> bool:
    """The button; whether it was clicked, now or before."""
    begun = pool().find(asked) is not None or (controls.clicked(_START) and bool(methods))
    controls.button(
        "Hide and train",
        key=_START,
        type="primary",
        icon=":material/play_arrow:",
        disabled=begun or not methods,
        width="stretch",
    )
    if not methods:
        st.caption("Choose one or more methods.")
    return begun


def _what_is_hidden(graph: n2n.Graph, request: Request) -> str:
    hidden = hide(graph, request.share, 0, request.split)
    return (
        f"Hiding {len(hidden.nodes):,} of {graph.num_nodes:,} nodes takes {hidden.lost_edges:,} of "
        f"{graph.num_edges:,} edges away with them (seed 0). A hidden node had "
        f"{graph.degree[hidden.nodes].mean():.1f} neighbours on average, which a graph network will miss."
    )


def _show(key: str, found: list[ColdStartResult]) -> None:
    """The figures, what they are about, and what to notice."""
    accuracies, first = np.array([[score.accuracy for score in one.scores] for one in found]).T, found[0]
    times = np.mean([[score.microseconds for score in one.scores] for one in found], axis=0)
    ends = np.array([interval(row) for row in 100 * accuracies]) / 100
    means = [
        replace(score, accuracy=float(row.mean()), microseconds=float(time))
        for score, row, time in zip(first.scores, accuracies, times, strict=True)
    ]
    sure = len(found) >= FEWEST
    table = as_table(means)
    if sure:
        table |= {"accuracy_low": ends[:, 1].tolist(), "accuracy_high": ends[:, 2].tolist()}
    # The names of the bars say what the legend would.
    shared = {"table": table, "height": plots.height(means), "legend": False}
    errors = ((ends[:, 2] - ends[:, 1]) / 2).tolist() if sure else ()
    for column, figure, name, alt in zip(
        st.columns(2, gap="medium"),
        (plots.accuracies(means, errors), plots.times(means)),
        ("cold-start", "cold-start-times"),
        (
            "Share of the hidden nodes that each method predicts correctly",
            "Microseconds that each method takes per hidden node",
        ),
        strict=True,
    ):
        with column:
            figures.figure(figure, f"{data.file_stem(key)}-{name}", alt=alt, **shared)
    st.caption(
        f"{escape(data.title(key))}: {first.hidden:,} of {theme.nodes(first.hidden + first.visible)} hidden "
        f"with {theme.counted(first.lost_edges, 'edge')} (seed 0), {first.split} split; means over "
        f"{theme.counted(len(found), 'seed')}{', with 95% confidence intervals' if sure else ''}, best "
        "validation epoch of each. The time is that of predicting all hidden nodes at once, the best of "
        "several passes, on this server."
    )
    frame.notice(*_notices(means, accuracies))


def _notices(means: list, accuracies: np.ndarray) -> tuple[str, str]:
    """Who is best from features alone, and what the edges cost and bring."""
    best = sorted(range(len(means)), key=lambda place: -means[place].accuracy)
    alone = [place for place in best if not means[place].edges]
    ours = next((place for place in alone if means[place].is_n2n), None)
    other = next((place for place in alone if place != ours), None)
    given = next((means[place] for place in best if means[place].edges), None)
    first = second = ""
    if ours is not None and other is not None:
        gap, low, high = interval(100 * (accuracies[ours] - accuracies[other]))
        chance = "" if low > 0 or high < 0 else ", which may be chance"
        words = f"{abs(gap):.1f} points {'more' if gap > 0 else 'fewer'} than {means[other].method}{chance}"
        first = (
            f"From features alone {means[ours].method} predicts {means[ours].accuracy:.1%} of the hidden "
            f"nodes, {words}."
        )
    if given is not None:
        base = means[alone[0] if ours is None else ours]
        second = (
            f"With the edges restored {given.method} reaches {given.accuracy:.1%}; for that it reads the "
            f"features of {given.nodes_read:,} nodes and takes {given.microseconds / base.microseconds:.0f} "
            f"times as long per hidden node as {base.method}."
        )
    return first, second
