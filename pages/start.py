"""The idea in one picture: a graph, the subgraphs that TAPS cuts out of it, and what training makes of it."""

import numpy as np
import streamlit as st

import n2n
from n2n.embedding.picture import groups
from n2n.plots import embedding, theme
from n2n.plots import map as plots
from n2n.training.run import Run
from pages.session import data, maps, runs
from pages.session.markdown import escape
from pages.ui import controls, frame, graph_map, guide, problems, run_view
from pages.ui.lessons import LESSONS

HEIGHT = 450
POSITIVES = ("all", "5", "4", "3", "2", "1")
# Enough to see the classes part.
SHORT = {"epochs": 100, "snapshots": 12, "evaluate_every": 10}
_RUN, _REFUSED = "run of the first page", "why the run of the first page was refused"
_TRAIN = "train now"


def _colours(graph: n2n.Graph):
    found = groups(graph, np.arange(graph.num_nodes), "Label")
    return plots.colouring(found, frame.dark()), found


def _subgraphs(key: str, graph: n2n.Graph) -> None:
    """The map, and the slider that lets it fall apart."""
    with st.container(key="figure_and_slider"):
        picture, slider = st.container(), st.container()
    with slider:
        k = _choose_positives()
    colours, found = _colours(graph)
    with picture:
        _counts(key, graph, k)
        graph_map.draw(
            key,
            graph,
            "start",
            colours,
            alt=f"{data.title(key)}, its nodes coloured by class, with "
            + ("all edges" if k is None else f"the edges that TAPS chooses with k = {k}"),
            positions=None if k is None else maps.subgraphs(key, k),
            k=-1 if k is None else k,
            height=HEIGHT,
        )
        frame.marks(embedding.legend(found))


def _choose_positives() -> int | None:
    """k, or None for all neighbours."""
    chosen = st.select_slider(
        "Neighbours kept per node (positives) k",
        POSITIVES,
        value="all",
        key="positives",
        format_func=lambda k: "all neighbours" if k == "all" else k,
        **controls.BOUND,
        help="The ones that TAPS ranks highest: k of them per node.",
    )
    return None if chosen == "all" else int(chosen)


def _counts(key: str, graph: n2n.Graph, k: int | None) -> None:
    parts = data.partition(key, k)
    shown = {"Subgraphs" if k else "Connected parts": f"{parts.num_subgraphs:,}"}
    shown["Nodes in the largest"] = f"{parts.sizes[0]:,}"
    if graph.has_labels:
        shown["Purity"] = f"{data.purities(key, k)['weighted']:.0%}"
    frame.metrics(shown)


def _train(key: str, graph: n2n.Graph) -> None:
    """The button that starts a short run, to be watched on this page."""
    if controls.clicked(_TRAIN):
        _start(key, graph)
        st.rerun()
    problems.show(_REFUSED)
    controls.button(
        "Train now",
        key=_TRAIN,
        type="primary",
        icon=":material/play_arrow:",
        width="stretch",
        help=f"N2N without labels, one positive per node, at most {SHORT['epochs']} epochs.",
    )


def _start(key: str, graph: n2n.Graph) -> None:
    with problems.kept(_REFUSED):
        run = runs.start_short(key, graph, positions=maps.whole(key), **SHORT)
        st.session_state[_RUN] = run.id


def _shown_run(key: str) -> Run | None:
    """The run that was started here, until the visitor goes back to the graph."""
    run = runs.find(st.session_state.get(_RUN, ""))
    return run if run is not None and run.dataset == key else None


def _back() -> None:
    st.session_state.pop(_RUN, None)


def _alike(graph: n2n.Graph) -> float:
    """The homophily of a graph, without the compiled kernels: the first page must not wait for them."""
    a, b = graph.y[graph.sources], graph.y[graph.indices]
    return float(np.mean((a == b)[(a >= 0) & (b >= 0)])) if graph.num_edges else 0.0


def _notice(key: str, graph: n2n.Graph) -> str:
    if not graph.has_labels:
        return "Move the slider to 1: each node keeps the neighbour that TAPS ranks highest."
    whole, parts = (data.partition(key, k) for k in (None, 1))
    return (
        "TAPS ranks the neighbours of every node by how much their neighbourhoods tell about its own. Move "
        f"the slider to 1, and only the best is kept: {escape(data.title(key))} goes from "
        f"{theme.counted(whole.num_subgraphs, 'connected part')} to "
        f"{theme.counted(parts.num_subgraphs, 'subgraph')}, the largest with {parts.sizes[0]:,} of its "
        f"{theme.nodes(graph.num_nodes)}, and {data.purities(key, 1)['weighted']:.0%} of the nodes have the "
        "most frequent label of their subgraph (purity). Neighbours are alike to begin with: "
        f"{_alike(graph):.0%} of all edges join two nodes of the same class."
    )


def _lessons() -> None:
    st.markdown("**Learn it in twenty minutes**")
    for name, lesson in LESSONS.items():
        with st.container(gap="xsmall"):
            st.button(
                lesson.title,
                key=f"begin.{name}",
                on_click=guide.go,
                args=(name, 1),
                icon=":material/school:",
                width="stretch",
            )
            st.caption(lesson.about)


main, side = frame.page(
    "N2N Explorer",
    "Node-to-neighbourhood learning (N2N): a network that reads only a node's own features learns "
    "representations that agree with those of its neighbours, or of a few that TAPS chooses.",
    first="actions",
)
key, graph = frame.dataset()
run = _shown_run(key)
with main:
    if run is None:
        _subgraphs(key, graph)
        frame.notice(_notice(key, graph))
    else:
        run_view.follow(lambda: run_view.state(run), [run], run_view.HEAD_EVERY, "head")
        run_view.points(run, graph, "start", HEIGHT)
        frame.notice(
            "The network reads the features of one node at a time. Training pulls the representation of a "
            "node towards that of one neighbour and pushes it away from those of all other nodes."
        )
with side:
    with st.container(key="actions"):
        if run is None:
            _train(key, graph)
            st.caption("The same nodes, moved by what a network learns without labels.")
        else:
            st.button("Back to the graph", icon=":material/arrow_back:", on_click=_back, width="stretch")
            st.caption(data.label_use(graph, run.settings))
            st.page_link("train.py", label="Curves and settings", icon=":material/model_training:")
    _lessons()
with main:
    frame.mathematics(
        "N2N maximises the mutual information between the representation of a node, **h**, and that of its "
        "neighbourhood, **s** (the paper's Eq. 2), by minimising InfoNCE (Eq. 3):",
        frame.INFO_NCE,
        "The numerator pulls the node towards its neighbourhood; the sum in the denominator runs over all "
        "nodes and pushes it away from them. With one positive, **s** is simply the representation of "
        "that neighbour.",
    )
