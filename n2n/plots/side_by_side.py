"""Embeddings of several runs side by side, each by its two principal components."""

from collections.abc import Sequence

import plotly.graph_objects as go

from n2n.embedding.projection import project
from n2n.graph import Graph
from n2n.plots import theme
from n2n.training.run import Run

MAX_PANELS, PER_ROW = 6, 3
# Points of a panel; more of them only lie on top of each other there.
MAX_POINTS = 3_000


def embeddings(graph: Graph, runs: Sequence[tuple[str, Run]]) -> go.Figure:
    """One panel a named run, at most six; a colour and symbol stand for a class in all of them.

    >>> import n2n
    >>> graph = n2n.load("karate")
    >>> run = n2n.fit(graph, n2n.Settings(width=4, epochs=2))
    >>> [trace.name for trace in embeddings(graph, [("mine", run)]).data]
    ['Mr. Hi', 'Officer']
    """
    from plotly.subplots import make_subplots

    shown = runs[:MAX_PANELS]
    columns = min(len(shown), PER_ROW)
    figure = make_subplots(
        -(-len(shown) // PER_ROW),
        columns,
        subplot_titles=[_title(name, run) for name, run in shown],
        horizontal_spacing=0.03,
        vertical_spacing=0.14,
    )
    for number, (_, run) in enumerate(shown):
        projection = project(run.embeddings, "pca", max_points=MAX_POINTS)
        labels = graph.y[projection.nodes]
        for label in sorted(set(labels.tolist())):
            rows = labels == label
            figure.add_scatter(
                x=projection.positions[rows, 0],
                y=projection.positions[rows, 1],
                mode="markers",
                marker={
                    "color": theme.colour(label),
                    "symbol": theme.symbol(label),
                    "size": 4,
                    "opacity": 0.8,
                },
                name=theme.class_name(graph, label),
                legendgroup=str(label),
                showlegend=number == 0,
                customdata=projection.nodes[rows],
                hovertemplate="node %{customdata}<extra>%{fullData.name}</extra>",
                row=1 + number // PER_ROW,
                col=1 + number % PER_ROW,
            )
    figure.update_annotations(font={"size": 13})
    hidden = {"visible": False, "showgrid": False, "zeroline": False}
    figure.update_xaxes(**hidden)
    figure.update_yaxes(**hidden)
    figure.update_layout(legend={"itemsizing": "constant", "y": -0.02, "yanchor": "top"}, margin={"t": 52})
    return theme.dress(figure)


def _title(name: str, run: Run) -> str:
    score = f"<br>test {run.scores.test:.1%}" if run.scores else ""
    return f"{theme.plain(name)}{score}"
