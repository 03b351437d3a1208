"""Curves of training runs: the scores, the loss and its parts, and the two quantities of Theorem 1."""

from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from n2n.plots import theme
from n2n.training.fork import is_parent
from n2n.training.history import Epoch
from n2n.training.run import Run
from n2n.training.tables import thinned

# A line of more points than this looks the same and takes longer to draw.
MAX_POINTS = 500
# More runs than this cannot be told apart by colour.
MAX_RUNS = 8
Place = dict[str, int]
"""Row and column of a panel."""
FIRST: Place = {"row": 1, "col": 1}


@dataclass(frozen=True)
class Panel:
    """One small diagram over the epochs."""

    title: str
    lines: tuple[tuple[str, str, str], ...]
    """(field of `Epoch`, name, dash) of each line."""
    scale: float = 1.0
    hover: str = ".3f"


PANELS = {
    "scores": Panel(
        "Micro-F1 (%)",
        (("f1_val", "validation", "solid"), ("f1_test", "test", "dash"), ("f1_train", "training", "dot")),
        scale=100,
        hover=".1f",
    ),
    "loss": Panel("Loss", (("loss", "total", "solid"), ("info_nce", "InfoNCE", "dash"))),
    "cross_entropy": Panel("Cross-entropy", (("cross_entropy", "cross-entropy", "solid"),)),
    "information": Panel(
        "MI bound (nats)", (("information", "bound on the mutual information, log N − ℒ", "solid"),)
    ),
    "smoothness": Panel(
        "Smoothness δ<sub>f</sub>", (("feature_smoothness", "feature smoothness δ<sub>f</sub>", "solid"),)
    ),
}


def panels_of(runs: list[Run]) -> list[str]:
    """The panels that have something to draw."""
    epochs = [epoch for run in runs for epoch in run.history]
    return [
        name
        for name, panel in PANELS.items()
        if any(getattr(epoch, field) is not None for epoch in epochs for field, *_ in panel.lines)
    ]


def curves(runs: list[Run], until: int | None = None) -> go.Figure:
    """All curves of one run, or of several in one diagram: the first panel wide, the others below it.

    Colour stands for the run, dash for the quantity. A diamond marks the best validation epoch. The curve of
    a forked run begins at the fork, which a dashed line marks; before it there is its parent's, in grey
    where the parent itself is not drawn.

    Args:
        until: the axes reach this epoch at least, so that they stay put during a run.

    >>> import n2n
    >>> settings = n2n.Settings(width=8, epochs=4, evaluate_every=2)
    >>> run = n2n.fit(n2n.load("karate"), settings)
    >>> figure = curves([run])
    >>> [note.text for note in figure.layout.annotations]
    ['Micro-F1 (%)', 'Loss (dashed: InfoNCE)', 'Cross-entropy']
    """
    runs = runs[:MAX_RUNS]
    names = panels_of(runs) or ["loss"]
    figure, places = _grid([_title(PANELS[name], runs) for name in names])
    last = max([until or 1, *(run.history[-1].index for run in runs if run.history)])
    for number, name in enumerate(names):
        _draw(figure, PANELS[name], runs, places[number], number)
    for title, place in zip(theme.titles(figure), places, strict=True):
        title.update(x=_axes(figure, place).xaxis.domain[0], xanchor="left", font={"size": 14})
    if "scores" in names:
        _mark_best(figure, runs, last)
    if len(runs) > 1:
        for colour, run in zip(theme.PALETTE, runs, strict=False):
            _legend_entry(figure, theme.plain(run.name), {"color": colour, "width": 3}, "legend")
    for boundary in {run.settings.epochs for run in runs if len(run.settings.stages) > 1}:
        figure.add_vline(x=boundary, line={"color": theme.GREY, "dash": "dot", "width": 1})
    for place in {run.fork.epoch for run in runs if run.fork and run.history}:
        figure.add_vline(x=place, line={"color": theme.GREY, "dash": "dash", "width": 1})
    figure.update_xaxes(range=[0, last], nticks=6)
    figure.update_yaxes(nticks=6)
    figure.update_layout(hovermode="closest", showlegend=True, margin={"t": 32})
    return theme.legend_below(theme.dress(figure))


def _title(panel: Panel, runs: list[Run]) -> str:
    """A narrow panel has no room for a legend: its title names the second line."""
    lines = _lines(panel, runs)
    return f"{panel.title} (dashed: {lines[1][1]})" if len(lines) == 2 else panel.title


