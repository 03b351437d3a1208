"""The chosen runs while they go on and afterwards: numbers, curves, the embedding, and what to notice."""

import streamlit as st

import n2n
from n2n.graph.splits import Split
from n2n.methods.base import SEEDS, MethodSettings
from n2n.paper import EXPERIMENTS
from n2n.paper.reference import printed_score
from n2n.paper.verdicts import SELECTION
from n2n.plots import paper
from n2n.training.run import Run
from pages.session import data, runs
from pages.session.markdown import escape
from pages.ui import figures, frame, results, run_view

WORDS_EVERY = 5.0
COLUMNS = ["row", "printed", "printed_sd", "measured", "measured_sd", "runs", "difference", "verdict"]
LENGTH = {"cosine": "cosine similarity leaves free", "dot": "the dot product rewards"}


def show(dataset: str, graph: n2n.Graph) -> None:
    """The curves of the chosen runs; beside them the embedding of the first, live and afterwards."""
    chosen = runs.chosen()
    first = chosen[0]

    def head() -> None:
        run_view.state(first)
        if first.history:
            frame.metrics(run_view.numbers(first))
        if len(chosen) > 1:
            st.caption(f"Numbers of {escape(first.name)}, drawn together with {len(chosen) - 1} more below.")

    def words() -> None:
        st.caption(_of_what(first))
        if first.history:
            frame.notice(
                _selected(first), _stopped_early(first), _overfits(first), _theorem(first), _best_of(chosen)
            )

    run_view.follow(head, chosen, run_view.HEAD_EVERY, "head")
    left, right = frame.two_figures()
    with right:  # before the curves, which a browser takes longer to draw
        if first.dataset != dataset:
            title = escape(data.title(first.dataset))
            st.caption(f"The run is on {title}: choose that dataset to see its embedding too.")
        elif data.is_large(dataset):
            st.caption(
                "This graph is too large for a picture of every node: the page Embeddings draws a sample."
            )
        else:
            run_view.points(first, graph, "train")
    with left:
        name = f"{data.file_stem(first.dataset)}-training"
        run_view.follow(lambda: run_view.curves(chosen, name), chosen, run_view.CURVES_EVERY, "curves")
    run_view.follow(words, chosen, WORDS_EVERY, "words")


def _of_what(run: Run) -> str:
    """What the numbers are about: dataset, split, labels, seeds, selection, estimator."""
    s, environment = run.settings, run.environment
    name = "" if run.name.startswith(s.name) else f"{escape(run.name)}: "
    scored = ""
    if run.scores:
        labels = run_view.labels_of(run)
        scored = f"{s.split} split (seed {s.split_seed}), {labels + ', ' if labels else ''}"
    device = environment.get("device", "")
    where = f" on {'the CPU' if device == 'cpu' else escape(device)}" if device else ""
    words = f"{name}{s.name} on {escape(data.title(run.dataset))}, {scored}training seed {s.seed}{where}."
    if run.scores:
        words += f" Selection: {SELECTION}."
    if estimator := environment.get("estimator", ""):  # of the denominators of InfoNCE; a baseline has none
        # Where no estimator was asked for, the run says why it took this one.
        reason = environment.get("estimator_reason", "") if s.estimator == "auto" else ""
        words += f" Denominators of InfoNCE: {escape(estimator)}{f': {escape(reason)}' if reason else '.'}"
    return words + _forked(run)


def _forked(run: Run) -> str:
    """Where a fork comes from, and what that means for its curves."""
    if run.fork is None:
        return ""
    scale = {"tau", "alpha"} & set(run.fork.changes(run.settings))
    note = " Losses with different τ or α cannot be compared." if scale else ""
    words = escape(run.fork.describe(run.settings))
    return f" {words[0].upper()}{words[1:]}.{note}"


def show_expected(dataset: str, settings: MethodSettings, split: Split | None) -> None:
    """What there is to see while no run is chosen: what to expect of one."""
    st.info("No run is chosen. **Start** trains with the chosen settings; the curves appear here.")
    if dataset in EXPERIMENTS["table1"].datasets:
        known = results.comparisons("table1", (dataset,))
        known = known[known.printed.notna()].sort_values("printed")
        figures.figure(
            paper.dots(known, {dataset: data.title(dataset)}, chosen=settings.name),
            f"{data.file_stem(dataset)}-expected",
            table=known[COLUMNS].astype(object).where(known.notna(), None).to_dict("list"),
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


def _printed(dataset: str, name: str) -> str:
    score = printed_score(name, dataset)
    if score is None:
        return ""
    mean, sd = score
    return f"The paper prints {mean:.2f} ± {sd:.2f}% for {name} on {data.title(dataset)}, over five runs."


def _selected(run: Run) -> str:
    if not run.scores:
        first, last = run.history[0], run.history[-1]
        return f"The loss went from {first.loss:.2f} at epoch 1 to {last.loss:.2f} at epoch {last.index:,}."
    s = run.scores
    so_far = "Validation" if run.status.ended else f"Up to epoch {len(run.history):,}, validation"
    text = (
        f"{so_far} micro-F1 is best at epoch {s.epoch:,} ({s.val:.1%}); the test score there is "
        f"{s.test:.1%}, at the last evaluation {s.last_test:.1%}."
    )
    _, different = run.settings.closest_recipe(run.dataset)
    if run.status.state == "done" and not run.fork and set(different) <= set(SEEDS):
        # Without a verdict: one run is no test of a printed mean.
        text += f" {_printed(run.dataset, run.settings.name)}"
    return text


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
    rose, fell = last.information > first.information, last.feature_smoothness < first.feature_smoothness
    text = (
        f"From epoch {first.index:,} to {last.index:,} the bound on the mutual information "
        f"{'rose' if rose else 'fell'} from {first.information:.2f} to {last.information:.2f} nats while "
        f"$\\delta_f$ {'fell' if fell else 'rose'} from {first.feature_smoothness:.3g} to "
        f"{last.feature_smoothness:.3g}"
    )
    if rose == fell:
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
