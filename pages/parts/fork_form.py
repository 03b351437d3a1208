"""Fork the run that is shown: choose one of its epochs, change settings, and go on from there."""

from typing import Any

import streamlit as st

import n2n
from n2n.methods.base import ALL, MethodSettings
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
        stage = run.history[epoch - 1].stage
        changes = _choose_changes(run, stage)
        changed = {name: value for name, value in changes.items() if value != getattr(run.settings, name)}
        impossible = _impossible(run, epoch, changed)
        if impossible:
            st.warning(escape(impossible))
        else:
            st.caption(_words(run, epoch, changed))
        button = f"fork.{run.id}"
        if controls.clicked(button) and not impossible:
            _fork(dataset, graph, run, epoch, changed)
            st.rerun()
        controls.button(
            "Fork", key=button, icon=":material/fork_right:", type="primary", disabled=bool(impossible)
        )
        if problem:
            st.error(problem)


def _choose_epoch(run: n2n.Run) -> int:
    last = len(run.history)
    if last == 1:
        return 1
    key = f"fork.epoch.{run.id}"
    if st.session_state.get(key) is None:
        best = run.scores.epoch if run.scores else last
        st.session_state[key] = best if best < last else max(last // 2, 1)
    return st.slider("Continue after epoch", 1, last, key=key)


def _choose_changes(run: n2n.Run, stage: str) -> dict[str, Any]:
    possible = run.settings.changeable(stage)
    names = [name for name in FIRST if name in possible]
    more = [name for name in possible if name not in FIRST]
    found = {}
    with st.container(horizontal=True):
        for name in [*names, *more]:
            found[name] = _widget(run.settings, name, f"fork.{name}.{run.id}")
    return found


def _widget(settings: MethodSettings, name: str, key: str) -> Any:
    """A widget that starts with the value of the run."""
    spec, value = settings.specs()[name], getattr(settings, name)
    label = f"{spec.label} {spec.symbol}".strip()
    shared = {"key": key, "help": spec.help, "width": WIDTH}
    if spec.choices:
        return st.selectbox(label, spec.choices, index=spec.choices.index(value), **shared)
    if spec.or_all:
        options = list(dict.fromkeys([str(value), *map(str, settings_form.KS), ALL]))
        chosen = st.selectbox(label, options, **shared)
        return ALL if chosen == ALL else int(chosen)
    # Without limits, which a browser would keep to itself: `_impossible` says what is wrong.
    if isinstance(value, int):
        return int(st.number_input(label, value=value, step=1, **shared))
    return st.number_input(label, value=float(value), step=settings_form.step(value), format="%g", **shared)


def _impossible(run: n2n.Run, epoch: int, changed: dict[str, Any]) -> str:
    """Why there is no such fork."""
    try:
        plan_fork(run, epoch, **changed)
    except ValueError as problem:
        return str(problem)
    return ""


def _words(run: n2n.Run, epoch: int, changed: dict[str, Any]) -> str:
    """What will happen."""
    what = ", ".join(run.settings.describe(*pair) for pair in changed.items())
    again = epoch - max((at for at in run.checkpoints if at <= epoch), default=0)
    replay = f" First it repeats {theme.counted(again, 'epoch')}, up to epoch {epoch:,}." if again else ""
    first = f"With {escape(what)}," if what else "Without changes, the fork repeats the run"
    return f"{first} from epoch {epoch + 1:,} on.{replay} Both runs are then drawn together."


def _fork(dataset: str, graph: n2n.Graph, run: n2n.Run, epoch: int, changes: dict[str, Any]) -> None:
    with problems.kept(_PROBLEM):
        settings, origin = plan_fork(run, epoch, **changes)
        name = f"{run.name[:40]}, forked at {epoch}"
        child = runs.start(dataset, graph, settings, name, fork=origin, parent=run)
        runs.choose([child.id, run.id])
