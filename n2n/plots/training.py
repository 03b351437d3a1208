"""Curves of training runs: the scores, the loss and its parts, and the two quantities of Theorem 1."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from n2n.plots import charts, theme
from n2n.training.fork import is_parent
from n2n.training.run import Run
from n2n.training.tables import thinned

# A line of more points than this looks the same and takes longer to draw.
MAX_POINTS = 500
# More runs than this cannot be told apart by colour.
MAX_RUNS = 8
Position = dict[str, Any]
"""Row and column of a panel."""
FIRST: Position = {"row": 1, "col": 1}
Line = tuple[str, str, str]
"""Field of `Epoch`, name and dash of a curve."""
_DASHES = {"dash": "dashed", "dot": "dotted"}


@dataclass(frozen=True)
class Panel:
    """One small diagram over the epochs."""

    title: str
    lines: tuple[Line, ...]
    scale: float = 1.0
    hover: str = ".3f"


PANELS = {
    "scores": Panel(
        "Validation micro-F1 (%)",
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


def curves(runs: list[Run], until: int | None = None, only: Sequence[str] | None = None) -> go.Figure:
    """All curves of one run, or of several in one diagram: the first panel wide, the others below it.

    Colour stands for the run, dash for the quantity. A diamond marks the best validation epoch. The curve of
    a forked run begins at the fork, which a dashed line marks; before it there is its parent's, in grey
    where the parent itself is not drawn.

    Args:
        until: the axes reach this epoch at least, so that they stay put during a run.
        only: some of `PANELS`; all that have something to draw by default.

    >>> import n2n
    >>> settings = n2n.Settings(width=8, epochs=4, evaluate_every=2)
    >>> run = n2n.fit(n2n.load("karate"), settings)
    >>> figure = curves([run])
    >>> [note.text for note in figure.layout.annotations]
    ['Validation micro-F1 (%); dashed: test, dotted: training', 'Loss; dashed: InfoNCE', 'Cross-entropy']
    """
    runs = runs[:MAX_RUNS]
    names = [name for name in panels_of(runs) if only is None or name in only] or ["loss"]
    parts = any(epoch.info_nce not in (None, epoch.loss) for run in runs for epoch in run.history)
    # Where InfoNCE is the whole loss, one line says it.
    lines = {name: [one for one in PANELS[name].lines if one[0] != "info_nce" or parts] for name in names}
    figure, panels = _grid([_title(PANELS[name], lines[name]) for name in names])
    last = max([until or 1, *(run.history[-1].index for run in runs if run.history)])
    for name, at in zip(names, panels, strict=True):
        _draw(figure, PANELS[name], lines[name], runs, at)
    for title, at in zip(figure.select_annotations(), panels, strict=True):
        axes: Any = figure.get_subplot(at["row"], at["col"])
        title.update(x=axes.xaxis.domain[0], xanchor="left", font={"size": 14})
    if "scores" in names:
        _mark_best(figure, runs, last)
    if len(runs) > 1:
        for colour, run in zip(theme.PALETTE, runs, strict=False):
            # A line without points, for its entry in the legend.
            line = {"color": colour, "width": 3}
            figure.add_scatter(x=[None], y=[None], mode="lines", name=theme.plain(run.name), line=line)
    for boundary in {run.settings.epochs for run in runs if len(run.settings.stages) > 1}:
        figure.add_vline(x=boundary, line={"color": theme.GREY, "dash": "dot", "width": 1})
    for epoch in {run.fork.epoch for run in runs if run.fork and run.history}:
        figure.add_vline(x=epoch, line={"color": theme.GREY, "dash": "dash", "width": 1})
    figure.update_xaxes(range=[0, last], nticks=6)
    figure.update_yaxes(nticks=6)
    figure.update_layout(hovermode="closest", showlegend=True, margin={"t": 32})
    return charts.legend_below(theme.dress(figure))


def _title(panel: Panel, lines: list[Line]) -> str:
    """A narrow panel has no room for a legend: its title names the lines after the first."""
    others = ", ".join(f"{_DASHES[dash]}: {name}" for _, name, dash in lines[1:])
    return f"{panel.title}; {others}" if others else panel.title


def _grid(titles: list[str]) -> tuple[go.Figure, list[Position]]:
    """A wide panel above and the others in two columns below it, and the position of each."""
    from plotly.subplots import make_subplots  # here, for start-up time

    others = len(titles) - 1
    rows, columns = 1 + -(-others // 2), min(max(others, 1), 2)
    panels = [FIRST, *({"row": 2 + i // 2, "col": 1 + i % 2} for i in range(others))]
    specs: list[list[dict | None]] = [[None] * columns for _ in range(rows)]
    for at in panels:
        specs[at["row"] - 1][at["col"] - 1] = {}
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
    return figure, panels


def _draw(figure: go.Figure, panel: Panel, lines: list[Line], runs: list[Run], at: Position) -> None:
    for colour, run in zip(theme.PALETTE, runs, strict=False):
        for field, name, dash in lines:
            known = [epoch for epoch in run.history if getattr(epoch, field) is not None]
            curves = [(f"{theme.plain(run.name)}, {name}" if len(runs) > 1 else name, colour, known)]
            if run.fork:
                # The curve begins where that of the parent ends.
                before = [epoch for epoch in known if epoch.index <= run.fork.epoch]
                curves = [(curves[0][0], colour, [*before[-1:], *known[len(before) :]])]
                if before and not any(is_parent(other, run) for other in runs):
                    parent = f"{theme.plain(run.fork.name)}, {name}, before the fork"
                    curves.insert(0, (parent, theme.GREY, before))
            for label, shade, epochs in curves:
                shown = thinned(epochs, MAX_POINTS)
                figure.add_scatter(
                    x=[epoch.index for epoch in shown],
                    y=[panel.scale * getattr(epoch, field) for epoch in shown],
                    mode="lines" if len(shown) > 1 else "markers",
                    line={"color": shade, "dash": dash, "width": 2 if dash == "solid" else 1.6},
                    name=label,
                    showlegend=False,
                    hovertemplate=f"epoch %{{x}}: %{{y:{panel.hover}}}<extra>%{{fullData.name}}</extra>",
                    **at,
                )


def _mark_best(figure: go.Figure, runs: list[Run], last: int) -> None:
    for colour, run in zip(theme.PALETTE, runs, strict=False):
        if scores := run.scores:
            share = scores.epoch / last
            side = "right" if share < 0.2 else "left" if share > 0.8 else "center"  # lest it be cut off
            charts.dots(
                figure,
                [scores.epoch],
                [100 * scores.val],
                look=charts.Look(colour, "diamond"),
                size=11,
                rim=1,
                mode="markers+text" if len(runs) == 1 else "markers",
                text=[f"best: epoch {scores.epoch}"],
                textposition=f"top {side}",
                textfont={"size": 12},
                cliponaxis=False,
                showlegend=False,
                hovertemplate=f"best validation epoch {scores.epoch}: validation {scores.val:.1%}, "
                f"test {scores.test:.1%}<extra>{theme.plain(run.name)}</extra>",
                **FIRST,
            )
