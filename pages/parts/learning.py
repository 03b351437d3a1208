"""The chosen runs while they go on and afterwards: numbers, curves, the embedding, and what to notice."""

import pandas as pd
import streamlit as st

import n2n
from n2n.graph.splits import Split
from n2n.methods.base import SEEDS, MethodSettings
from n2n.paper import EXPERIMENTS
from n2n.paper.reference import printed_score
from n2n.paper.verdicts import SELECTION
from n2n.plots import paper
from n2n.training.run import Run
from pages.session import data, results, runs
from pages.session.markdown import escape
from pages.ui import figures, frame, run_view

WORDS_EVERY = 5.0
WIDTHS = (1.3, 1)
LENGTH = {"cosine": "cosine similarity leaves free", "dot": "the dot product rewards"}


def show(dataset: str, graph: n2n.Graph) -> None:
    """The curves of the chosen runs; beside them the embedding of the first, live and afterwards."""
    chosen = runs.chosen()
    first = chosen[0]
    run_view.follow(lambda: _head(chosen), chosen, run_view.HEAD_EVERY, "head")
    beside = first.dataset == dataset and not data.is_large(dataset)
    left, right = st.columns(WIDTHS, gap="medium") if beside else (st.container(), None)
    with left:
        name = f"{data.file_stem(first.dataset)}-training"
        run_view.follow(lambda: run_view.curves(chosen, name), chosen, run_view.CURVES_EVERY, "curves")
    if right is not None:
        with right:
            run_view.points(first, graph, "train")
    elif first.dataset != dataset:
        title = escape(data.title(first.dataset))
        st.caption(f"The run is on {title}: choose that dataset to see its embedding too.")
    else:
        st.caption("This graph is too large for a picture of every node: the page Embeddings draws a sample.")
    run_view.follow(lambda: _words(chosen), chosen, WORDS_EVERY, "words")


def _head(chosen: list[Run]) -> None:
    first = chosen[0]
    run_view.state(first)
    if first.history:
        frame.metrics(run_view.numbers(first))
    if len(chosen) > 1:
        others = len(chosen) - 1
        st.caption(f"Numbers of {escape(first.name)}, drawn together with {others} more below.")


def _words(chosen: list[Run]) -> None:
    st.caption(_of_what(chosen[0]))
    frame.notice(*_notices(chosen))


def _of_what(run: Run) -> str:
    """What the numbers are about: dataset, split, labels, seeds, selection, estimator."""
    s = run.settings
    name = "" if run.name.startswith(s.name) else f"{escape(run.name)}: "
    labels = run_view.labels_of(run) if run.scores else ""
    split = f"{s.split} split (seed {s.split_seed}), {labels + ', ' if labels else ''}" if run.scores else ""
    device = run.environment.get("device", "")
    where = f" on {'the CPU' if device == 'cpu' else escape(device)}" if device else ""
    selection = f" Selection: {SELECTION}." if run.scores else ""
    return (
        f"{name}{s.name} on {escape(data.title(run.dataset))}, {split}training seed {s.seed}{where}."
        f"{selection}{_denominators(run)}{_forked(run)}"
    )


def _forked(run: Run) -> str:
    """Where a fork comes from, and what that means for its curves."""
    if run.fork is None:
        return ""
    scale = {"tau", "alpha"} & set(run.fork.changes(run.settings))
    note = " Losses with different τ or α cannot be compared." if scale else ""
    words = escape(run.fork.describe(run.settings))
    return f" {words[0].upper()}{words[1:]}.{note}"


def _denominators(run: Run) -> str:
    """How the denominators of InfoNCE were computed; a baseline has none."""
    estimator = run.environment.get("estimator", "")
    if not estimator:
        return ""
    # Where no estimator was asked for, the run says why it took this one.
    reason = run.environment.get("estimator_reason", "") if run.settings.estimator == "auto" else ""
    return f" Denominators of InfoNCE: {escape(estimator)}{f': {escape(reason)}' if reason else '.'}"


