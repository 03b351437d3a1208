"""Reproduction: every table and figure of the paper next to what was measured here."""

import pandas as pd
import streamlit as st

from n2n.paper import EXPERIMENTS, Experiment, Protocol, verdicts
from n2n.paper.intervals import FEWEST
from n2n.paper.verdicts import (
    ABOVE,
    BELOW,
    NOT_COMPARED,
    NOT_PRINTED,
    NOT_RUN,
    OTHER_ORDER,
    REPRODUCED,
    SAME_ORDER,
    SIGNS,
    TOO_FEW,
)
from n2n.plots import charts, paper, smoothness
from n2n.training.selection import mark
from n2n.training.tables import duration, signed
from pages.session import data, results
from pages.session.markdown import escape
from pages.ui import controls, deviations, figures, frame, protocol_lens

NAMES = {experiment.title: name for name, experiment in EXPERIMENTS.items()}
COLOURS = {
    REPRODUCED: "green",
    ABOVE: "orange",
    BELOW: "red",
    SAME_ORDER: "green",
    OTHER_ORDER: "red",
    TOO_FEW: "gray",
    NOT_RUN: "gray",
    NOT_PRINTED: "blue",
    NOT_COMPARED: "gray",
}
ONE, ALL = "This graph", "All"


def _titles(experiment: Experiment, datasets: tuple[str, ...]) -> dict[str, str]:
    """Names of the columns: a dataset, and in Table 2 also the draw."""
    names = {}
    for dataset in datasets:
        for column in experiment.columns(dataset):
            draw = column.removeprefix(dataset).strip()
            names[column] = data.title(dataset) + (f", draw {draw}" if draw else "")
    return names


def _signed(verdict: str) -> str:
    return f"{SIGNS[verdict]} {verdict}"


def _numbers(name: str, comparisons: pd.DataFrame) -> None:
    for count in verdicts.count(name, comparisons).to_dict("records"):
        frame.metrics(
            {
                f"{SIGNS[verdict]} {verdict.capitalize()}, {count['group']}": f"{count[verdict]} of "
                f"{count['numbers']}"
                for verdict in SIGNS
                if verdict in count and (count[verdict] or verdict not in (TOO_FEW, NOT_RUN))
            }
        )
    without = comparisons[comparisons.printed.isna()]
    if len(without):
        done = int((without.runs > 0).sum())
        label = f"{SIGNS[NOT_PRINTED]} Measured, no printed number"
        frame.metrics({label: f"{done:,} of {len(without):,}"})


def _figure(name: str, experiment: Experiment, comparisons: pd.DataFrame, titles: dict[str, str]) -> None:
    """The figure that fits the table or figure of the paper; without anything to draw, nothing."""
    if comparisons.empty:
        return
    measured = comparisons[comparisons.runs > 0]
    if name == "fig3":
        height = 430 if len(titles) <= paper.PER_ROW else 720
        figure = paper.over_k(comparisons, titles)
        figures.figure(figure, name, height=height, alt="Micro-F1 over the number of neighbours")
    elif experiment.kind in ("accuracy", "time"):
        figures.figure(
            paper.dots(comparisons, titles, times=experiment.kind == "time"),
            name,
            height=paper.height(comparisons, titles),
            alt=f"{experiment.title}: printed and measured values of every method",
        )
    elif experiment.kind == "smoothness":
        per = controls.choice("Divided by", ("sampled pairs", "all edges"), "per", letters=40)
        for column, title in titles.items():
            table = paper.smoothness_table(measured[measured.column == column])
            if table["k"]:
                figure = smoothness.by_k(table, "sampled" if per == "sampled pairs" else "graph")
                _named(figure, title, f"{name}-{column}", "Label smoothness over k", table)
    else:
        draw = paper.sizes if experiment.kind == "subgraphs" else paper.purity
        for one in measured.itertuples():
            _named(draw(one.facts), titles[one.column], f"{name}-{one.column}", experiment.about, None)


def _named(figure, title: str, name: str, alt: str, table) -> None:
    charts.legend_below(figure.update_layout(title=title))
    figures.figure(figure, name, table=table, height=400, alt=alt)


def _table(comparisons: pd.DataFrame, titles: dict[str, str], name: str) -> None:
    shown = verdicts.as_text(comparisons)
    shown["graph"] = shown.graph.map(titles)
    shown["verdict"] = shown.verdict.map(_signed)
    colours = {_signed(verdict): paper.TEXT_COLOURS[frame.dark()][verdict] for verdict in COLOURS}
    styled = shown.style.map(lambda text: f"color: {colours[text]}", subset=["verdict"])
    st.dataframe(styled, hide_index=True, height=min(38 + 35 * len(comparisons), 420))
    numbers = comparisons.drop(columns=["seconds", "estimator"]).astype(object)
    figures.csv(f"{name}-numbers", f"{name}.csv", numbers.where(numbers.notna(), None).to_dict("list"))


