"""Fork the run that is shown: choose one of its epochs, change settings, and go on from there."""

from typing import Any

import streamlit as st

import n2n
from n2n.plots import theme
from n2n.training.fork import plan_fork
from pages.parts import settings_form
from pages.session import runs
from pages.session.markdown import escape
from pages.ui import controls, problems

# What most people change stands first.
FIRST = ("tau", "alpha", "learning_rate", "k", "sampler", "epochs")
WIDTH = 150
_PROBLEM = "why a run was not forked"


def show(dataset: str, graph: n2n.Graph) -> None:
    """The form, where the first run that is drawn can be forked."""
    chosen = runs.chosen()
    problem = problems.take(_PROBLEM)
    if not chosen or chosen[0].dataset != dataset or not chosen[0].history:
        return
    run = chosen[0]
    with st.expander("Fork this run", icon=":material/fork_right:", expanded=bool(problem)):
        epoch = _choose_epoch(run)
        changes = _choose_changes(run, run.history[epoch - 1].stage)
        button, possible = f"fork.{run.id}", True
        try:
            settings, origin = plan_fork(run, epoch, **changes)
            st.caption(_words(run, epoch, changes))
            if controls.clicked(button):
                with problems.kept(_PROBLEM):
                    name = f"{run.name[:40]}, forked at {epoch}"
                    child = runs.start(dataset, graph, settings, name, fork=origin, parent=run)
                    runs.choose([child.id, run.id])
                st.rerun()
        except ValueError as impossible:
            possible = False
            st.warning(escape(str(impossible)))
        icon = ":material/fork_right:"
        controls.button("Fork", button, icon=icon, type="primary", disabled=not possible)
        if problem:
            st.error(problem)


def _choose_epoch(run: n2n.Run) -> int:
    last, key = len(run.history), f"fork.epoch.{run.id}"
    if last == 1:
        return 1
    if st.session_state.get(key) is None:
        best = run.scores.epoch if run.scores else last
        st.session_state[key] = best if best < last else max(last // 2, 1)
    return st.slider("Continue after epoch", 1, last, key=key)


def _choose_changes(run: n2n.Run, stage: str) -> dict[str, Any]:
    """The settings that are to be others than those of the run."""
    possible = run.settings.changeable(stage)
    names = [name for name in FIRST if name in possible]
    changes = {}
    with st.container(horizontal=True):
        for name in dict.fromkeys([*names, *possible]):
            value = _widget(run.settings, name, f"fork.{name}.{run.id}")
            if value != getattr(run.settings, name):
                changes[name] = value
    return changes


def _widget(settings: Any, name: str, key: str) -> Any:
    spec, value = settings.specs()[name], getattr(settings, name)
    if not spec.choices:
        return settings_form.widget(settings, name, key, width=WIDTH)
    label, place = settings_form.label(settings, name), spec.choices.index(value)
    return st.selectbox(label, spec.choices, index=place, key=key, help=spec.help, width=WIDTH)


def _words(run: n2n.Run, epoch: int, changes: dict[str, Any]) -> str:
    what = ", ".join(run.settings.describe(*pair) for pair in changes.items())
    again = epoch - max((at for at in run.checkpoints if at <= epoch), default=0)
    replay = f" First it repeats {theme.counted(again, 'epoch')}, up to epoch {epoch:,}." if again else ""
    first = f"With {escape(what)}," if what else "Without changes, the fork repeats the run"
    return f"{first} from epoch {epoch + 1:,} on.{replay} Both runs are then drawn together."