def show_expected(dataset: str, settings: MethodSettings, split: Split | None) -> None:
    """What there is to see while no run is chosen: what to expect of one."""
    st.info("No run is chosen. **Start** trains with the chosen settings; the curves appear here.")
    known = _printed_scores(dataset)
    if len(known):
        figures.figure(
            paper.dots(known, {dataset: data.title(dataset)}, chosen=settings.name),
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
    frame.notice(sizes, _printed(dataset, settings.name))


def _printed_scores(dataset: str) -> pd.DataFrame:
    """What the paper prints for this dataset and what was measured, lowest first."""
    if dataset not in EXPERIMENTS["table1"].datasets:
        return pd.DataFrame()
    found = results.comparisons("table1", (dataset,))
    columns = ["row", "column", "printed", "printed_sd", "measured", "measured_sd", "runs", "difference"]
    columns += ["verdict", "selection"]
    return found[found.printed.notna()].sort_values("printed")[columns]


def _printed(dataset: str, name: str) -> str:
    """What the paper prints for a method."""
    score = printed_score(name, dataset)
    if score is None:
        return ""
    mean, sd = score
    return f"The paper prints {mean:.2f} ± {sd:.2f}% for {name} on {data.title(dataset)}, over five runs."


def _beside_printed(run: Run) -> str:
    """The printed score for a finished run of the recipe, without a verdict: one run is no test of it."""
    _, different = run.settings.closest_recipe(run.dataset)
    if run.status.state != "done" or run.fork or not run.scores or not set(different) <= set(SEEDS):
        return ""
    printed = _printed(run.dataset, run.settings.name)
    return printed and f"{printed} This is one run: {run.scores.test:.1%}."


def _notices(chosen: list[Run]) -> tuple[str, ...]:
    run = chosen[0]
    if not run.history:
        return ()
    return (_selected(run), _stopped_early(run), _overfits(run), _theorem(run), _best_of(chosen))


def _selected(run: Run) -> str:
    if not run.scores:
        first, last = run.history[0], run.history[-1]
        return f"The loss went from {first.loss:.2f} at epoch 1 to {last.loss:.2f} at epoch {last.index:,}."
    s = run.scores
    so_far = "Validation" if run.status.ended else f"Up to epoch {len(run.history):,}, validation"
    return (
        f"{so_far} micro-F1 is best at epoch {s.epoch:,} ({s.val:.1%}); the test score there is "
        f"{s.test:.1%}, at the last evaluation {s.last_test:.1%}. {_beside_printed(run)}"
    )


def _stopped_early(run: Run) -> str:
    if run.status.state != "done" or len(run.history) >= run.settings.total_epochs:
        return ""
    return (
        f"It stopped early, after {len(run.history):,} of {run.settings.total_epochs:,} epochs: the "
        f"validation score had not improved for {run.settings.patience:,} epochs."
    )


def _overfits(run: Run) -> str:
    evaluated = [epoch for epoch in run.history if epoch.evaluated]
    if not evaluated or evaluated[-1].f1_train - evaluated[-1].f1_val < 0.05:
        return ""
    last = evaluated[-1]
    return (
        f"At epoch {last.index:,} it predicts {last.f1_train:.1%} of the training nodes and "
        f"{last.f1_val:.1%} of the validation nodes, {100 * (last.f1_train - last.f1_val):.0f} points fewer."
    )


def _theorem(run: Run) -> str:
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


def _best_of(chosen: list[Run]) -> str:
    scored = [run for run in chosen if run.scores]
    if len(scored) < 2:
        return ""
    best = max(scored, key=lambda run: run.scores.val)
    return (
        f"Of the {len(scored)} runs drawn, {escape(best.name)} has the best validation score, "
        f"{best.scores.val:.1%}; with one seed each, differences of a point say little."
    )
