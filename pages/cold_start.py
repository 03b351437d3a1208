"""Cold start: nodes that were hidden in training, predicted from their features alone."""

import math

import streamlit as st

import n2n
from n2n.graph.splits import PROTOCOLS
from n2n.plots import cold_start as plots
from n2n.plots import theme
from n2n.training.cold_scores import ColdScore, ColdStartResult, as_table, shipped
from n2n.training.cold_start import DEFAULT, METHODS, hide, most_hidden
from pages.session import cold_starts, data, own_graphs
from pages.session.cold_starts import Request
from pages.ui import controls, figures, frame, problems
from pages.session.markdown import escape

POLL = 2.0
_PROBLEM, _START = "why a cold start was not queued", "cold.start"


def _must_be_possible(key: str, graph: n2n.Graph) -> None:
    """End the page with a sentence where hidden nodes cannot be predicted, or the result not be checked."""
    problem = ""
    if not graph.has_labels:
        problem = "This graph has no labels, so predictions of hidden nodes cannot be checked."
    elif not graph.num_features:
        problem = "This graph has no features, so there is nothing to predict a hidden node from."
    elif data.is_large(key):
        problem = (
            f"With {graph.num_edges:,} edges this graph is too large to hide nodes here: the visible part "
            "would be copied into memory. `n2n.cold_start` does it where there is room."
        )
    if problem:
        st.info(f"{problem} Choose another dataset.")
        st.stop()


def _choose(key: str, graph: n2n.Graph) -> Request:
    """The controls."""
    splits = [name for name in PROTOCOLS if name != "public" or graph.public_splits]
    split = controls.choice(
        "Split",
        splits,
        "cold.split",
        default="public" if "public" in splits else "paper",
        help="Which nodes have labels in training. public: 20 per class; paper: every node that is not for "
        "validation or testing (without a public split, 20 per class).",
    )
    seed = controls.typed(
        "Seed", 0, 999, 0, "cold.seed", help="Draws the hidden nodes and seeds the training."
    )
    if seed is None:
        controls.stop()
    try:
        most = math.floor(100 * most_hidden(graph, seed, split) / graph.num_nodes)
    except ValueError as problem:
        st.error(escape(str(problem)))
        controls.stop()
    if most < 1:
        st.info("This graph has hardly any test nodes, so none can be hidden: choose another dataset.")
        controls.stop()
    percent = controls.number(
        "Hidden nodes (%)",
        1,
        most,
        20,
        "hidden",
        slider=True,
        help="Share of all nodes to hide together with their edges; training and validation nodes always "
        "stay visible.",
    )
    k = controls.positives()
    methods = controls.several(
        "Methods",
        METHODS,
        "cold.methods",
        default=DEFAULT,
        placeholder="choose methods",
        help="N2N is joint learning with the positives of TAPS; all run with the settings of their recipes.",
    )
    return Request(key, percent, tuple(methods), k, split, seed)


def _act(request: Request, graph: n2n.Graph) -> None:
    """The buttons; what went wrong the last time is said below them."""
    status = cold_starts.status(request)
    active = status is not None and not status.ended
    if controls.clicked(_START) and request.methods and not active:
        with problems.kept(_PROBLEM):
            cold_starts.start(request, graph)
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
        st.button(
            "Stop",
            key="cold.stop",
            icon=":material/stop:",
            disabled=not active,
            on_click=cold_starts.stop,
            args=(request,),
            width="stretch",
            help="Stops after the current epoch; predictions made so far are kept.",
        )
    problems.show(_PROBLEM)
    if not request.methods:
        st.caption("Choose one or more methods.")


def _watch(request: Request) -> None:
    """A cold start in progress, with what it has found so far; at its end the whole page is drawn again."""
    status = cold_starts.status(request)
    if status is None or status.ended:
        st.rerun()
    with st.container(key="live_cold"):
        told = cold_starts.progress(request)
        if told is None:
            ahead = status.position + 1
            st.progress(
                0.0, "Starting" if status.state == "running" else f"Waiting, {ahead} ahead in the queue"
            )
            return
        st.progress(min(told.fraction, 1.0), f"{escape(told.words)}, {status.seconds:.0f} s")
        if told.scores:
            _figure(request.dataset, told.scores)


def _figure(key: str, scores: tuple[ColdScore, ...]) -> None:
    # The names of the bars say what the legend would.
    shared = {"table": as_table(scores), "height": plots.height(scores), "legend": False}
    stem = data.file_stem(key)
    left, right = frame.pair("cold_start")
    with left:
        alt = "Share of the hidden nodes that each method predicts correctly"
        figures.figure(plots.accuracies(scores), f"{stem}-cold-start", alt=alt, **shared)
    with right:
        alt = "Microseconds that each method takes per hidden node"
        figures.figure(plots.times(scores), f"{stem}-cold-start-times", alt=alt, **shared)


