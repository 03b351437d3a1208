"""The two runs of the lesson on Theorem 1, together: one with cosine similarity, one with the dot product."""

import streamlit as st

import n2n
from n2n.embedding.projection import project
from n2n.embedding.separation import separation
from n2n.plots import embedding, training
from n2n.training.run import Run
from pages.parts.stage import Facts, Stage
from pages.session import runs
from pages.ui import problems, run_view

NAMES = {"cosine": "Cosine similarity", "dot": "Dot product"}
SHORT = {"width": 128, "epochs": 60, "evaluate_every": 5, "patience": 0, "watch_theorem": True}
_REFUSED = "why the runs of the lesson were refused"
_MISSING = "Nothing has been trained on this graph yet: press **Train both** in step 2."


def _start(stage: Stage) -> None:
    settings = n2n.Settings.for_dataset(stage.key, "URL", recipe="text").replace(**SHORT)
    with problems.kept(_REFUSED):
        runs.choose(
            [
                runs.start(stage.key, stage.graph, settings.replace(similarity=similarity), name).id
                for similarity, name in NAMES.items()
            ]
        )


def _both(stage: Stage) -> list[Run]:
    """The two runs where they have been started on this graph; they are in the address."""
    chosen = [run for run in runs.chosen() if run.dataset == stage.key]
    found = {run.settings.similarity: run for run in chosen if getattr(run.settings, "watch_theorem", False)}
    return [found[similarity] for similarity in NAMES] if set(found) == set(NAMES) else []


def two_runs(stage: Stage) -> Facts:
    """Mutual information and feature smoothness of both runs over the epochs."""
    problems.show(_REFUSED)
    both = _both(stage)
    active = any(not run.status.ended for run in both)
    with stage.beside:
        st.button(
            "Train both",
            type="secondary" if both else "primary",
            icon=":material/play_arrow:",
            on_click=_start,
            args=(stage,),
            disabled=active,
        )

    def draw() -> None:
        known = [run for run in both if any(one.information is not None for one in run.history)]
        if known:
            figure = training.curves(known, SHORT["epochs"], ("information", "smoothness"))
            stage.chart(figure, "Mutual information and feature smoothness of the two runs over the epochs")
        for run in both:
            if not run.status.ended:
                run_view.progress(run)

    with stage.figure:
        run_view.follow(draw, both, run_view.HEAD_EVERY, "two_runs")
    if not both or active:
        missing = "The two runs are still in progress." if active else _MISSING
        return dict.fromkeys(("runs_sentence", "score_sentence", "better_sentence"), missing)
    scores = [100 * run.scores.test if run.scores else 0.0 for run in both]
    named = [f"{name}: {score:.1f} %" for name, score in zip(NAMES.values(), scores, strict=True)]
    better = NAMES["dot" if scores[1] > scores[0] else "cosine"]
    return {
        "runs_sentence": " ".join(map(_change, NAMES.values(), both)),
        "score_sentence": f"Test micro-F1 at the best validation epoch, one run each: {', '.join(named)}.",
        "better_sentence": f"{better} has the better score, by {abs(scores[0] - scores[1]):.1f} points. One "
        "run each proves little.",
    }


def _change(name: str, run: Run) -> str:
    """How the two quantities of Theorem 1 changed over a run."""
    seen = [one for one in run.history if one.information is not None]
    if not seen:
        return ""
    quantities = {
        "the bound on the mutual information": "information",
        "feature smoothness": "feature_smoothness",
    }
    parts = []
    for what, attribute in quantities.items():
        first, last = getattr(seen[0], attribute), getattr(seen[-1], attribute)
        parts.append(f"{what} {'rises' if last > first else 'falls'} from {first:.3g} to {last:.3g}")
    return f"{name}: {' and '.join(parts)}."


def two_embeddings(stage: Stage) -> Facts:
    """The trained representations of both runs, side by side."""
    both = [run for run in _both(stage) if run.has_result]
    if not both:
        stage.figure.info(_MISSING)
        return {"separation_sentence": "–"}
    shown = [(run.name, run.scores and run.scores.test, project(run.embeddings, "pca")) for run in both]
    figure = embedding.side_by_side(stage.graph, shown).update_layout(margin={"t": 70})
    stage.show(figure, "The embeddings of both runs, coloured by class")
    purities = [f"{separation(run.embeddings, stage.graph.y).purity:.0%}" for run in both]
    return {"separation_sentence": f"{' and '.join(purities)}."}
