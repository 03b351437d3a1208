"""What explains a difference: what was tried, and where text, released code and this project differ."""

from dataclasses import asdict, fields

import streamlit as st

from n2n.paper import Cell, Comparison, attempts, trials
from n2n.paper.deviations import LEDGER, Difference
from n2n.paper.protocol import DEFAULT, Protocol
from n2n.paper.verdicts import ABOVE, BELOW
from n2n.plots import theme
from n2n.training.selection import mark
from pages.session import data, results
from pages.session.markdown import escape
from pages.ui import controls, figures, frame


def show_attempts(comparisons: list[Comparison], protocol: Protocol = DEFAULT) -> None:
    """For every number that was not reproduced: how its settings were chosen, and what others gave."""
    missed = [one for one in comparisons if one.verdict in (ABOVE, BELOW) and one.cells]
    if not missed:
        return
    with st.expander(
        f"What was tried for {theme.counted(len(missed), 'number')} not reproduced", icon=":material/science:"
    ):
        if protocol.split != DEFAULT.split:
            st.caption("All settings were chosen for the paper's split; none was tuned for this one.")
        cells = results.cells()
        for comparison in missed:
            st.markdown(_attempt(comparison, cells, protocol))


def _attempt(comparison: Comparison, cells: list[Cell], protocol: Protocol) -> str:
    measured = comparison.cells[0]
    title = f"**{escape(comparison.row)} on {data.title(measured.dataset)}**"
    where = "higher" if comparison.difference > 0 else "lower"
    count, note = len(comparison.cells), mark(protocol.selection)
    words = (
        f"{title}: {abs(comparison.difference):.2f} points {where} than printed{note}, {count} "
        f"runs. {escape(attempts.note(comparison.row, measured.dataset))}"
    )
    others = attempts.others(comparison, cells, protocol)
    if others:
        scores = "; ".join(f"{escape(name)}: {score.mean:.2f}%{note}" for name, score in others.items())
        words += f" With other settings: {scores}."
    return words


def show_trials() -> None:
    """What could make N2N better: changes of its recipe, judged on nodes that are no test nodes."""
    found = results.trial_effects()
    if not found:
        return
    st.subheader("What would make N2N better?", anchor=False)
    st.dataframe(trials.summary_table(found), hide_index=True)
    st.caption(
        "One change to the recipe at a time, in points of micro-F1 on held-out nodes that are not test nodes "
        f"({trials.FOLDS} folds at most): the mean over graphs, and on how many of them the 95% confidence "
        "interval of the difference excludes zero."
    )
    frame.notice(trials.trial_sentence(found))
    table = trials.effect_table(found)
    table["graph"] = [data.title(key) for key in table["graph"]]
    figures.csv("trials", "trials.csv", table)
    st.code("python -m n2n trials --datasets cora --out trials.csv", language="bash")


def show_ledger(title: str) -> None:
    """The list of differences, by default those that concern the table or figure shown."""
    st.subheader("Where the paper's text, its released code and this project differ", anchor=False)
    everything = controls.switch("Show all", "ledger", help=f"Also those that do not concern {title}.")
    shown = [difference for difference in LEDGER if everything or concerns(difference, title)]
    for difference in shown:
        with st.expander(f"{difference.topic} ({difference.where})"):
            st.markdown(
                f"- **The text:** {escape(difference.text)}\n"
                f"- **The released code:** {escape(difference.released)}\n"
                f"- **Here:** {escape(difference.here)}\n"
                f"- **Effect:** {escape(difference.effect)}"
            )
    st.caption(f"{len(shown)} of {len(LEDGER)} known differences.")
    rows = [asdict(difference) for difference in LEDGER]
    columns = {field.name: [row[field.name] for row in rows] for field in fields(Difference)}
    figures.csv("ledger", "differences.csv", columns)


def concerns(difference: Difference, title: str) -> bool:
    """Whether a difference is about a table or figure, such as "Table 1" in "Table 1, 2; Figure 3"."""
    kind, number = title.split()
    for part in difference.where.split(";"):
        words = part.replace(",", " ").split()
        if words and words[0] == kind and number in words:
            return True
    return False
