"""Where a scene of a lesson draws: a place for one figure, and one for at most two controls."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from n2n.embedding.picture import groups
from n2n.plots import embedding, theme
from n2n.plots import map as map_plots
from n2n.taps.map import undirected_pairs
from pages.session import choices, data
from pages.ui import frame, graph_map, nodes

Facts = dict[str, Any]
HEIGHT = "max(330px, calc(100vh - 12.5rem))"


class Stage:
    """Where a scene draws: its graph, a place for controls and one for the figure."""

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

    def map(self, alt: str, k: int | None, way: str = "TAPS", wrong: int = 0) -> None:
        """Draw the map with the edges that are kept."""
        found = groups(self.graph, np.arange(self.graph.num_nodes), "Label")
        kept = choices.positives(self.key, k, way, wrong)
        with self.figure:
            graph_map.draw(
                self.key,
                self.graph,
                f"scene.{self.name}",
                map_plots.colouring(found),
                alt=alt,
                positions=choices.positions(self.key, k, way, wrong),
                own=undirected_pairs(kept),
                height=HEIGHT,
            )
            frame.marks(embedding.legend(found))

    def k(self) -> int:
        """A slider for the number of positives."""
        with self.beside:
            return st.slider("Positives k", 1, 5, 1, key="lesson.k", persist_state="session", width=180)

    def choice(self, label: str, options: tuple[str, ...], name: str, default: str | None = None) -> str:
        """A few words side by side; not in the address, so that Back leads to the step before."""
        with self.beside:
            return st.segmented_control(
                label,
                options,
                default=default or options[0],
                required=True,
                key=f"lesson.{name}",
                persist_state="session",
            )

    def wrong(self, default: str = "0") -> int:
        """How many wrong edges are added, in percent."""
        return int(
            self.choice("Wrong edges added (%)", ("0", "25", "50", "100"), f"wrong.{default}", default)
        )

    def node(self, another: bool = True) -> int:
        """The node of all pages, or the first with two neighbours, and a button to draw another."""
        found = choices.examples(self.key)
        chosen = st.session_state.get("node")
        if chosen not in found.nodes:
            chosen = int(found.nodes[0]) if len(found.nodes) else 0
        if another:
            with self.beside:
                st.button("Another node", on_click=_draw, args=(self.key,), icon=":material/casino:")
        return int(chosen)


def _draw(key: str) -> None:
    node = choices.examples(key).draw()
    if node is not None:
        nodes.go_to(node)
