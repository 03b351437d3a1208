"""What explains a difference: what was tried, and where text, released code and this project differ."""

import json

import pandas as pd
import streamlit as st

from n2n.methods.identity import MethodName
from n2n.methods.registry import settings_for, settings_from
from n2n.paper import reference
from n2n.paper.differences import RECIPE
from n2n.paper.verdicts import ABOVE, BELOW, DEFAULT, Protocol
from n2n.plots import theme
from n2n.training.selection import mark
from n2n.training.tables import signed
from pages.session import data, results
from pages.session.markdown import escape
from pages.ui import controls, figures, frame


def show_attempts(comparisons: pd.DataFrame, protocol: Protocol = DEFAULT) -> None:
    """For every number that was not reproduced: how its settings were chosen, and what others gave."""
    missed = comparisons[comparisons.verdict.isin([ABOVE, BELOW])]
    if missed.empty:
        return
    with st.expander(
        f"What was tried for {theme.counted(len(missed), 'number')} not reproduced", icon=":material/science:"
    ):
        if protocol.split != DEFAULT.split:
            st.caption("All settings were chosen for the paper's split; none was tuned for this one.")
        scores = protocol.scores(results.table())
        for one in missed.itertuples():
            where = "higher" if one.difference > 0 else "lower"
            note = mark(protocol.selection)
            words = (
                f"**{escape(one.row)} on {data.title(one.dataset)}**: {abs(one.difference):.2f} points "
                f"{where} than printed{note}, {one.runs} runs. "
                f"{escape(settings_for(one.row, one.dataset).note(one.dataset))}"
            )
            others = alternatives(one.row, one.dataset, scores)
            if others:
                listed = "; ".join(f"{escape(name)}: {score:.2f}%{note}" for name, score in others.items())
                words += f" With other settings: {listed}."
            st.markdown(words)


def alternatives(row: str, dataset: str, scores: pd.DataFrame) -> dict[str, float]:
    """Mean scores of a method with settings other than its recipe; the keys name what is different."""
    recipe = settings_for(row, dataset).without_seeds()
    own = scores[(scores.dataset == dataset) & (scores.row == row) & ~scores.by_recipe & scores.score.notna()]
    found = {}
    for text, group in own.groupby("settings", sort=False):
        try:
            settings = settings_from(json.loads(str(text)))
        except ValueError:  # of another version
            continue
        different = [
            settings.describe(name, value)
            for name, value in settings.to_dict().items()
            if name not in ("split", "probe") and value != getattr(recipe, name, value)
        ]
        if different:
            found["; ".join(different)] = round(float(group.score.mean()), 2)
    return found


def show_ablations() -> None:
    """What could make N2N better: changes of its recipe, judged on nodes that are no test nodes."""
    found = results.ablations()
    if found.empty:
        return
    st.subheader("What would make N2N better?", anchor=False)
    frameworks = [MethodName.parse(method).framework for method in found.method]
    summary = (
        found.assign(framework=frameworks)
        .groupby(["framework", "change"], sort=False)
        .agg(
            mean=("mean", "mean"),
            helps=("verdict", lambda one: int((one == "helps").sum())),
            harms=("verdict", lambda one: int((one == "harms").sum())),
            comparisons=("verdict", "size"),
        )
        .reset_index()
        .sort_values(["framework", "mean"], ascending=[True, False])
    )
    shown = summary.assign(mean=[f"{mean:+.2f}" for mean in summary["mean"]])
    st.dataframe(shown.rename(columns={"mean": "mean difference"}), hide_index=True)
    st.caption(
        "One change to the recipe at a time, in points of micro-F1 on held-out nodes that are not test nodes "
        "(5 folds at most): the mean over graphs, and on how many of them the 95% confidence interval of the "
        f"difference from {RECIPE} excludes zero."
    )
    frame.notice(_ablation_sentence(summary, len(found)))
    named = found.assign(dataset=[data.title(key) for key in found.dataset])
    figures.csv("ablations", "ablations.csv", named.to_dict("list"))


def _ablation_sentence(summary: pd.DataFrame, comparisons: int) -> str:
    """What helped and what did not, and how much of that is expected by chance."""
    named: dict[str, list[str]] = {"helps": [], "harms": []}
    for one in summary.to_dict("records"):
        for verdict, listed in named.items():
            if one[verdict]:
                listed.append(
                    f"{one['change']} ({one['framework']}, {one[verdict]} of {one['comparisons']} graphs, "
                    f"{signed(one['mean'])} points on average)"
                )
    rest = int(((summary.helps == 0) & (summary.harms == 0)).sum())
    helped, harmed = ("; ".join(listed) or "nothing" for listed in named.values())
    return (
        f"The whole interval is above zero on some graphs for: {helped}. Below zero: {harmed}. The other "
        f"{rest} of {len(summary)} changes showed no effect on these folds. If no change had any effect, one "
        f"in twenty of the {comparisons} intervals would still exclude zero by chance."
    )


def show_ledger(title: str) -> None:
    """The list of differences, by default those that concern the table or figure shown."""
    st.subheader("Where the paper's text, its released code and this project differ", anchor=False)
    everything = controls.switch("Show all", "ledger", help=f"Also those that do not concern {title}.")
    ledger = reference.deviations()
    shown = [one for one in ledger.itertuples() if everything or concerns(str(one.where), title)]
    for one in shown:
        with st.expander(f"{one.topic} ({one.where})"):
            st.markdown(escape(one.summary))
    st.caption(f"{len(shown)} of {len(ledger)} known differences.")
    figures.csv("ledger", "differences.csv", ledger.to_dict("list"))


def concerns(where: str, title: str) -> bool:
    """Whether a difference is about a table or figure, such as "Table 1" in "Table 1, 2; Figure 3".

    >>> concerns("Table 1, 2; Figure 3", "Table 2"), concerns("Table 1, 2; Figure 3", "Figure 1")
    (True, False)
    """
    kind, number = title.split()
    for part in where.split(";"):
        words = part.replace(",", " ").split()
        if words and words[0] == kind and number in words:
            return True
    return False
