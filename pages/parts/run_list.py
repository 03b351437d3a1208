"""The runs of a visitor as a list: draw, rename, save, delete, load from a file, compare."""

from pathlib import Path

import streamlit as st

import n2n
from n2n.plots import theme
from n2n.plots.training import MAX_RUNS
from n2n.training import tables
from n2n.training.run import Run
from pages.parts import settings_form
from pages.session import data, own_graphs, runs
from pages.session.markdown import escape
from pages.ui import figures, problems, run_view

RECORDED_EVERY = 3.0
"""Seconds after which recorded runs are read again."""
MAX_RECORDED = 20
_PROBLEM, _TURN = "problem of the run file", "run files taken in"


def show() -> None:
    """The list with all that can be done with its runs."""
    known = runs.mine()
    st.header("Your runs", anchor=False)
    for run in known:
        _row(run)
    if known:
        st.caption(runs.WHERE_KEPT)
        overview = tables.overview(known)
        overview["dataset"] = [data.file_stem(run.dataset) for run in known]
        figures.csv("runs", "runs.csv", overview)
    else:
        st.caption("None yet. Only you see your runs; a link to this page shares those that are drawn.")
    _load()
    if runs.recorded_in():
        _recorded()
    _compare(runs.chosen())


def _row(run: Run) -> None:
    key = f"draw.{run.id}"
    st.session_state[key] = run.id in [other.id for other in runs.chosen()]
    with st.container(border=True, gap="small"):
        left, middle, right = st.columns([2.7, 2.4, 0.9], vertical_alignment="center")
        with left:
            # The name of a run is a visitor's text: Markdown signs in it mean nothing.
            name = escape(run.name)
            st.checkbox(name, key=key, on_change=_toggle, args=(run.id,), help="Draw this run")
            st.markdown(_badges(run))
        middle.markdown(_scores(run))
        with right.popover(":material/more_horiz:", help="Rename, save, use its settings, delete"):
            _actions(run)


def _toggle(id: str) -> None:
    chosen = [run.id for run in runs.chosen()]
    runs.choose([other for other in chosen if other != id] if id in chosen else [*chosen, id])


def _badges(run: Run) -> str:
    recipe, changes = run.settings.closest_recipe(run.dataset)
    state, colour = run_view.STATES[run.status.state]
    plain = [data.title(run.dataset), *run.settings.tags, f"preset: {recipe}"]
    words = [f":{colour}-badge[{state}]", *(f":gray-badge[{escape(word)}]" for word in plain)]
    words += [f":violet-badge[{escape(run.settings.describe(*pair))}]" for pair in changes.items()]
    if run.fork:
        words.append(f":blue-badge[forked from {escape(run.fork.name)} at epoch {run.fork.epoch:,}]")
    return " ".join(words)


def _scores(run: Run) -> str:
    if not run.history:
        return "–"
    lines = [f"{run_view.epochs(run)} epochs, {tables.duration(run.status.seconds)}"]
    if run.scores:
        val, test, at = run.scores.val, run.scores.test, run.scores.epoch
        score = f"Validation **{val:.1%}**, test **{test:.1%}**"
        lines = [score, f"(epoch {at:,}, best on validation)", run_view.labels_of(run), *lines]
    return "  \n".join(line for line in lines if line)


def _actions(run: Run) -> None:
    own = runs.is_owner(run)
    if own:
        key = f"name.{run.id}"
        st.text_input(
            "Name",
            run.name,
            max_chars=60,
            key=key,
            on_change=lambda: runs.rename(run.id, st.session_state[key]),
        )
    if run.has_result:
        stem = "".join(letter if letter.isalnum() else "-" for letter in run.name).strip("-") or "run"
        figures.downloads(f"run.{run.id}", {"Save": (f"{stem}.n2n", run.to_bytes, figures.BINARY)})
    if run.dataset in n2n.catalogue() or run.dataset in own_graphs.held():
        st.button(
            "Use its settings",
            key=f"settings.{run.id}",
            icon=":material/tune:",
            on_click=settings_form.adopt,
            args=(run.dataset, run.settings),
            help="Fills in the settings, to train the same again or with a change.",
        )
    if own and run.status.can_resume:
        run_view.resume_buttons(run, "list")
        return
    ended = run.status.ended
    st.button(
        "Delete" if own else "Remove from the list",
        key=f"delete.{run.id}",
        icon=":material/delete:",
        on_click=runs.delete,
        args=(run.id,),
        disabled=not ended,
        help=None if ended else "Stop the run first." if own else "The run has not ended yet.",
    )


def _load() -> None:
    key = f"run file {st.session_state.setdefault(_TURN, 0)}"

    def take_in() -> None:
        if file := st.session_state[key]:
            with problems.kept(_PROBLEM), own_graphs.turn():
                runs.add_loaded(Run.from_bytes(file.getvalue()), Path(file.name).stem[:60])
                st.session_state[_TURN] += 1  # an empty uploader for the next file

    with st.expander("Load a run from a file", icon=":material/upload_file:"):
        types = ["n2n", "safetensors"]
        st.file_uploader("A run saved by this app", type=types, key=key, on_change=take_in)
    problems.show(_PROBLEM)


@st.fragment(run_every=RECORDED_EVERY)
def _recorded() -> None:
    """The runs that other programs record, live."""
    st.header("Recorded runs", anchor=False)
    listed = {run.id for run in runs.mine()}
    found = [run for run in runs.recorded() if run.id not in listed]
    if not found:
        st.caption("All recorded runs are listed above. `n2n train … --record FOLDER` records one.")
    for run in found[:MAX_RECORDED]:
        with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"live.{run.id}"):
            st.markdown(f"**{escape(run.name)}**  \n{_badges(run)}")
            st.markdown(_scores(run))
            if st.button("Watch", key=f"watch.{run.id}", icon=":material/visibility:"):
                runs.watch(run.id)
                st.rerun()
    if len(found) > MAX_RECORDED:
        st.caption(f"{len(found) - MAX_RECORDED:,} older ones are not listed.")


def _compare(chosen: list[Run]) -> None:
    if len(chosen) < 2:
        return
    st.header("The drawn runs side by side", anchor=False)
    table = tables.compare(chosen)
    where = table["setting"].index("Dataset")
    for column, run in zip(list(table)[1:], chosen, strict=True):
        table[column][where] = data.title(run.dataset)
    st.dataframe(table, hide_index=True)
    st.caption(
        "Only settings that differ are listed. Micro-F1 for the split and seed of each run; the test score "
        f"is the one at the best validation epoch. Up to {theme.counted(MAX_RUNS, 'run')} are drawn."
    )
    figures.csv("compare", "compared.csv", table)
