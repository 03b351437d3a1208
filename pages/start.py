"""What N2N is, in a picture; the chosen graph; a measured result."""

import streamlit as st

from n2n.methods.identity import MethodName
from n2n.paper import EXPERIMENTS
from n2n.paper.store import SELECTION
from n2n.paper.tables import scores, sentences
from n2n.plots import drawings, paper
from pages.session import data, results
from pages.ui import figures, frame, guide
from pages.ui.lessons import LESSONS
from pages.ui.markdown import escape

# Draws of random neighbours, as on the page Label smoothness.
SEEDS = 10


def _lessons() -> None:
    st.subheader("Guided lessons", anchor=False)
    with st.container(horizontal=True, gap="small"):
        for name, lesson in LESSONS.items():
            st.button(
                lesson.title,
                key=f"begin.{name}",
                on_click=guide.go,
                args=(name, 1),
                icon=":material/school:",
                help=f"{lesson.about} {len(lesson.steps)} steps, each a page with its settings filled in.",
            )


def _facts(key: str, graph) -> None:
    info, facts = data.info(key), data.facts(key)
    st.subheader(escape(info.title), anchor=False)
    st.markdown(info.description)
    shown = {
        name: f"{facts[name.lower()]:,}" for name in ("Nodes", "Edges", "Classes", "Features", "Isolated")
    }
    if graph.has_labels:
        shown["Homophily"] = f"{facts['homophily']:.0%}"
    frame.metrics(shown)
    st.caption(
        "Homophily is the share of edges that join two nodes of the same class; isolated nodes have no "
        "neighbours. "
        f"Source: {escape(graph.provenance)}"
    )


def _measured(key: str) -> None:
    """The measured and the printed scores of this dataset, where there are any."""
    measured = [
        one
        for one in (results.comparisons("table1", (key,)) if key in EXPERIMENTS["table1"].datasets else ())
        if one.measured is not None and MethodName.parse(one.row).is_n2n
    ]
    if not measured:
        return
    table = scores(measured)
    st.subheader("How well it works, measured", anchor=False)
    st.markdown(" ".join(sentences(measured)))
    figures.figure(
        paper.measured(table),
        f"{data.file_stem(key)}-measured",
        table=table,
        height=110 + 26 * len(table["method"]),
        alt="Test micro-F1, measured here and as printed, for each N2N method",
    )
    seeds = sorted(set(table["seeds"]))
    many = f"{seeds[0]}" if len(seeds) == 1 else f"{seeds[0]} to {seeds[-1]}"
    st.caption(
        f"Mean and standard deviation over {many} seeds on {escape(data.info(key).title)}, "
        f"paper split. Selection: {SELECTION}. JL learns jointly with labels; URL learns without them, and a "
        "linear classifier on top is tested."
    )


def _notice(key: str, graph) -> str:
    if not graph.has_labels:
        return ""
    table = data.smoothness(key, SEEDS)
    taps, chance = table["taps"][0], table["random_mean"][0]
    return (
        f"In {escape(data.title(key))}, the neighbour that TAPS chooses has another label than its node in "
        f"{taps:.1%} of the cases, a random neighbour in {chance:.1%} (mean of {SEEDS} draws)."
    )


main, side = frame.page(
    "N2N Explorer",
    "A network that sees only a node's own features learns to agree with the node's neighbourhood; one "
    "well-chosen neighbour can represent it.",
    first="figure",
)
key, graph = frame.dataset()
with main:
    figure = drawings.idea()
    figures.figure(
        figure,
        "n2n-idea",
        height=310,
        alt="A node is pulled towards its positive and pushed away from others",
    )
    frame.notice(
        "The node and its positive are pulled together, all other nodes are pushed away. "
        "The trained network passes no messages along the edges: edges only choose the pairs.",
        _notice(key, graph),
    )
    _lessons()
    _measured(key)
    frame.mathematics(
        "N2N maximises the mutual information between the representation of a node, **h**, and that of its "
        "neighbourhood, **s** (the paper's Eq. 2), by minimising InfoNCE (Eq. 3):",
        r"$\mathcal{L}_{\text{InfoNCE}} = -\mathbb{E}_{v_i} \left[ \log "
        r"\frac{\exp(\text{sim}(\vec{s}_i, \vec{h}_i)/\tau)}"
        r"{\sum_{v_k \in \mathcal{V}} \exp(\text{sim}(\vec{h}_k, \vec{h}_i)/\tau)} \right]$",
        "The numerator pulls the node towards its neighbourhood; the sum in the denominator runs over all "
        "nodes and pushes it away from them. With one positive, **s** is simply the representation of "
        "that neighbour.",
    )
with side:
    _facts(key, graph)
