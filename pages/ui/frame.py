"""The frame of every page: title, claim, figure beside its controls, what to notice, mathematics."""

from collections.abc import Iterable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import n2n
from n2n.plots import theme
from pages.session import data

_STYLE = """
<style>
[class*="st-key-"] [role=radio][aria-checked=true] {color: inherit;}
.st-key-page {margin-top: -4.5rem;}
.st-key-page_columns {flex-wrap: nowrap;}
.st-key-figures {flex-wrap: wrap;}
.st-key-figures > * {flex: 1 1 19rem !important; min-width: min(19rem, 100%);}
@media (min-width: 901px) and (max-width: 1250px) {
    .st-key-page {margin-inline: -3.5rem; width: calc(100% + 7rem) !important;}
}
@media (max-width: 900px) {
    .st-key-page {margin-top: -2rem;}
    .st-key-page_columns {flex-direction: column;}
    :has(> .st-key-page_side), .st-key-page_side {display: contents;}
    :has(> .st-key-page_main) {order: 1;}
    .st-key-page_side > * {order: 2;}
    .st-key-controls_first .st-key-page_side > *, .st-key-page_side > :has(> .st-key-actions) {order: 0;}
}
</style>
"""


def style() -> None:
    """Less empty space above the page, and columns that stand one below the other in a narrow window.

    What a visitor does first is at the top then: see `page`. A chosen option has the colour of text:
    the primary colour does not stand out from its tint in both themes.
    """
    st.html(_STYLE)


def metrics(values: dict[str, str]) -> None:
    """Named numbers in a row that breaks where the window is narrow."""
    with st.container(horizontal=True, gap="medium"):
        for name, value in values.items():
            st.metric(name, value, width="content")


def dark() -> bool:
    """Whether the visitor looks at the dark theme."""
    return st.context.theme.type == "dark"


def page(title: str, claim: str, first: str = "controls") -> tuple[DeltaGenerator, DeltaGenerator]:
    """Title and claim, then two columns: one for the figure, one for the controls.

    Args:
        first: what is at the top in a narrow window, where one column is below the other: the "controls"; the
            "actions" alone, a container with that key in the second column; or the "figure".
    """
    heading(title, claim)
    return columns(first)


def heading(title: str, claim: str) -> None:
    """What is above the two columns of a page."""
    st.title(title, anchor=False)
    st.markdown(claim)


def columns(first: str = "controls") -> tuple[DeltaGenerator, DeltaGenerator]:
    """The two columns of a page, where something is above them; see `page`."""
    with st.container(key=f"{first}_first"), st.container(key="page_columns", horizontal=True, gap="medium"):
        return st.container(key="page_main"), st.container(key="page_side", width=240)


def two_figures() -> tuple[DeltaGenerator, DeltaGenerator]:
    """Room for two figures, one below the other where the window is narrow."""
    with st.container(key="figures", horizontal=True, gap="medium"):
        return st.container(), st.container()


def dataset() -> tuple[str, n2n.Graph]:
    """The chosen dataset and its graph; while it is not here, the page says why and ends."""
    key = st.session_state["dataset"]
    return key, data.graph(key)


def notice(*sentences: str) -> None:
    """What to notice, computed from the data at hand: two sentences, the others in small print below them.

    Empty ones are left out.
    """
    told = [sentence for sentence in sentences if sentence]
    if told:
        with st.container(border=True):
            st.markdown(f"**What to notice.** {' '.join(told[:2])}")
            if told[2:]:
                st.caption(" ".join(told[2:]))


def needs_labels(graph: n2n.Graph) -> None:
    """End the page with a sentence where the graph has no labels."""
    if not graph.has_labels:
        st.info("This graph has no labels, so there is nothing to compare here. Choose another dataset.")
        st.stop()


INFO_NCE = (
    r"$\mathcal{L}_{\text{InfoNCE}} = -\mathbb{E}_{v_i} \left[ \log "
    r"\frac{\exp(\text{sim}(\vec{s}_i, \vec{h}_i)/\tau)}"
    r"{\sum_{v_k \in \mathcal{V}} \exp(\text{sim}(\vec{h}_k, \vec{h}_i)/\tau)} \right]$"
)
"""Eq. 3 of the paper, for `mathematics`."""


def mathematics(*parts: str) -> None:
    """The formulas behind the page, one click away; a part that starts with $ is a formula."""
    with st.expander("The mathematics", icon=":material/function:"):
        for part in parts:
            if part.startswith("$"):
                st.latex(part.strip("$"))
            else:
                st.markdown(part)


SHAPES = {"circle": "●", "diamond": "◆", "square": "■", "x": "✖"}
"""The symbols of plots as characters."""


def legend(graph: n2n.Graph) -> None:
    """The classes with their colours and shapes, for pictures that have no legend of their own."""
    marks((theme.class_name(graph, label), *theme.look(label)) for label in theme.labels(graph))


def marks(items: Iterable[tuple[str, str, str]]) -> None:
    """A legend of names, safe as HTML, with their colours and symbols, for pictures that share one."""
    items = " &nbsp; ".join(
        f'<span style="white-space:nowrap"><span style="color:{colour}">{SHAPES[symbol]}</span> {name}</span>'
        for name, colour, symbol in items
    )
    st.html(f'<div style="font-size:0.9rem;line-height:1.7">{items}</div>')
