"""The first page: which neighbours are kept, and when it matters; one map, three controls, three purities."""

import streamlit as st

import n2n
from n2n.paper import headlines
from n2n.plots import theme
from n2n.taps.smoothness import label_smoothness
from pages.session import data, runs
from pages.ui import choice_map, choices, controls, frame, maps, problems, run_view
from pages.ui.lessons import LESSONS

HEIGHT = 430
KEPT = ("all", "5", "4", "3", "2", "1")
WRONG = ("0", "25", "50", "100")
# Enough to see the classes part.
SHORT = {"epochs": 100, "snapshots": 12, "evaluate_every": 10}
GRAPH, TRAINING = "Graph", "Training"
_REFUSED, _TRAIN = "why the run of the first page was refused", "train now"
ABOUT = """\
**N2N** (Node-to-Neighbourhood learning) trains a network that reads one node's features at a time, so that \
its output for a node agrees with its output for the node's neighbours. **TAPS** (Topology-Aware Positive \
Sampling) keeps only *k* neighbours of each node for this: those whose own neighbourhoods tell most about \
the node's. Both are from *Node Representation Learning in Graph via Node-to-Neighbourhood Mutual \
Information Maximization* (Dong et al., CVPR 2022)."""


def _share_k() -> None:
    if st.session_state["kept"] != "all":
        st.session_state["k"] = int(st.session_state["kept"])


def _choose() -> tuple[int | None, str, int]:
    """k (None for all neighbours), how the neighbours are chosen, and the percentage of wrong edges."""
    if "k" in st.session_state and st.session_state.get("kept") != "all":
        st.session_state["kept"] = str(st.session_state["k"])  # of the other pages
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
        way = controls.choice("Chosen by", choices.WAYS, "chosen")
        wrong = controls.choice(
            "Wrong edges added (%)",
            WRONG,
            "wrong",
            help="Edges between random pairs of nodes, in percent of the edges of the graph.",
        )
    return None if kept == "all" else int(kept), way, int(wrong)


_BAR = """<div style="{weight}">{name}<span style="float:right">{words}</span></div>
<div style="background:{colour};width:{width:.1f}%;height:0.5em;margin-bottom:0.5em"></div>"""


def _compare(found: choices.Purities, way: str) -> None:
    """The purity of the three choices at once."""
    values = {
        "TAPS": ("TAPS", found.taps, ""),
        "Random": ("Random", found.mean, f" ± {100 * found.sd:.1f}"),
        "All": ("All neighbours", found.all, ""),
    }
    st.markdown(
        "**Purity of the subgraphs**",
        help="The share of nodes that have the most frequent label of their subgraph. Random: mean ± "
        f"standard deviation of {choices.DRAWS} draws.",
    )
    bars = [
        _BAR.format(
            name=name,
            words=f"{value:.1%}{spread}",
            width=100 * value,
            weight="font-weight:600" if choice == way else "",
            colour=theme.ACCENT if choice == way else theme.GREY,
        )
        for choice, (name, value, spread) in values.items()
    ]
    st.html("".join(bars))


def _notice(key: str, graph: n2n.Graph, k: int | None, wrong: int) -> tuple[str, str]:
    """What the current setting shows, and how often neighbours are of the same class."""
    noisy = choices.graph(key, wrong)
    share = 1 - label_smoothness(graph, n2n.all_neighbours(noisy))
    same = f"{share:.0%} of the edges join two nodes of the same class"
    added = noisy.num_edges - graph.num_edges
    second = f"With {theme.counted(added, 'wrong edge')} added, {same}." if added else f"Here {same}."
    if k is None:
        return "All neighbours are kept, so there is nothing to choose: keep fewer of them.", second
    found = choices.purities(key, k, wrong)
    gap = theme.counted(round(100 * abs(found.taps - found.mean)), "point")
    first = {
        0: "**No difference here**: which neighbours are kept hardly matters",
        1: f"**TAPS is better** than random choice by {gap}",
        -1: f"**TAPS is worse** than random choice by {gap}",
    }[found.difference]
    return f"{first}.", second


