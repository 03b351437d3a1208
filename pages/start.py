"""The first page: which neighbour is kept, and when it matters; one map, three controls, three purities."""

import numpy as np
import streamlit as st

import n2n
from n2n.embedding.picture import groups
from n2n.paper import headlines
from n2n.plots import embedding, theme
from n2n.plots import map as plots
from n2n.taps.map import undirected_pairs
from n2n.taps.smoothness import label_smoothness
from n2n.training.run import Run
from pages.session import choices, data, maps, runs
from pages.ui import controls, frame, graph_map, problems, run_view
from pages.ui.lessons import LESSONS

HEIGHT = 430
KEPT = ("all", "5", "4", "3", "2", "1")
WRONG = ("0", "25", "50", "100")
# Enough to see the classes part.
SHORT = {"epochs": 100, "snapshots": 12, "evaluate_every": 10}
_RUN, _REFUSED, _TRAIN = "run of the first page", "why the run of the first page was refused", "train now"
ABOUT = """\
**N2N** (Node-to-Neighbourhood learning) trains a network that reads one node's features at a time, so that \
its output for a node agrees with its output for the node's neighbours. **TAPS** (Topology-Aware Positive \
Sampling) keeps only *k* neighbours of each node for this: those whose own neighbourhoods tell most about \
the node's. Both are from *Node Representation Learning in Graph via Node-to-Neighbourhood Mutual \
Information Maximization* (Dong et al., CVPR 2022)."""


def _share_k() -> None:
    """The other pages are about the same number of positives."""
    if st.session_state["kept"] != "all":
        st.session_state["k"] = int(st.session_state["kept"])


def _choose() -> tuple[int | None, str, int]:
    """k (None for all neighbours), how the neighbours are chosen, and the percentage of wrong edges."""
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        kept = st.select_slider(
            "Neighbours kept, k",
            KEPT,
            value="1",
            key="kept",
            on_change=_share_k,
            **controls.BOUND,
            width=170,
        )
        way = st.segmented_control(
            "Chosen by",
            choices.WAYS,
            default=choices.WAYS[0],
            required=True,
            key="chosen",
            **controls.BOUND,
        )
        wrong = st.segmented_control(
            "Wrong edges added (%)",
            WRONG,
            default=WRONG[0],
            required=True,
            key="wrong",
            **controls.BOUND,
            help="Edges between random pairs of nodes, in percent of the edges of the graph.",
        )
    return None if kept == "all" else int(kept), way or choices.WAYS[0], int(wrong or 0)


def _map(key: str, graph: n2n.Graph, k: int | None, way: str, wrong: int) -> None:
    found = groups(graph, np.arange(graph.num_nodes), "Label")
    everything = k is None or way == "All"
    # All edges and those of TAPS are in the browser already.
    sent = bool(wrong) or (way == "Random" and not everything) or maps.points(key).condensed
    kept = choices.positives(key, k, way, wrong) if sent and not (everything and not wrong) else None
    edges = "all edges" if everything else f"{k} of the edges of each node, chosen by {way}"
    graph_map.draw(
        key,
        graph,
        "start",
        plots.colouring(found),
        alt=f"{data.title(key)}, its nodes coloured by class, with {edges}; {wrong}% wrong edges added",
        positions=choices.positions(key, k, way, wrong),
        k=-1 if everything else k or -1,
        own=None if kept is None else undirected_pairs(kept),
        height=HEIGHT,
    )
    frame.marks(embedding.legend(found))


def _counts(k: int | None, way: str, parts: n2n.Partition) -> None:
    together = "Connected parts" if k is None or way == "All" else "Subgraphs"
    frame.metrics({together: f"{parts.num_subgraphs:,}", "Nodes in the largest": f"{parts.sizes[0]:,}"})


_ROW = """<div style="{weight}">{name}<span style="float:right">{value}</span></div>
<div style="background:{colour};width:{width:.1f}%;height:0.5em;margin-bottom:0.5em"></div>"""


def _compare(found: choices.Purities, way: str) -> None:
    """The purity of the three choices at once."""
    values = {
        "TAPS": (found.taps, f"{found.taps:.1%}"),
        "Random": (found.mean, f"{found.mean:.1%} ± {100 * found.sd:.1f}"),
        "All": (found.all, f"{found.all:.1%}"),
    }
    rows = [
        _ROW.format(
            name="All neighbours" if name == "All" else name,
            weight="font-weight:600" if name == way else "",
            colour=theme.ACCENT if name == way else theme.GREY,
            width=100 * value,
            value=words,
        )
        for name, (value, words) in values.items()
    ]
    st.markdown(
        "**Purity of the subgraphs**",
        help="The share of nodes that have the most frequent label of their subgraph. Random: mean ± "
        f"standard deviation of {choices.DRAWS} draws.",
    )
    st.html("".join(rows))


