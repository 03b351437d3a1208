"""Reproduction: every table and figure of the paper next to what was measured here."""

import pandas as pd
import streamlit as st

from n2n.graph.splits import PROTOCOLS
from n2n.paper import EXPERIMENTS, Experiment, Protocol, verdicts
from n2n.paper.intervals import FEWEST
from n2n.paper.verdicts import DEFAULT, PROBES, SIGNS
from n2n.plots import charts, paper, smoothness
from n2n.training.selection import SELECTIONS, mark
from n2n.training.tables import duration, signed
from pages.parts import explanations
from pages.session import data
from pages.session.markdown import escape
from pages.ui import controls, figures, frame, results

NAMES = {experiment.title: name for name, experiment in EXPERIMENTS.items()}
ONE, ALL = "This graph", "All"


def _protocol(experiment: Experiment) -> Protocol:
    """The switches under which scores count; every measured run has its scores under all of them."""
    if experiment.kind != "accuracy":
        return DEFAULT
    selection = controls.choice(
        "Epoch to report",
        tuple(SELECTIONS),
        "selection",
        help="The epoch with the best validation score, the last epoch, or the epoch with the best test "
        "score. The third option chooses on the test nodes; the paper does not say which one it uses.",
        letters=16,
    )
    probe = controls.choice(
        "Linear probe",
        PROBES,
        "probe",
        help="Methods that learn without labels are scored by logistic regression, or by the softmax layer "
        "with dropout of the authors' released code, on the same representations.",
    )
    split = controls.choice(
        "Split of the nodes",
        PROTOCOLS,
        "lens.split",
        help="Under another split, only methods that were run with it have scores.",
        letters=16,
    )
    return Protocol(selection, probe, split)


def _show_totals(protocol: Protocol) -> None:
    """The sentences to quote."""
    st.markdown("\n".join(f"- {one}" for one in verdicts.quote(results.counts(protocol), protocol)))
    st.caption(f"{protocol.description}.")
    if protocol.on_test_nodes:
        st.warning(
            "Best test: each run is scored at the epoch that is best on the test nodes themselves, so such "
            "numbers are too high; they are shown to find out what the paper may have printed.",
            icon=":material/flag:",
        )


def _show_figure(
    name: str, experiment: Experiment, comparisons: pd.DataFrame, titles: dict[str, str]
) -> None:
    """The figure that fits the table or figure of the paper."""
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
                _draw(figure, title, f"{name}-{column}", "Label smoothness over k", table)
    else:
        draw = paper.sizes if experiment.kind == "subgraphs" else paper.purity
        for one in measured.itertuples():
            _draw(draw(one.facts), titles[one.column], f"{name}-{one.column}", experiment.about, None)


def _draw(figure, title: str, name: str, alt: str, table) -> None:
    charts.legend_below(figure.update_layout(title=title))
    figures.figure(figure, name, table=table, height=400, alt=alt)


def _show_table(comparisons: pd.DataFrame, titles: dict[str, str], name: str) -> None:
    shown = verdicts.as_text(comparisons)
    shown["graph"] = shown.graph.map(titles)
    shown["verdict"] = [f"{SIGNS[verdict]} {verdict}" for verdict in shown.verdict]
    st.dataframe(shown, hide_index=True, height=min(38 + 35 * len(comparisons), 420))
    numbers = comparisons.drop(columns=["seconds", "estimator"]).astype(object)
    figures.csv(f"{name}-numbers", f"{name}.csv", numbers.where(numbers.notna(), None).to_dict("list"))


def _of_what(experiment: Experiment, comparisons: pd.DataFrame, protocol: Protocol) -> str:
    """What the numbers are about: the protocol, the command and the machines."""
    words = experiment.about
    if experiment.kind == "accuracy":
        words += f" {protocol.description}; the table gives the number of seeds."
    measured = comparisons[comparisons.runs > 0]
    if measured.empty:
        return words
    machines = sorted({f"{one.processor}, {one.cores} cores" for one in measured.itertuples()})
    commands = sorted({f"`{command.partition(' --rows ')[0]}`" for command in measured.command})
    return f"{words} Measured with {', '.join(commands)} on {' and '.join(map(escape, machines))}."