def _grid(titles: list[str]) -> tuple[go.Figure, list[Place]]:
    """A wide panel above and the others in two columns below it, and the place of each."""
    from plotly.subplots import make_subplots  # here, for start-up time

    others = len(titles) - 1
    rows, columns = 1 + -(-others // 2), min(max(others, 1), 2)
    places = [FIRST, *({"row": 2 + i // 2, "col": 1 + i % 2} for i in range(others))]
    specs: list[list[dict | None]] = [[None] * columns for _ in range(rows)]
    for place in places:
        specs[place["row"] - 1][place["col"] - 1] = {}
    specs[0][0] = {"colspan": columns}
    figure = make_subplots(
        rows,
        columns,
        specs=specs,
        row_heights=[1.3, *[1.0] * (rows - 1)],
        subplot_titles=titles,
        horizontal_spacing=0.12,
        vertical_spacing=0.34 / rows,
    )
    return figure, places


def _axes(figure: go.Figure, place: Place) -> Any:
    """The two axes of a panel."""
    return figure.get_subplot(place["row"], place["col"])


def _draw(figure: go.Figure, panel: Panel, runs: list[Run], place: Place, number: int) -> None:
    shown = _lines(panel, runs)
    for colour, run in zip(theme.PALETTE, runs, strict=False):
        for field, name, dash in shown:
            known = [epoch for epoch in run.history if getattr(epoch, field) is not None]
            who = f"{theme.plain(run.name)}, {name}" if len(runs) > 1 else name
            before, own = _at_fork(run, known)
            if before and not any(is_parent(other, run) for other in runs):
                whose = f"{theme.plain(run.fork.name)}, {name}, before the fork" if run.fork else name
                _line(figure, panel, field, before, whose, theme.GREY, dash, place)
            _line(figure, panel, field, own, who, colour, dash, place)
    if len(shown) > 2:
        colour = theme.PALETTE[0] if len(runs) == 1 else theme.SPREAD
        _legend_above(figure, shown, place, f"legend{number + 2}", colour)


def _lines(panel: Panel, runs: list[Run]) -> list[tuple[str, str, str]]:
    return [line for line in panel.lines if line[0] != "info_nce" or _has_parts(runs)]


def _at_fork(run: Run, epochs: list[Epoch]) -> tuple[list[Epoch], list[Epoch]]:
    """The epochs of a run up to its fork, and from there on; the curve begins where the other one ends."""
    if run.fork is None:
        return [], epochs
    before = [epoch for epoch in epochs if epoch.index <= run.fork.epoch]
    return before, [*before[-1:], *epochs[len(before) :]]


def _line(
    figure: go.Figure,
    panel: Panel,
    field: str,
    epochs: list[Epoch],
    who: str,
    colour: str,
    dash: str,
    place: Place,
) -> None:
    epochs = thinned(epochs, MAX_POINTS)
    figure.add_scatter(
        x=[epoch.index for epoch in epochs],
        y=[panel.scale * getattr(epoch, field) for epoch in epochs],
        mode="lines" if len(epochs) > 1 else "markers",
        line={"color": colour, "dash": dash, "width": 2 if dash == "solid" else 1.6},
        name=who,
        showlegend=False,
        hovertemplate=f"epoch %{{x}}: %{{y:{panel.hover}}}<extra>%{{fullData.name}}</extra>",
        **place,
    )


def _has_parts(runs: list[Run]) -> bool:
    """Whether InfoNCE is only a part of the loss."""
    return any(epoch.info_nce not in (None, epoch.loss) for run in runs for epoch in run.history)


def _legend_above(figure: go.Figure, lines, place: Place, name: str, colour: str) -> None:
    for _, label, dash in lines:
        _legend_entry(figure, label, {"color": colour, "dash": dash, "width": 2}, name, place)
    cell = _axes(figure, place)
    spot = {"x": cell.xaxis.domain[1], "y": cell.yaxis.domain[1], "xanchor": "right", "yanchor": "bottom"}
    form = {"orientation": "h", "font": {"size": 11}, "bgcolor": theme.CLEAR, "tracegroupgap": 0}
    figure.layout[name] = {"xref": "paper", "yref": "paper", **spot, **form}


def _legend_entry(figure, name: str, line: dict, legend: str, place: Place = FIRST) -> None:
    """A line without points, for its entry in a legend."""
    figure.add_scatter(x=[None], y=[None], mode="lines", name=name, line=line, legend=legend, **place)


def _side(place: float) -> str:
    """Where a text at some place of an axis from 0 to 1 stands, lest it be cut off."""
    return "right" if place < 0.2 else "left" if place > 0.8 else "center"


def _mark_best(figure: go.Figure, runs: list[Run], last: int) -> None:
    rim = {"color": theme.RIM, "width": 1}
    for colour, run in zip(theme.PALETTE, runs, strict=False):
        if scores := run.scores:
            figure.add_scatter(
                x=[scores.epoch],
                y=[100 * scores.val],
                mode="markers+text" if len(runs) == 1 else "markers",
                text=[f"best: epoch {scores.epoch}"],
                textposition=f"top {_side(scores.epoch / last)}",
                textfont={"size": 12},
                cliponaxis=False,
                marker={"symbol": "diamond", "size": 11, "color": colour, "line": rim},
                showlegend=False,
                hovertemplate=f"best validation epoch {scores.epoch}: validation {scores.val:.1%}, "
                f"test {scores.test:.1%}<extra>{theme.plain(run.name)}</extra>",
                **FIRST,
            )
