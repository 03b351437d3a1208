"""A run while it goes on and afterwards: progress, numbers, curves, and what to notice."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

import n2n
from n2n.graph.splits import Split
from n2n.methods.base import SEEDS
from n2n.paper import EXPERIMENTS
from n2n.paper.reference import printed_score
from n2n.paper.verdicts import SELECTION
from n2n.plots import paper
from n2n.training import tables
from pages.session import data, results, runs
from pages.ui import chip, figures, frame, live_curves, live_run
from pages.ui.markdown import escape

POLL = 3.0
"""Seconds between two runs of this part of the page, where the browser cannot follow a run by itself."""
WORDS = 20.0
"""Seconds between two runs of what stands below the figures, where it can."""
ALT = "Micro-F1, loss, mutual information and feature smoothness over the epochs"
HEIGHT = 520
WIDTHS = (1.3, 1)
LENGTH = {"cosine": "cosine similarity leaves free", "dot": "the dot product rewards"}


def show(beside: Callable[[], None] | None = None) -> None:
    """The chosen runs; followed only while one of them is in progress.

    Args:
        beside: draws what stands to the right of the curves, or below them in a narrow window.
    """
    chosen = runs.chosen()
    active = any(not run.status.ended for run in chosen)
    if active and (followed := _follow(chosen)).address:
        _draw_followed(chosen, followed, beside)
        return
    st.fragment(_draw, run_every=POLL if active else None)(active, beside)


def _follow(chosen: list[n2n.Run]) -> live_run.Followed:
    """What the browser fetches of runs of which one is in progress."""
    first, dark = chosen[0], frame.dark()

    def head() -> str:
        state = "" if first.status.ended else live_run.bar(first.status)
        return state + (live_run.numbers(_numbers(first)) if first.history else "")

    def curves() -> str:
        return live_curves.drawing(chosen, dark, ALT) if any(run.history for run in chosen) else ""

    return live_run.Followed(chosen, {"head": head, "curves": curves}, f"dark: {dark}")


def _draw_followed(
    chosen: list[n2n.Run], followed: live_run.Followed, beside: Callable[[], None] | None
) -> None:
    with st.container(key="live_run"):
        first = chosen[0]
        if first.status.ended:
            _state(first)
        followed.show("head", "train")
        _say_whose(chosen)
        left, right = frame.pair("learning", WIDTHS) if beside else (st.container(), None)
        with left:
            followed.show("curves", "train")
            live_curves.names(chosen)
        if beside and right:
            with right:
                beside()
        st.fragment(_words, run_every=WORDS)(chosen)


def _words(chosen: list[n2n.Run]) -> None:
    st.caption(_of_what(chosen[0]))
    frame.notice(*_notices(chosen))


def _say_whose(chosen: list[n2n.Run]) -> None:
    if len(chosen) > 1:
        others = len(chosen) - 1
        st.caption(f"Numbers of {escape(chosen[0].name)}, drawn together with {others} more below.")


def _draw(active: bool, beside: Callable[[], None] | None) -> None:
    chosen = runs.chosen()
    if not chosen or (active and all(run.status.ended for run in chosen)):
        st.rerun()  # the whole page: the list below has changed too
    first = chosen[0]
    with st.container(key="live_run"):
        # Places that are always there: what comes and goes above the figure must not draw it again.
        with st.container():
            _state(first)
        with st.container():
            if first.history:
                frame.metrics(_numbers(first))
            _say_whose(chosen)
        left, right = frame.pair("learning", WIDTHS) if beside else (st.container(), None)
        if any(run.history for run in chosen):
            with left:
                live_curves.show(
                    chosen,
                    f"{data.file_stem(first.dataset)}-training",
                    height=HEIGHT,
                    alt=ALT,
                )
        if beside and right:
            with right:
                beside()
        _words(chosen)


def _state(run: n2n.Run) -> None:
    status = run.status
    if not status.ended:
        chip.progress(status)
    elif status.state == "failed":
        st.error(f"{escape(run.name)} failed: {escape(status.cause)}", icon=":material/error:")
    elif status.state == "interrupted":
        st.info(escape(status.cause), icon=":material/pause_circle:")
    elif status.state == "cancelled":
        kept = f"What it learnt up to epoch {status.done:,} is kept." if run.result else ""
        st.info(f"{escape(status.cause)} {kept}", icon=":material/stop_circle:")


def _numbers(run: n2n.Run) -> dict[str, str]:
    """What a run with epochs has come to."""
    shown = {"Epochs": f"{len(run.history):,}"}
    # The first epochs load and compile; the later ones tell what an epoch costs.
    later = sorted(epoch.seconds for epoch in run.history[-50:])
    shown["Time per epoch"] = tables.duration(later[len(later) // 2])
    if run.scores:
        shown["Best validation micro-F1"] = f"{run.scores.val:.1%}"
        shown["Test micro-F1 at that epoch"] = f"{run.scores.test:.1%}"
    return shown


def _of_what(run: n2n.Run) -> str:
    """What the numbers are about: dataset, split, seeds, selection, estimator."""
    s = run.settings
    name = "" if run.name.startswith(s.name) else f"{escape(run.name)}: "
    device = run.environment["device"] if run.result else ""
    where = f" on {'the CPU' if device == 'cpu' else escape(device)}" if run.result else ""
    split = f"{s.split} split (seed {s.split_seed}), " if run.scores else ""
    selection = f" Selection: {SELECTION}." if run.scores else ""
    return (
        f"{name}{s.name} on {escape(data.title(run.dataset))}, {split}training seed {s.seed}{where}."
        f"{selection}{_denominators(run)}{_forked(run)}"
    )


def _forked(run: n2n.Run) -> str:
    """Where a fork comes from, and what that means for its curves."""
    if run.fork is None:
        return ""
    scale = {"tau", "alpha"} & set(run.fork.changes(run.settings))
    told = " Losses with different τ or α cannot be compared." if scale else ""
    words = escape(run.fork.describe(run.settings))
    return f" {words[0].upper()}{words[1:]}.{told}"


def _denominators(run: n2n.Run) -> str:
    """How the denominators of InfoNCE were computed; a baseline has none."""
    s = run.settings
    if not s.facts_told:
        return ""
    estimator = run.environment["estimator"] if run.result else s.estimator
    # Where no estimator was asked for, the run says why it took this one.
    asked = s.estimator != "auto" or not run.result
    reason = "." if asked else f": {escape(run.environment['estimator_reason'])}"
    return f" Denominators of InfoNCE: {escape(estimator)}{reason}"


def show_expected(dataset: str, name: str, split: Split | None) -> None:
    """What there is to see while no run is chosen: what to expect of one."""
    st.info("No run is chosen. **Start** trains with the chosen settings; the curves appear here.")
    known = _printed_scores(dataset)
    if len(known):
        figures.figure(
            paper.expected(known, name),
            f"{data.file_stem(dataset)}-expected",
            table=known.astype(object).where(known.notna(), None).to_dict("list"),
            height=560,
            alt="Test micro-F1 of each method, as printed and as measured here",
        )
    sizes = (
        "The split has {:,} labelled nodes for training, {:,} for choosing the best epoch, and {:,} for the "
        "test score alone.".format(*split.sizes)
        if split
        else "Without labels there is no accuracy: watch the loss, the bound on the mutual information and "
        "the feature smoothness."
    )
    frame.notice(sizes, _printed(dataset, name))


def _printed_scores(dataset: str) -> pd.DataFrame:
    """What the paper prints for this dataset and what was measured, lowest first."""
    if dataset not in EXPERIMENTS["table1"].datasets:
        return pd.DataFrame()
    found = results.comparisons("table1", (dataset,))
    columns = ["row", "printed", "printed_sd", "measured", "measured_sd", "runs", "verdict"]
    return found[found.printed.notna()].sort_values("printed")[columns]


def _printed(dataset: str, name: str) -> str:
    """What the paper prints for a method."""
    score = printed_score(name, dataset)
    if score is None:
        return ""
    mean, sd = score
    return f"The paper prints {mean:.2f} ± {sd:.2f}% for {name} on {data.title(dataset)}, over five runs."


def _beside_printed(run: n2n.Run) -> str:
    """The printed score for a finished run of the recipe, without a verdict: one run is no test of it."""
    _, different = run.settings.closest_recipe(run.dataset)
    if not run.ended or run.status.state != "done" or run.fork or not set(different) <= set(SEEDS):
        return ""
    printed = _printed(run.dataset, run.settings.name)
    return printed and f"{printed} This is one run: {run.scores.test:.1%}."


def _notices(chosen: list[n2n.Run]) -> tuple[str, ...]:
    run = chosen[0]
    if not run.history:
        return ()
    return (_selected(run), _overfits(run), _theorem(run), _best_of(chosen))


def _selected(run: n2n.Run) -> str:
    if not run.scores:
        first, last = run.history[0], run.history[-1]
        return f"The loss went from {first.loss:.2f} at epoch 1 to {last.loss:.2f} at epoch {last.index:,}."
    s = run.scores
    return (
        f"{'Validation' if run.ended else f'Up to epoch {len(run.history):,}, validation'} micro-F1 is best "
        f"at epoch {s.epoch:,} "
        f"({s.val:.1%}); the test score there is {s.test:.1%}, at the last evaluation {s.last_test:.1%}. "
        f"{_beside_printed(run)}"
    )


def _overfits(run: n2n.Run) -> str:
    evaluated = [epoch for epoch in run.history if epoch.evaluated]
    if not evaluated or evaluated[-1].f1_train - evaluated[-1].f1_val < 0.05:
        return ""
    last = evaluated[-1]
    return (
        f"At epoch {last.index:,} it predicts {last.f1_train:.1%} of the training nodes and "
        f"{last.f1_val:.1%} of the validation nodes, {100 * (last.f1_train - last.f1_val):.0f} points fewer."
    )


def _theorem(run: n2n.Run) -> str:
    """Theorem 1 in this run: does δ_f fall while the bound on the mutual information rises?"""
    seen = [epoch for epoch in run.history if epoch.information is not None]
    if len(seen) < 2:
        return ""
    first, last = seen[0], seen[-1]
    peak = max(seen, key=lambda epoch: epoch.feature_smoothness)
    rose, fell = last.information > first.information, last.feature_smoothness < first.feature_smoothness
    after = (
        f", after a peak of {peak.feature_smoothness:.3g} at epoch {peak.index:,}"
        if peak not in (first, last)
        else ""
    )
    text = (
        f"From epoch {first.index:,} to {last.index:,} the bound on the mutual information "
        f"{'rose' if rose else 'fell'} from {first.information:.2f} to {last.information:.2f} nats while "
        f"$\\delta_f$ {'fell' if fell else 'rose'} from {first.feature_smoothness:.3g} to "
        f"{last.feature_smoothness:.3g}{after}"
    )
    if rose and fell:
        return f"{text}, as Theorem 1 says."
    return (
        f"{text}. Theorem 1 expects the two to move in opposite directions; but $\\delta_f$ also grows with "
        f"the length of the representations, which {LENGTH[run.settings.similarity]}."
    )


def _best_of(chosen: list[n2n.Run]) -> str:
    scored = [run for run in chosen if run.scores]
    if len(scored) < 2:
        return ""
    best = max(scored, key=lambda run: run.scores.val)
    return (
        f"Of the {len(scored)} runs drawn, {escape(best.name)} has the best validation score, "
        f"{best.scores.val:.1%}; with one seed each, differences of a point say little."
    )