def _show_missing(name: str, datasets: tuple[str, ...], experiment: Experiment, split: str) -> None:
    """How many runs are missing, how long they take, and the command that computes them."""
    left, seconds = results.to_do(name, datasets, split)
    if not left:
        st.success("Everything here has been measured.", icon=":material/check:")
        return
    some = (
        "".join(f" --datasets {dataset}" for dataset in datasets) if datasets != experiment.datasets else ""
    )
    other = f" --split {split}" if split != DEFAULT.split else ""
    time = (
        f"about {duration(seconds)} on this server, judging by the runs already measured"
        if seconds
        else "how long they take is not known until one of them has run"
    )
    st.markdown(
        f"**{left:,} {'run is' if left == 1 else 'runs are'} missing**: {time}. This command computes "
        "them for half an hour; run it again to continue:"
    )
    st.code(f"n2n reproduce {name}{some}{other} --minutes 30", language="bash")


def _notice(experiment: Experiment, comparisons: pd.DataFrame, protocol: Protocol) -> str:
    both = comparisons[comparisons.difference.notna()]
    if experiment.kind not in ("accuracy", "time"):
        measured = int((comparisons.runs > 0).sum())
        return (
            f"The paper shows this figure without printing numbers: {measured} of {len(comparisons)} are "
            "measured here."
        )
    if both.empty:
        return "Nothing that the paper prints has been measured here yet."
    low, high = both.loc[both.difference.idxmin()], both.loc[both.difference.idxmax()]
    if experiment.kind == "time":
        return (
            f"Times here are at least {low.difference:.1f} times ({escape(low.row)}) and at most "
            f"{high.difference:.1f} times ({escape(high.row)}) the printed ones, which come from another "
            "computer: only their order is compared."
        )
    note = mark(protocol.selection)
    return (
        f"Measured scores{note} above the printed ones: {(both.difference > 0).sum()} of {len(both)}. The "
        f"differences are from {signed(low.difference)} points{note} ({escape(low.row)}, "
        f"{data.title(low.dataset)}) to {signed(high.difference)}{note} ({escape(high.row)}, "
        f"{data.title(high.dataset)})."
    )


main, side = frame.page(
    "Reproduction",
    "What the paper prints, what was measured here, and where the two differ: every number can be computed "
    "again with one command.",
    first="figure",
)
chosen = st.session_state["dataset"]
with main:
    totals = st.container()
    title = controls.choice("Table or figure", tuple(NAMES), "of", letters=80)
name = NAMES[title]
experiment = EXPERIMENTS[name]
with side:
    protocol = _protocol(experiment)
    graphs = controls.choice(
        "Graphs", (ONE, ALL), "graphs", help="The one that is chosen, or all that the paper reports."
    )
    if graphs == ONE and chosen not in experiment.datasets:
        st.info(
            f"The paper's {title} does not include {escape(data.title(chosen))}: all of its graphs are shown."
        )
datasets = (chosen,) if graphs == ONE and chosen in experiment.datasets else experiment.datasets
titles = {}
for dataset in datasets:
    for column in experiment.columns(dataset):  # in Table 2 one for each draw
        draw = column.removeprefix(dataset).strip()
        titles[column] = data.title(dataset) + (f", draw {draw}" if draw else "")
comparisons = results.comparisons(name, datasets, protocol)
with totals:
    _show_totals(protocol)
with main:
    _show_figure(name, experiment, comparisons, titles)
    st.caption(_of_what(experiment, comparisons, protocol))
    frame.notice(_notice(experiment, comparisons, protocol))
    _show_table(comparisons, titles, name)
    explanations.show_attempts(comparisons, protocol)
    _show_missing(name, datasets, experiment, protocol.split)
    explanations.show_paired(protocol)
    explanations.show_ablations()
    explanations.show_ledger(title)
    frame.mathematics(
        "A score counts as reproduced where its mean differs from the printed one by at most one point, or "
        "by at most two standard errors of the difference:",
        r"$|\bar{x} - \bar{x}_{\text{printed}}| \leq \max\left(1,\; 2 \sqrt{\frac{s^2}{n} + "
        r"\frac{s_{\text{printed}}^2}{5}}\right)$",
        f"Here n is the number of runs, at least {FEWEST}, and s the standard deviation of their scores; the "
        "paper reports five runs. The result files record every run with its settings, seed, versions, "
        "seconds and hardware.",
    )
