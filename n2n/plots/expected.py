"""What to expect of a training run: the scores that the paper prints, and those measured here."""

import plotly.graph_objects as go

from n2n.paper.printed import DATASETS, table1
from n2n.paper.results import load_results, summaries
from n2n.plots import theme
from n2n.plots.tables import Table


def table(dataset: str) -> Table:
    """Test micro-F1 (%) of every method of Table 1 on a dataset, lowest first.

    Columns: method, printed, printed_sd, measured, measured_sd, seeds (None where nothing was measured).

    >>> table("karate")["method"]
    []
    """
    measured = summaries(load_results(dataset))
    printed = {name: row[dataset] for name, row in table1().items()} if dataset in DATASETS else {}
    rows = sorted(printed.items(), key=lambda row: row[1].mean)
    own = [measured.get(name) for name, _ in rows]
    return {
        "method": [name for name, _ in rows],
        "printed": [score.mean for _, score in rows],
        "printed_sd": [score.sd for _, score in rows],
        "measured": [score and score.mean for score in own],
        "measured_sd": [score and score.sd for score in own],
        "seeds": [score and score.seeds for score in own],
    }


def expected(table: Table, chosen: str) -> go.Figure:
    """The scores as dots, one line a method; the chosen method is bold and its printed score in the accent.

    >>> figure = expected(table("cora"), "N2N-TAPS-1 (JL)")
    >>> figure.data[0].name
    'printed in the paper'
    """
    names = [f"<b>{name}</b>" if name == chosen else theme.plain(name) for name in table["method"]]
    figure = go.Figure()
    for column, name, symbol in (
        ("printed", "printed in the paper", "circle-open"),
        ("measured", "measured here", "circle"),
    ):
        if not any(value is not None for value in table[column]):
            continue
        figure.add_scatter(
            x=table[column],
            y=names,
            mode="markers",
            name=name,
            marker={
                "symbol": symbol,
                "size": 10,
                "color": [
                    theme.ACCENT if method == chosen else theme.PALETTE[0] for method in table["method"]
                ],
                "line": {"width": 2},
            },
            error_x={"type": "data", "array": table[f"{column}_sd"], "color": theme.SPREAD, "thickness": 1.5},
            hovertemplate="%{y}: %{x:.2f} %<extra>" + name + "</extra>",
        )
    figure.update_xaxes(title="test micro-F1 (%)")
    figure.update_yaxes(dtick=1, tickfont={"size": 11})
    figure.update_layout(showlegend=True)
    return theme.dress(figure)
