"""What explains the numbers on Reproduction: other protocols, other settings, other texts."""

import json

import pandas as pd
import streamlit as st

from n2n.methods.identity import MethodName
from n2n.methods.registry import settings_for, settings_from
from n2n.paper import reference
from n2n.paper.differences import RECIPE, paired_sentence
from n2n.paper.experiments import find_experiment
from n2n.paper.verdicts import ABOVE, BELOW, DEFAULT, Protocol
from n2n.plots import paper, theme
from n2n.training.selection import mark
from n2n.training.tables import signed
from pages.session import data
from pages.session.markdown import escape
from pages.ui import controls, figures, frame, results


def show_attempts(comparisons: pd.DataFrame, protocol: Protocol) -> None:
    """For every number that was not reproduced: how its settings were chosen, and what others gave."""
    missed = comparisons[comparisons.verdict.isin([ABOVE, BELOW])]
    if missed.empty:
        return
    scores, note = protocol.scores(results.table()), mark(protocol.selection)
    label = f"What was tried for {theme.counted(len(missed), 'number')} not reproduced"
    with st.expander(label, icon=":material/science:"):
        if protocol.split != DEFAULT.split:
            st.caption("All settings were chosen for the paper's split; none was tuned for this one.")
        for one in missed.itertuples():
            others = _other_settings(one.row, one.dataset, scores)
            listed = "; ".join(f"{escape(name)}: {score:.2f}%{note}" for name, score in others.items())
            st.markdown(
                f"**{escape(one.row)} on {data.title(one.dataset)}**: {abs(one.difference):.2f} points "
                f"{'higher' if one.difference > 0 else 'lower'} than printed{note}, {one.runs} runs. "
                f"{escape(settings_for(one.row, one.dataset).note(one.dataset))}"
                + (f" With other settings: {listed}." if others else "")
            )


def _other_settings(row: str, dataset: str, scores: pd.DataFrame) -> dict[str, float]:
    """Mean scores of a method with settings other than its recipe; the keys name what is different."""
    recipe = settings_for(row, dataset).without_seeds()
    own = scores[(scores.dataset == dataset) & (scores.row == row) & ~scores.by_recipe & scores.score.notna()]
    means = {}
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
            means["; ".join(different)] = round(float(group.score.mean()), 2)
    return means


def show_paired(protocol: Protocol) -> None:
    """Does TAPS beat a random neighbour? Differences with their confidence intervals."""
    st.header("Does TAPS beat a random neighbour?", anchor=False)
    differences = results.paired(protocol)
    if differences.empty:
        st.info("No pairs of runs have been measured under this protocol yet.")
        st.code("n2n reproduce paired --datasets cora --minutes 30", language="bash")
        return
    names = {str(dataset): data.title(dataset) for dataset in differences.dataset}
    note = mark(protocol.selection)
    table = differences.assign(dataset=differences.dataset.map(names))
    figures.figure(
        paper.intervals(differences, names, note),
        "taps-against-random",
        table=table.rename(columns={"mean": f"TAPS − random{note}"}).to_dict("list"),
        height=paper.intervals_height(differences),
        alt="Mean difference of TAPS and random positives with its confidence interval",
    )
    st.caption(f"{find_experiment('paired').about} {protocol.description}.")
    frame.notice(paired_sentence(differences))


def show_ablations() -> None:
    """What could make N2N better: changes of its recipe, judged on nodes that are no test nodes."""
    ablations = results.ablations()
    if ablations.empty:
        return
    st.header("What would make N2N better?", anchor=False)
    by_change = (
        ablations.assign(framework=[MethodName.parse(method).framework for method in ablations.method])
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
    shown = by_change.assign(mean=by_change["mean"].map("{:+.2f}".format))
    st.dataframe(shown.rename(columns={"mean": "mean difference"}), hide_index=True)
    st.caption(
        "One change to the recipe at a time, in points of micro-F1 on held-out nodes that are not test nodes "
        "(5 folds at most): the mean over graphs, and on how many of them the 95% confidence interval of the "
        f"difference from {RECIPE} excludes zero."
    )
    helped, harmed = (_listed(by_change, verdict) for verdict in ("helps", "harms"))
    none = int(((by_change.helps == 0) & (by_change.harms == 0)).sum())
    frame.notice(
        f"The whole interval is above zero on some graphs for: {helped}. Below zero: {harmed}. The other "
        f"{none} of {len(by_change)} changes showed no effect on these folds. If no change had any effect, "
        f"one in twenty of the {len(ablations)} intervals would still exclude zero by chance."
    )
    named = ablations.assign(dataset=[data.title(key) for key in ablations.dataset])
    figures.csv("ablations", "ablations.csv", named.to_dict("list"))


def _listed(by_change: pd.DataFrame, verdict: str) -> str:
    """The changes with this verdict on at least one graph."""
    return (
        "; ".join(
            f"{one['change']} ({one['framework']}, {one[verdict]} of {one['comparisons']} graphs, "
            f"{signed(one['mean'])} points on average)"
            for one in by_change[by_change[verdict] > 0].to_dict("records")
        )
        or "nothing"
    )


def show_ledger(title: str) -> None:
    """The list of differences, by default those that concern the table or figure shown."""
    st.header("Where the paper's text, its released code and this project differ", anchor=False)
    everything = controls.switch("Show all", "ledger", help=f"Also those that do not concern {title}.")
    ledger = reference.deviations()
    shown = [one for one in ledger.itertuples() if everything or title in str(one.where).split("; ")]
    for one in shown:
        with st.expander(f"{one.topic} ({one.where})"):
            st.markdown(escape(one.summary))
    st.caption(f"{len(shown)} of {len(ledger)} known differences.")
    figures.csv("ledger", "differences.csv", ledger.to_dict("list"))
