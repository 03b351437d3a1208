"""What a choice of neighbours is worth: TAPS beside random neighbours and all of them."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from n2n.plots import charts, theme


def purities(taps: float, random: Sequence[float], everyone: float) -> go.Figure:
    """The purity of the subgraphs of each choice; random neighbours with the deviation of their draws.

    >>> [bar.y[0] for bar in purities(0.8, [0.7, 0.72], 0.3).data]
    [0.8, 0.71, 0.3]
    """
    figure = go.Figure()
    mean, sd = charts.mean_sd(random)
    for name, value, spread, colour in (
        ("TAPS", taps, None, theme.ACCENT),
        ("random", mean, sd, theme.GREY),
        ("all neighbours", everyone, None, theme.PALETTE[0]),
    ):
        text = f"{value:.1%}" + (f" ± {100 * spread:.1f}" if spread is not None else "")
        error = None if spread is None else charts.deviations([spread], thickness=3, width=10)
        charts.bars(figure, [name], [value], name, colour, text=[text], textposition="inside", error_y=error)
    figure.update_layout(showlegend=False, bargap=0.4)
    figure.update_yaxes(title="purity of the subgraphs", range=[0, 1.1], tickformat=".0%")
    return theme.dress(figure)


def over_graphs(values: Mapping[str, tuple[float, Sequence[float]]]) -> go.Figure:
    """For each graph the purity for TAPS and that of some random draws, with their deviation.

    >>> [dots.name for dots in over_graphs({"Cora": (0.8, [0.7, 0.72])}).data]
    ['random', 'TAPS']
    """
    figure, names = go.Figure(), [theme.plain(name) for name in values]
    spread = [charts.mean_sd(random) for _, random in values.values()]
    hover = "%{y}: %{x:.1%}<extra>%{fullData.name}</extra>"
    charts.dots(
        figure,
        [mean for mean, _ in spread],
        names,
        "random",
        theme.GREY,
        "diamond",
        size=14,
        error_x=charts.deviations([sd for _, sd in spread], thickness=3, width=8),
        hovertemplate=hover,
    )
    taps = [taps for taps, _ in values.values()]
    charts.dots(figure, taps, names, "TAPS", theme.ACCENT, size=14, hovertemplate=hover)
    figure.update_xaxes(title="purity of the subgraphs, k = 1", tickformat=".0%")
    charts.rows(figure, names)
    return theme.dress(figure.update_layout(showlegend=True))