def _show(key: str, found: ColdStartResult, own: bool) -> None:
    _figure(key, found.scores)
    all_nodes = found.hidden + found.visible
    st.caption(
        f"{escape(data.title(key))}: {found.hidden:,} of {theme.nodes(all_nodes)} hidden with "
        f"{theme.counted(found.lost_edges, 'edge')}, {found.split} split, seed {found.seed}; best "
        "validation epoch. The time is that of predicting all hidden nodes at once, the best of several "
        f"passes, {'on this server' if own else 'on two CPU cores'}."
    )
    frame.notice(*_notices(found))


def _what_goes(graph: n2n.Graph, request: Request) -> str:
    """What a cold start takes away, before there is a result."""
    hidden = hide(graph, request.percent / 100, request.seed, request.split)
    around = graph.degree[hidden.nodes].mean()
    return (
        f"Hiding {len(hidden.nodes):,} of {graph.num_nodes:,} nodes takes {hidden.lost_edges:,} of "
        f"{graph.num_edges:,} edges away with them. A hidden node had {around:.1f} neighbours on average, "
        "which a graph network will miss."
    )


def _notices(found: ColdStartResult) -> tuple[str, str]:
    """Who is best from features alone, and what the edges cost and bring."""
    alone = sorted((score for score in found.scores if not score.edges), key=lambda score: -score.accuracy)
    given = max((score for score in found.scores if score.edges), key=lambda s: s.accuracy, default=None)
    ours = next((score for score in alone if score.is_n2n), None)
    first = ""
    if ours and len(alone) > 1:
        baseline = next(score for score in alone if score is not ours)
        ahead = 100 * (ours.accuracy - baseline.accuracy)
        sure = "" if abs(ahead) > 100 * found.chance else ", which may be chance"
        gap = f"{abs(ahead):.1f} points {'more' if ahead > 0 else 'less'} than {baseline.method}{sure}"
        first = (
            f"From features alone {ours.method} predicts {ours.accuracy:.1%} of the hidden nodes correctly, "
            + (f"{gap}." if f"{abs(ahead):.1f}" != "0.0" else f"as many as {baseline.method}.")
        )
    if given is None:
        return first, ""
    base = ours or alone[0]
    return first, (
        f"With the edges restored {given.method} reaches {given.accuracy:.1%}; for that it reads the "
        f"features of {given.nodes_read:,} nodes and takes {given.microseconds / base.microseconds:.0f} "
        f"times as long per hidden node as {base.method}."
    )


main, side = frame.page(
    "Cold start",
    "A new node has features but no edges yet: N2N predicts it from its features alone, because it needs "
    "edges only while it learns.",
    first="actions",
)
key, graph = frame.dataset()
with main:
    _must_be_possible(key, graph)
    if own_graphs.is_own(key) and own_graphs.find(key).features:
        st.warning(
            "The features of this graph were computed from its edges, those of the hidden nodes included, "
            "so the prediction of a hidden node does depend on edges here."
        )
with side:
    actions = st.container(key="actions")
    request = _choose(key, graph)
    with actions:
        _act(request, graph)
with main:
    status, found = cold_starts.status(request), cold_starts.result(request)
    if status and not status.ended:
        st.fragment(_watch, run_every=POLL)(request)
    elif found and found.scores:
        if status and status.state == "cancelled":
            st.info(
                f"{escape(status.cause)} These methods had finished by then.", icon=":material/stop_circle:"
            )
        _show(key, found, own=True)
    else:
        if status and status.state == "failed":
            st.error(escape(status.cause), icon=":material/error:")
        elif status:
            st.info(f"{escape(status.cause)} No method had finished by then.", icon=":material/stop_circle:")
        before = shipped(key)
        st.info(
            "**Hide and train** hides nodes, trains each method on the rest, and predicts the hidden ones."
            + (" Until then, results measured for this project are shown." if before else "")
        )
        if before:
            _show(key, before, own=False)
        else:
            frame.notice(_what_goes(graph, request))
    frame.mathematics(
        "Training sees the graph without the hidden nodes. Afterwards N2N needs one product per layer for a "
        "node that it has never seen; positives shaped the weights, but take no part in the prediction:",
        r"$\hat{y}_i = \arg\max \; \text{ReLU}(\vec{x}_i \mathbf{W}) \, \mathbf{C} + \vec{c}$",
        "A graph convolution averages over the neighbours in every layer. Without edges the average is the "
        "node alone; with them it reads neighbours and their neighbours:",
        r"$\mathbf{H} = \text{ReLU}(\hat{\mathbf{A}} \mathbf{X} \mathbf{W}_1), \qquad "
        r"\hat{\mathbf{Y}} = \hat{\mathbf{A}} \mathbf{H} \mathbf{W}_2$",
    )
