"""Where a scene of a lesson draws: a place for one figure, and one for at most two controls.

No control is in the address, so that Back in the browser leads to the step before.
"""

from typing import Any

import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from n2n.plots import theme
from pages.session import data
from pages.ui import choice_map, choices, frame, nodes

Facts = dict[str, Any]
"""What the texts of a step name in braces."""
HEIGHT = "max(330px, calc(100vh - 12.5rem))"


class Unsuitable(Exception):
    """A scene cannot be drawn for this graph; the sentence says why."""


class Stage:
    """The graph of a scene, a place for controls and one for the figure."""

    def __init__(self, key: str, name: str, beside: DeltaGenerator, figure: DeltaGenerator):
        self.key, self.name, self.graph = key, name, data.graph(key)
        self.beside, self.figure = beside, figure

    def show(self, figure: go.Figure, alt: str) -> None:
        """Draw a figure in its place."""
        with self.figure:
            self.chart(figure, alt)

    def chart(self, figure: go.Figure, alt: str) -> None:
        """Draw a figure here; it fills its place, with type that can be read from afar."""
        theme.dress(theme.enlarge(figure), frame.dark())
        config = {"displayModeBar": False}
        st.plotly_chart(figure, height="stretch", key=f"scene.{self.name}", config=config, alt=alt)

    def map(self, k: int | None, way: str = "TAPS", wrong: int = 0) -> None:
        """Draw the map with the edges that are kept."""
        with self.figure:
            choice_map.draw(self.key, f"scene.{self.name}", k, way, wrong, HEIGHT)

    def k(self) -> int:
        """A slider for the number of positives, which is that of all pages."""
        st.session_state["lesson.k"] = st.session_state.get("k", 1)
        with self.beside:
            return st.slider("Positives k", 1, 5, key="lesson.k", on_change=_share_k, width=180)

    def choice(self, label: str, options: tuple[str, ...], name: str, default: str | None = None) -> str:
        """A few words side by side."""
        with self.beside:
            return st.segmented_control(
                label,
                options,
                default=default or options[0],
                required=True,
                key=f"lesson.{name}",
                persist_state="session",
            )

    def wrong(self, default: str) -> int:
        """How many wrong edges are added, in percent."""
        levels = ("0", "25", "50", "100")
        return int(self.choice("Wrong edges added (%)", levels, f"wrong.{default}", default))

    def node(self) -> int:
        """The node of all pages, or the first with two neighbours, and a button to draw another."""
        examples = choices.examples(self.key)
        if not len(examples.nodes):
            raise Unsuitable("No node of this graph has two neighbours to choose from.")
        chosen = st.session_state.get("node")
        with self.beside:
            st.button("Another node", on_click=_draw_node, args=(self.key,), icon=":material/casino:")
        return int(chosen if chosen in examples.nodes else examples.nodes[0])


def _share_k() -> None:
    st.session_state["k"] = st.session_state["lesson.k"]


def _draw_node(key: str) -> None:
    nodes.go_to(choices.examples(key).draw() or 0)