@st.cache_data(show_spinner=False)
def _replicated() -> list[str]:
    """What became of the paper's claims in the runs that ship with the program."""
    return headlines()


def _start_training(key: str, graph: n2n.Graph) -> None:
    """Queue a short run and turn to it; to be called before the controls are drawn."""
    with problems.kept(_REFUSED):
        runs.start_short(key, graph, positions=maps.whole(key), **SHORT)
        st.session_state["watch"] = TRAINING


def _show_graph(key: str, graph: n2n.Graph) -> None:
    """The map, its three controls, and what they do."""
    k, way, wrong = _choose()
    main, side = frame.columns("actions")
    with side:
        shows = st.container(key="actions")
        problems.show(_REFUSED)
        controls.button(
            "Train now, without labels",
            key=_TRAIN,
            type="primary",
            icon=":material/play_arrow:",
            width="stretch",
            help=f"N2N with one positive per node, at most {SHORT['epochs']} epochs: watch the nodes move to "
            "where the network puts them.",
        )
        first = {"lesson": next(iter(LESSONS)), "step": "1", "present": "1"}
        st.page_link("learn.py", label="Teach it", icon=":material/present_to_all:", query_params=first)
        st.page_link("learn.py", label=f"Learn it: {len(LESSONS)} short lessons", icon=":material/school:")
        st.page_link("your_data.py", label="Use my graph", icon=":material/upload_file:")
    with main:
        choice_map.draw(key, "start", k, way, wrong, HEIGHT)
        st.markdown(ABOUT)
        with st.container(border=True):
            st.markdown("**What replicated, what did not**")
            st.markdown("\n".join(f"- {sentence}" for sentence in _replicated()))
            st.page_link("reproduction.py", label="All tables and figures", icon=":material/fact_check:")
    # Last, because it loads the compiled kernels: the map is drawn by then.
    with shows:
        first = second = ""
        if graph.has_labels:
            _compare(choices.purities(key, k, wrong), way)
            first, second = _notice(key, graph, k, wrong)
        parts = choices.partition(key, k, way, wrong)
        together = "connected part" if k is None or way == "All" else "subgraph"
        frame.notice(
            first,
            second,
            f"Shown: {theme.counted(parts.num_subgraphs, together)}, the largest with "
            f"{theme.nodes(parts.sizes[0])}.",
        )


def _show_training(run: n2n.Run, graph: n2n.Graph) -> None:
    """The nodes in motion, and how far the run is."""

    def progress() -> None:
        run_view.state(run)
        if run.history:
            frame.metrics(run_view.numbers(run))

    run_view.follow(progress, [run], run_view.HEAD_EVERY, "head")
    run_view.points(run, graph, "start", HEIGHT)
    frame.notice(
        "The network reads the features of one node at a time. Training pulls the representation of a "
        "node towards that of its positives and pushes it away from those of all other nodes.",
        data.label_use(graph, run.settings),
    )
    st.page_link("train.py", label="Curves and settings", icon=":material/model_training:")


frame.heading(
    "N2N Explorer",
    "N2N learns from a few neighbours of each node in place of all. Which ones are kept hardly matters on a "
    "clean citation graph, and matters where edges are wrong or the graph is dense: try it.",
)
key, graph = frame.dataset()
if controls.clicked(_TRAIN):
    _start_training(key, graph)
run = next((one for one in runs.chosen() if one.dataset == key), None)
if run is not None and controls.choice("Show", (GRAPH, TRAINING), "watch") == TRAINING:
    _show_training(run, graph)
else:
    _show_graph(key, graph)
frame.mathematics(
    "N2N maximises the mutual information between the representation of a node, **h**, and that of its "
    "neighbourhood, **s** (the paper's Eq. 2), by minimising InfoNCE (Eq. 3):",
    frame.INFO_NCE,
    "The numerator pulls the node towards its neighbourhood; the sum in the denominator runs over all "
    "nodes and pushes it away from them. With one positive, **s** is the representation of that node.",
)