def _of_what(experiment: Experiment, comparisons: pd.DataFrame, protocol: Protocol) -> str:
    words = experiment.about
    if experiment.kind == "accuracy":
        words += f" {protocol.description}; the table gives the number of seeds."
    measured = comparisons[comparisons.runs > 0]
    if len(measured):
        machines = sorted({f"{one.processor}, {one.cores} cores" for one in measured.itertuples()})
        commands = sorted({command.partition(" --rows ")[0] for command in measured.command})
        words += (
            f" Measured with {', '.join(f'`{command}`' for command in commands)} on "
            f"{' and '.join(map(escape, machines))}."
        )
    return words


def _missing(name: str, datasets: tuple[str, ...], experiment: Experiment, split: str) -> None:
    left, seconds = results.to_do(name, datasets, split)
    if not left:
        st.success("Everything here has been measured.", icon=":material/check:")
        return
    chosen = "".join(f" --datasets {dataset}" for dataset in datasets)
    part = chosen if datasets != experiment.datasets else ""
    part += f" --split {split}" if split != "paper" else ""
    time = (
        f"about {duration(seconds)} on this server, judging by the runs already measured"
        if seconds
        else "how long they take is not known until one of them has run"
    )
    st.markdown(
        f"**{left:,} {'run is' if left == 1 else 'runs are'} missing**: {time}. This command computes "
        "them for half an hour; run it again to continue:"
    )
    st.code(f"n2n reproduce {name}{part} --minutes 30", language="bash")


def _notices(experiment: Experiment, comparisons: pd.DataFrame, protocol: Protocol) -> tuple[str, ...]:
    if experiment.kind not in ("accuracy", "time"):
        measured = int((comparisons.runs > 0).sum())
        return (
            f"The paper shows this figure without printing numbers: {measured} of {len(comparisons)} are "
            "measured here.",
        )
    both = comparisons[comparisons.difference.notna()]
    if experiment.kind == "time":
        if both.empty:
            return ("No time has been measured here yet.",)
        low, high = both.loc[both.difference.idxmin()], both.loc[both.difference.idxmax()]
        return (
            f"Times here are at least {low.difference:.1f} times ({escape(low.row)}) and at most "
            f"{high.difference:.1f} times ({escape(high.row)}) the printed ones, which come from another "
            "computer: only their order is compared.",
        )
    if both.empty:
        return ("Nothing that the paper prints has been measured here yet.",)
    far, note = both.loc[both.difference.abs().idxmax()], mark(protocol.selection)
    return (
        f"Measured scores{note} above the printed ones: {(both.difference > 0).sum()} of {len(both)}.",
        f"The largest difference is {signed(far.difference)} points{note}, for {escape(far.row)} on "
        f"{data.title(far.dataset)}.",
    )


main, side = frame.page(
    "Reproduction",
    "What the paper prints, what was measured here, and where the two differ: every number can be computed "
    "again with one command.",
    first="figure",
)
chosen = st.session_state["dataset"]
with main:
    total = st.container()
    title = controls.choice("Table or figure", tuple(NAMES), "of", letters=80)
name = NAMES[title]
experiment = EXPERIMENTS[name]
with side:
    protocol = protocol_lens.choose(experiment)
    graphs = controls.choice(
        "Graphs", (ONE, ALL), "graphs", help="The one in the sidebar, or all that the paper reports."
    )
    wanted = controls.several(
        "Verdict", tuple(COLOURS), "verdict", placeholder="any", help="Show only numbers with these verdicts."
    )
    if graphs == ONE and chosen not in experiment.datasets:
        st.info(
            f"The paper's {title} does not include {escape(data.title(chosen))}: all of its graphs are shown."
        )
datasets = (chosen,) if graphs == ONE and chosen in experiment.datasets else experiment.datasets
titles = _titles(experiment, datasets)
every = results.comparisons(name, datasets, protocol)
comparisons = every[every.verdict.isin(wanted)] if wanted else every
with side:
    legend = set(every.verdict)
    st.markdown("  \n".join(f":{COLOURS[one]}[{_signed(one)}]" for one in COLOURS if one in legend))
with total:
    protocol_lens.show_totals(protocol)
with main:
    _numbers(name, every)
    if comparisons.empty:
        st.info("No number has this verdict here.")
    _figure(name, experiment, comparisons, titles)
    st.caption(_of_what(experiment, every, protocol))
    frame.notice(*_notices(experiment, every, protocol))
    if len(comparisons):
        _table(comparisons, titles, name)
    protocol_lens.show_counts(protocol)
    deviations.show_attempts(every, protocol)
    _missing(name, datasets, experiment, protocol.split)
    protocol_lens.show_paired(protocol)
    deviations.show_ablations()
    deviations.show_ledger(title)
    frame.mathematics(
        "A score counts as reproduced where its mean differs from the printed one by at most one point, or "
        "by at most two standard errors of the difference:",
        r"$|\bar{x} - \bar{x}_{\text{printed}}| \leq \max\left(1,\; 2 \sqrt{\frac{s^2}{n} + "
        r"\frac{s_{\text{printed}}^2}{5}}\right)$",
        f"Here n is the number of runs, at least {FEWEST}, and s the standard deviation of their scores; the "
        "paper reports five runs. The result files record every run with its settings, seed, versions, "
        "seconds and hardware.",
    )
