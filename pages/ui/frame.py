"""The frame of every page: title, claim, figure beside its controls, what to notice, mathematics."""

from collections.abc import Iterable, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import n2n
from n2n.plots import theme
from pages.session import data

_STYLE = """
<style>
.stMainBlockContainer {padding: 3.75rem 3rem 2rem 3rem;}
[data-testid="stMainBlockContainer"] h1 {font-size: 2rem; padding: 0 0 0.4rem 0;}
[data-testid="stMetricValue"] {font-size: 1.6rem;}
[data-testid="stButtonGroup"] [role="radiogroup"] {flex-wrap: wrap; row-gap: 0.25rem;}
[data-testid="stStatusWidget"] button {display: none;}
[class*="st-key-live"] [data-stale="true"] {opacity: 1 !important;}
[data-stale="true"], [data-stale="true"] * {transition-duration: 0s !important;}
[data-testid="stButton"] button *, [data-testid="stCheckbox"] label * {
    white-space: normal !important; overflow: visible;
}
[class*="st-key-pair"] > * > [data-testid="stHorizontalBlock"] {
    flex-wrap: wrap;
    > .stColumn {min-width: min(100%, 16rem);}
}
@media (min-width: 901px) {
    [class*="st-key-page_columns"] > * > [data-testid="stHorizontalBlock"] {
        flex-wrap: nowrap;
        > .stColumn:first-child {min-width: 0;}
        > .stColumn:last-child {min-width: 12.5rem;}
    }
}
@media (max-width: 900px) {
    .stMainBlockContainer {padding: 3.75rem 1rem 2rem 1rem;}
    [class*="st-key-page_columns"] > * > [data-testid="stHorizontalBlock"] {
        flex-direction: column; flex-wrap: nowrap;
        > .stColumn {width: 100%; flex: 0 0 auto;}
        > .stColumn:last-child, > .stColumn:last-child > [data-testid="stVerticalBlock"] {display: contents;}
        > .stColumn:first-child {order: 1;}
        > .stColumn:last-child > [data-testid="stVerticalBlock"] > * {order: 2;}
    }
    .st-key-figure_and_slider {flex-direction: column-reverse;}
    [class*="-accuracy-and-time"] .textpoint {display: none;}
    .st-key-page_columns_controls_first > * > * > .stColumn:last-child > * > * {order: 0 !important;}
    .st-key-page_columns_actions_first > * > * > .stColumn:last-child > * > *:has(> .st-key-actions) {
        order: 0 !important;
    }
}
</style>
"""


def style() -> None:
    """Less empty space above the page, and figures of a size that leaves room for the picture.

    Choices side by side break into two lines where the window is narrow. A second button "Stop", that of
    Streamlit for its script, would be taken for the one of a training.

    What refreshes itself stands in a container with a key that begins with "live", and does not fade then.
    Nor does anything fade by degrees: it would be drawn sixty times a second while the page is computed.

    In a narrow window the columns are one below the other, and what a visitor does first is at the top: see
    `page`. A slider below its figure stands above it then, in a container "figure_and_slider". The names of
    the methods on Compare, placed for a wide figure, would cover each other.
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
    with st.container(key=f"page_columns_{first}_first"):
        main, side = st.columns([3.4, 1], gap="medium")
    return main, side


def pair(name: str, widths: Sequence[float] = (1, 1)) -> list[DeltaGenerator]:
    """Columns for two figures, one below the other where they would be too narrow."""
    with st.container(key=f"pair_{name}"):
        return st.columns(widths, gap="medium")


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
