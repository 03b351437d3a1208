"""What a choice of neighbours is worth: TAPS beside random neighbours and all of them."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from n2n.plots import charts, theme
from n2n.plots.charts import Look


def purities(taps: float, random: Sequence[float], everyone: float) -> go.Figure:
    """The purity of the subgraphs of each choice; random neighbours with the deviation of their draws.

    >>> [bar.y[0] for bar in purities(0.8, [0.7, 0.72], 0.3).data]
    [0.8, 0.71, 0.3]
    """
    figure = go.Figure()
    mean, sd = _mean_sd(random)
    for name, value, spread, colour in (
        ("TAPS", taps, None, theme.ACCENT),
        ("random", mean, [sd], theme.GREY),
        ("all neighbours", everyone, None, theme.PALETTE[0]),
    ):
        text = f"{value:.1%}" + (f" ± {100 * sd:.1f}" if spread else "")
        charts.bars(figure, [name], [value], name, colour, text=[text], textposition="inside", error=spread)
    figure.update_layout(showlegend=False, bargap=0.4)
    figure.update_yaxes(title="purity of the subgraphs", range=[0, 1.1], tickformat=".0%")
    return theme.dress(figure)


def over_graphs(values: Mapping[str, tuple[float, Sequence[float]]]) -> go.Figure:
    """For each graph the purity for TAPS and that of some random draws, with their deviation.

    >>> [dots.name for dots in over_graphs({"Cora": (0.8, [0.7, 0.72])}).data]
    ['random', 'TAPS']
    """
    found = []
    for name, (taps, random) in values.items():
        shown = theme.plain(name)
        mean, sd = _mean_sd(random)
        found.append((shown, "random", mean, mean - sd, mean + sd, f"{shown}, random: {mean:.1%}"))
        found.append((shown, "TAPS", taps, taps, taps, f"{shown}, TAPS: {taps:.1%}"))
    table = pd.DataFrame(found, columns=["name", "group", "value", "low", "high", "hover"])
    figure, looks = go.Figure(), {"random": Look(theme.GREY, "diamond"), "TAPS": Look()}
    charts.dot_plot(figure, table, looks, size=14)
    figure.update_xaxes(title="purity of the subgraphs, k = 1", tickformat=".0%")
    charts.rows(figure, [theme.plain(name) for name in values])
    return theme.dress(figure.update_layout(showlegend=True))


def _mean_sd(values: Sequence[float]) -> tuple[float, float]:
    return float(np.mean(values)), float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
