"""What explains a difference: what was tried, and where text, released code and this project differ."""

from dataclasses import asdict, fields

import streamlit as st

from n2n.files.csv import to_csv
from n2n.paper import Comparison, attempts
from n2n.paper.deviations import LEDGER, Difference
from n2n.paper.verdicts import ABOVE, BELOW
from pages.session import results
from pages.ui import controls, figures, frame, run_list


def tried(lines: list[Comparison]) -> None:
    """For every number that was not reproduced: how its settings were chosen, and what others gave."""
    missed = [line for line in lines if line.verdict in (ABOVE, BELOW) and line.cells]
    if not missed:
        return
    with st.expander(f"What was tried for those not reproduced: {len(missed)}", icon=":material/science:"):
        for line in missed:
            st.markdown(_attempt(line))


def _attempt(line: Comparison) -> str:
    cell = line.cells[0]
    title = f"**{frame.text(line.row)} on {run_list.title(cell.dataset)}**"
    if cell.kind != "accuracy":
        return f"{title}: {line.measured:.2f} ms here, {line.printed:.2f} ms printed, on another machine."
    where = "higher" if line.difference > 0 else "lower"
    runs = f"{len(line.cells)} {'run' if len(line.cells) == 1 else 'runs'}"
    words = (
        f"{title}: {abs(line.difference):.2f} points {where} than printed, {runs}. "
        f"{frame.text(attempts.note(line.row, cell.dataset))}"
    )
    others = attempts.others(line, results.cells())
    if others:
        scores = "; ".join(f"{frame.text(name)}: {score.mean:.2f} %" for name, score in others.items())
        words += f" With other settings: {scores}."
    return words


def ledger(title: str) -> None:
    """The list of differences, by default those that touch the table or figure shown."""
    st.subheader("Where the paper's text, its released code and this project differ", anchor=False)
    everything = controls.switch(
        "All of them", "ledger", help=f"Also those that do not touch {title.lower()}."
    )
    shown = [entry for entry in LEDGER if everything or touches(entry, title)]
    for entry in shown:
        with st.expander(f"{entry.topic} ({entry.where})"):
            st.markdown(
                f"- **The text:** {frame.text(entry.text)}\n"
                f"- **The released code:** {frame.text(entry.released)}\n"
                f"- **Here:** {frame.text(entry.here)}\n"
                f"- **What it does:** {frame.text(entry.effect)}"
            )
    st.caption(f"{len(shown)} of {len(LEDGER)} known differences.")
    rows = [asdict(entry) for entry in LEDGER]
    columns = {field.name: [row[field.name] for row in rows] for field in fields(Difference)}
    figures.downloads("ledger", {"CSV": ("differences.csv", lambda: to_csv(columns), "text/csv")})


def touches(entry: Difference, title: str) -> bool:
    """Whether a difference is about a table or figure, such as "Table 1" in "Table 1, 2; Figure 3"."""
    kind, number = title.split()
    for part in entry.where.split(";"):
        words = part.replace(",", " ").split()
        if words and words[0] == kind and number in words:
            return True
    return False
