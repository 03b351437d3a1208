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
_RUNS, _REFUSED = "runs of the lesson", "why the runs of the lesson were refused"
_MISSING = "Nothing has been trained on this graph yet: press **Train both** two steps into the lesson."


def _start(stage: Stage) -> None:
    with problems.kept(_REFUSED):
        settings = n2n.Settings.for_dataset(stage.key, "URL", recipe="text").replace(**SHORT)
        started = [
            runs.start(stage.key, stage.graph, settings.replace(similarity=one), name)
            for one, name in NAMES.items()
        ]
        st.session_state[_RUNS] = [run.id for run in started]


def _found(stage: Stage) -> list[Run]:
    """The two runs, where they are of this graph."""
    found = [run for id in st.session_state.get(_RUNS, []) if (run := runs.find(id))]
    return found if len(found) == len(NAMES) and {run.dataset for run in found} == {stage.key} else []


def two_runs(stage: Stage) -> Facts:
    """Mutual information and feature smoothness of both runs over the epochs."""
    problems.show(_REFUSED)
    found = _found(stage)
    with stage.beside:
        st.button(
            "Train both",
            type="secondary" if found else "primary",
            icon=":material/play_arrow:",
            on_click=_start,
            args=(stage,),
            disabled=any(not run.status.ended for run in found),
        )

    def draw() -> None:
        known = [run for run in found if any(one.information is not None for one in run.history)]
        if known:
            figure = training.curves(known, SHORT["epochs"], ("information", "smoothness"))
            stage.chart(figure, "Mutual information and feature smoothness of the two runs over the epochs")
        for run in found:
            if not run.status.ended:
                run_view.progress(run)

    with stage.figure:
        run_view.follow(draw, found, run_view.HEAD_EVERY, "two_runs")
    return _facts(stage, found)


def _facts(stage: Stage, found: list[Run]) -> Facts:
    if not found:
        missing = "Nothing has been trained on this graph yet: press **Train both**."
        return dict.fromkeys(("runs_sentence", "score_sentence", "better_sentence"), missing)
    if any(not run.status.ended for run in found):
        wait = "The two runs are still in progress."
        return dict.fromkeys(("runs_sentence", "score_sentence", "better_sentence"), wait)
    scores = [100 * run.scores.test if run.scores else float("nan") for run in found]
    named = [f"{name}: {score:.1f} %" for name, score in zip(NAMES.values(), scores, strict=True)]
    ahead = "the first" if scores[0] > scores[1] else "the second"
    return {
        "runs_sentence": " ".join(
            _change(name, run) for name, run in zip(NAMES.values(), found, strict=True)
        ),
        "score_sentence": f"Test micro-F1 of one run each: {', '.join(named)}.",
        "better_sentence": f"In these two runs {ahead} has the better score, by "
        f"{abs(scores[0] - scores[1]):.1f} points. One run each proves little.",
    }


def _change(name: str, run: Run) -> str:
    """How the two quantities of Theorem 1 changed over a run."""
    bound = [one.information for one in run.history if one.information is not None]
    smooth = [one.feature_smoothness for one in run.history if one.feature_smoothness is not None]
    if not bound or not smooth:
        return ""
    parts = [
        f"{what} {'rises' if values[-1] > values[0] else 'falls'} from {values[0]:.3g} to {values[-1]:.3g}"
        for what, values in (("the bound on the mutual information", bound), ("feature smoothness", smooth))
    ]
    return f"{name}: {' and '.join(parts)}."


def two_embeddings(stage: Stage) -> Facts:
    """The trained representations of both runs, side by side."""
    found = [run for run in _found(stage) if run.has_result]
    if not found:
        with stage.figure:
            st.info(_MISSING)
        return {"separation_sentence": "–"}
    shown, words = [], []
    for run in found:
        shown.append((run.name, run.scores.test if run.scores else None, project(run.embeddings, "pca")))
        words.append(f"{separation(run.embeddings, stage.graph.y).purity:.0%}")
    figure = embedding.side_by_side(stage.graph, shown).update_layout(margin={"t": 70})
    stage.show(figure, "The embeddings of both runs, coloured by class")
    return {"separation_sentence": f"{' and '.join(words)}."}