def _notice(key: str, graph: n2n.Graph, k: int | None, wrong: int) -> tuple[str, str]:
    """What the current setting shows, and how alike neighbours are."""
    shown = choices.graph(key, wrong)
    alike = 1 - label_smoothness(graph, n2n.all_neighbours(shown))
    added = shown.num_edges - graph.num_edges
    edges = f"{alike:.0%} of the edges join two nodes of the same class"
    second = f"With {theme.counted(added, 'wrong edge')} added, {edges}." if added else f"Here {edges}."
    if k is None:
        return "All neighbours are kept, so there is nothing to choose: keep fewer of them.", second
    found = choices.purities(key, k, wrong)
    numbers = f"{found.taps:.1%} for TAPS, {found.mean:.1%} ± {100 * found.sd:.1f} for random neighbours"
    gap = theme.counted(round(100 * abs(found.taps - found.mean)), "point")
    first = {
        0: f"**No difference here**: which neighbours are kept hardly matters ({numbers}).",
        1: f"**TAPS is better** than random choice by {gap} ({numbers}).",
        -1: f"**TAPS is worse** than random choice by {gap} ({numbers}).",
    }[found.difference]
    return first, second


@st.cache_data(show_spinner=False)
def _replicated() -> list[str]:
    """What became of the paper's claims in the runs that ship with the program."""
    return headlines()


def _doors() -> None:
    first = {"lesson": next(iter(LESSONS)), "step": "1", "present": "1"}
    st.page_link("learn.py", label="Teach it", icon=":material/present_to_all:", query_params=first)
    st.page_link("learn.py", label="Learn it: four short lessons", icon=":material/school:")
    st.page_link("your_data.py", label="Use my graph", icon=":material/upload_file:")


def _train(key: str, graph: n2n.Graph) -> None:
    """The button that starts a short run, to be watched on this page."""
    if controls.clicked(_TRAIN):
        with problems.kept(_REFUSED):
            run = runs.start_short(key, graph, positions=maps.whole(key), **SHORT)
            st.session_state[_RUN] = run.id
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
    st.caption("N2N without labels: watch the nodes move to where the network puts them.")


def _shown_run(key: str) -> Run | None:
    """The run that was started here, until the visitor goes back to the graph."""
    run = runs.find(st.session_state.get(_RUN, ""))
    return run if run is not None and run.dataset == key else None


def _progress(run: Run) -> None:
    """How far the run is, and its scores with their epoch."""
    run_view.state(run)
    if run.history:
        frame.metrics(run_view.numbers(run))


frame.heading(
    "N2N Explorer",
    "N2N learns from a few neighbours of each node in place of all. Which ones are kept hardly matters on a "
    "clean citation graph, and matters where edges are wrong or the graph is dense: try it.",
)
key, graph = frame.dataset()
run = _shown_run(key)
if run is None:
    k, way, wrong = _choose()
    main, side = frame.columns("actions")
    with side:
        shows = st.container(key="actions")
        _train(key, graph)
        _doors()
    with main:
        _map(key, graph, k, way, wrong)
    # Last, because it loads the compiled kernels: the map is drawn by then.
    with shows:
        if graph.has_labels:
            _compare(choices.purities(key, k, wrong), way)
            st.markdown(" ".join(_notice(key, graph, k, wrong)))
        _counts(k, way, choices.partition(key, k, way, wrong))
else:
    main, side = frame.columns("figure")
    with main:
        run_view.follow(lambda: _progress(run), [run], run_view.HEAD_EVERY, "head")
        run_view.points(run, graph, "start", HEIGHT)
        frame.notice(
            "The network reads the features of one node at a time. Training pulls the representation of a "
            "node towards that of one neighbour and pushes it away from those of all other nodes."
        )
    with side:
        st.button(
            "Back to the graph",
            icon=":material/arrow_back:",
            on_click=st.session_state.pop,
            args=(_RUN, None),
            width="stretch",
        )
        st.caption(data.label_use(graph, run.settings))
        st.page_link("train.py", label="Curves and settings", icon=":material/model_training:")
with main:
    st.markdown(ABOUT)
    with st.container(border=True):
        st.markdown("**What replicated, what did not**")
        for sentence in _replicated():
            st.markdown(f"- {sentence}")
        st.page_link("reproduction.py", label="All tables and figures", icon=":material/fact_check:")
    frame.mathematics(
        "N2N maximises the mutual information between the representation of a node, **h**, and that of its "
        "neighbourhood, **s** (the paper's Eq. 2), by minimising InfoNCE (Eq. 3):",
        frame.INFO_NCE,
        "The numerator pulls the node towards its neighbourhood; the sum in the denominator runs over all "
        "nodes and pushes it away from them. With one positive, **s** is the representation of that node.",
    )
