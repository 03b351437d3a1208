"""What N2N is, in a picture; the chosen graph; a measured result."""

import streamlit as st

import n2n
from n2n.paper import table1
from n2n.plots import idea
from n2n.results import load_results, summaries
from pages import _data, _frame, _show

NEXT = (
    ("pages/graph.py", "Look at the graph", ":material/hub:"),
    ("pages/taps.py", "See what TAPS chooses", ":material/steps:"),
    ("pages/subgraphs.py", "See the subgraphs", ":material/bubble_chart:"),
    ("pages/smoothness.py", "Compare with random", ":material/bar_chart:"),
)


def _facts(key: str, graph) -> None:
    info, facts = _data.info(key), _data.facts(key)
    st.subheader(_frame.text(info.title), anchor=False)
    st.markdown(info.description)
    shown = {
        name: f"{facts[name.lower()]:,}" for name in ("Nodes", "Edges", "Classes", "Features", "Isolated")
    }
    if graph.has_labels:
        shown["Homophily"] = f"{facts['homophily']:.0%}"
    _frame.metrics(shown)
    st.caption(
        "Homophily is the share of edges that join two nodes of one class; isolated nodes have no neighbour. "
        f"Source: {_frame.text(graph.provenance)}"
    )


def _measured(key: str) -> None:
    """The measured scores of this dataset beside the printed ones, where there are any."""
    results = load_results(key)
    measured = summaries(results)
    if not measured:
        return
    st.subheader("How well it works, measured", anchor=False)
    printed = table1()
    rows = {
        "method": list(measured),
        "micro-F1 here (%)": [f"{score.mean:.2f} ± {score.sd:.2f}" for score in measured.values()],
        "seeds": [score.seeds for score in measured.values()],
        "in the paper (%)": [
            f"{printed[name][key].mean:.2f} ± {printed[name][key].sd:.2f}"
            if key in printed.get(name, {})
            else "–"
            for name in measured
        ],
    }
    st.dataframe(rows, hide_index=True)
    st.caption(f"{_frame.text(_data.info(key).title)}, {results['split']} split, {results['selection']}.")


def _notice(key: str, graph) -> str:
    if not graph.has_labels:
        return ""
    chosen = n2n.label_smoothness(graph, _data.positives(key, 1))
    everyone = 1 - _data.facts(key)["homophily"]
    return (
        f"In {_frame.text(_data.info(key).title)}, the one neighbour that TAPS takes has another label in "
        f"{chosen:.1%} of the "
        f"cases; any neighbour, in {everyone:.1%}."
    )


main, side = _frame.page(
    "N2N Explorer",
    "A network that sees a node's features alone learns to agree with the node's neighbourhood; "
    "one well-chosen neighbour can stand for it.",
)
key, graph = _frame.dataset()
with main:
    figure = idea.idea()
    _show.figure(
        figure, "n2n-idea", height=400, alt="A node is pulled towards its positive and pushed from others"
    )
    _frame.notice(
        "The node and its positive are pulled together, all other nodes are pushed away. "
        "No message passes along the edges when the trained network is used: the edges only choose the "
        "pairs.",
        _notice(key, graph),
    )
    for column, (file, label, icon) in zip(st.columns(len(NEXT)), NEXT, strict=True):
        column.page_link(file, label=label, icon=icon)
    _measured(key)
    _frame.mathematics(
        "N2N maximises the mutual information between the representation of a node, **h**, and that of its "
        "neighbourhood, **s** (the paper's Eq. 2), by minimising InfoNCE (Eq. 3):",
        r"$\mathcal{L}_{\text{InfoNCE}} = -\mathbb{E}_{v_i} \left[ \log "
        r"\frac{\exp(\text{sim}(\vec{s}_i, \vec{h}_i)/\tau)}"
        r"{\sum_{v_k \in \mathcal{V}} \exp(\text{sim}(\vec{h}_k, \vec{h}_i)/\tau)} \right]$",
        "The upper part pulls the node towards its neighbourhood; the sum below runs over all nodes and "
        "pushes it away "
        "from them. With one positive, **s** is simply the representation of that neighbour.",
    )
with side:
    _facts(key, graph)
