"""Measured scores beside the printed ones: the rows, the figure, and in words what reproduces."""

import plotly.graph_objects as go

from n2n.paper.printed import table1
from n2n.paper.results import summaries
from n2n.plots import theme
from n2n.plots.tables import Table

CLOSE = 1.0
"""Percentage points up to which a measured score counts as the printed one."""


def table(results: dict) -> Table:
    """The measured rows of a dataset in the order of the file, as `n2n.paper.results.load_results` reads it.

    Columns: method, measured, measured_sd, seeds, printed, printed_sd (None where the paper has no such row),
    all scores being test micro-F1 in per cent.

    >>> row = {"runs": [{"test": 0.85}, {"test": 0.86}]}
    >>> found = table({"dataset": "cora", "rows": {"N2N-TAPS-1 (JL)": row}})
    >>> found["measured"], found["printed"]
    ([85.5], [85.46])
    """
    found = summaries(results)
    printed = [table1().get(name, {}).get(results["dataset"]) for name in found]
    return {
        "method": list(found),
        "measured": [score.mean for score in found.values()],
        "measured_sd": [score.sd for score in found.values()],
        "seeds": [score.seeds for score in found.values()],
        "printed": [score and score.mean for score in printed],
        "printed_sd": [score and score.sd for score in printed],
    }


def verdict(table: Table) -> tuple[str, ...]:
    """What reproduces and what does not, in plain sentences.

    >>> verdict({"method": ["A", "B"], "measured": [80.0, 70.0], "printed": [80.5, 75.0]})
    ('1 of 2 scores lies within 1 point of the printed one; B is 5.0 points lower.',)
    """
    gaps = {
        name: measured - printed
        for name, measured, printed in zip(table["method"], table["measured"], table["printed"], strict=True)
        if printed is not None
    }
    if not gaps:
        return ()
    far = {name: gap for name, gap in gaps.items() if abs(gap) > CLOSE}
    close = len(gaps) - len(far)
    words = f"{close} of {len(gaps)} scores {'lies' if close == 1 else 'lie'} within {CLOSE:g} point of the"
    words += f" printed {'one' if close == 1 else 'ones'}"
    others = ", ".join(f"{name} is {_points(gap)}" for name, gap in far.items())
    return (f"{words}{'; ' if others else ''}{others}.", *_choice(table))


def _points(gap: float) -> str:
    return f"{abs(gap):.1f} points {'lower' if gap < 0 else 'higher'}"


def _choice(table: Table) -> tuple[str, ...]:
    """One positive by TAPS against one drawn at random, where both were measured."""
    sentences = []
    for framework in ("JL", "URL"):
        pair = [f"N2N-{sampler}-1 ({framework})" for sampler in ("TAPS", "Random")]
        if not set(pair) <= set(table["method"]):
            continue
        rows = [table["method"].index(name) for name in pair]
        gain, printed = (table[kind][rows[0]] - table[kind][rows[1]] for kind in ("measured", "printed"))
        sentences.append(
            f"{framework}: one positive by TAPS instead of a random one makes {gain:+.1f} points here, "
            f"{printed:+.1f} in the paper."
        )
    return tuple(sentences)


def measured(table: Table) -> go.Figure:
    """Measured scores as filled dots beside the printed ones as rings, with their standard deviations.

    >>> scores = {"measured": [80.0], "measured_sd": [0.4], "printed": [80.5], "printed_sd": [0.1]}
    >>> [trace.name for trace in measured({"method": ["A"], **scores}).data]
    ['printed', 'measured here']
    """
    figure = go.Figure()
    names = [theme.plain(name) for name in reversed(table["method"])]
    for column, name, symbol, colour in (
        ("printed", "printed", "circle-open", theme.PALETTE[0]),
        ("measured", "measured here", "circle", theme.ACCENT),
    ):
        figure.add_scatter(
            x=table[column][::-1],
            y=names,
            mode="markers",
            name=name,
            marker={"symbol": symbol, "size": 10, "color": colour, "line": {"width": 2}},
            error_x={
                "type": "data",
                "array": table[f"{column}_sd"][::-1],
                "color": theme.SPREAD,
                "thickness": 1.5,
            },
            hovertemplate="%{y}: %{x:.2f} %<extra>" + name + "</extra>",
        )
    figure.update_xaxes(title="test micro-F1 (%)")
    figure.update_yaxes(dtick=1, tickfont={"size": 11})
    return theme.dress(figure)
