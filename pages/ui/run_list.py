"""The runs of a session as a list: draw, rename, save, delete, load from a file, compare."""

from pathlib import Path

import streamlit as st

import n2n
from n2n.files.csv import to_csv
from n2n.plots.training import MAX_RUNS
from n2n.training import tables
from pages.session import own_graphs
from pages.session import runs as _runs
from pages.ui import figures, frame, settings_form

# Megabytes. A run on the largest graph with its snapshots is smaller.
UPLOAD = 400
STATES = {
    "queued": ("Waiting", "gray"),
    "running": ("Running", "blue"),
    "done": ("Done", "green"),
    "failed": ("Failed", "red"),
    "cancelled": ("Stopped", "orange"),
}
_PROBLEM, _TURN = "problem of the file", "files taken in"


def title(dataset: str) -> str:
    """The name of a dataset; "another graph" where the catalogue does not know it."""
    if own_graphs.is_own(dataset):
        return "a graph of your own"
    return n2n.catalogue()[dataset].title if dataset in n2n.catalogue() else "another graph"


def show() -> None:
    """The list with all that can be done to its runs."""
    entries = _runs.mine()
    st.subheader("Your runs", anchor=False)
    if not entries:
        st.caption("None yet. Only you see your runs; a link to this page takes along those that are drawn.")
    for entry in entries:
        _row(entry)
    if entries:
        overview = tables.overview(entries)
        figures.downloads("runs", {"CSV": ("runs.csv", lambda: to_csv(overview), "text/csv")})
    _load()
    _compare(_runs.chosen())


def _row(entry: n2n.Run) -> None:
    key = f"draw.{entry.id}"
    chosen = [other.id for other in _runs.chosen()]
    st.session_state[key] = entry.id in chosen
    with st.container(border=True, gap="small"):
        left, middle, right = st.columns([2.7, 2.4, 0.9], vertical_alignment="center")
        with left:
            # The name of a run is a visitor's text: Markdown signs in it mean nothing.
            st.checkbox(
                frame.text(entry.name), key=key, on_change=_toggle, args=(entry.id,), help="Draw this run"
            )
            st.markdown(_badges(entry))
        middle.markdown(_scores(entry))
        with right.popover(":material/more_horiz:", help="Rename, save, train again, delete"):
            _actions(entry)


def _badges(run: n2n.Run) -> str:
    recipe, changes = run.settings.closest_recipe(run.dataset)
    state, colour = STATES[run.status.state]
    plain = [title(run.dataset), *run.settings.tags]
    return " ".join(
        [f":{colour}-badge[{state}]"]
        + [f":gray-badge[{frame.text(word)}]" for word in (*plain, f"recipe: {recipe}")]
        + [f":violet-badge[{frame.text(run.settings.describe(*pair))}]" for pair in changes.items()]
    )


def _scores(run: n2n.Run) -> str:
    took = f"{len(run.history):,} epochs, {tables.duration(run.status.seconds)}" if run.history else ""
    if not run.scores:
        return took or "–"
    return (
        f"Validation **{run.scores.val:.1%}**, test **{run.scores.test:.1%}** at epoch "
        f"{run.scores.epoch:,}  \n{took}"
    )


def _toggle(id: str) -> None:
    chosen = [entry.id for entry in _runs.chosen()]
    _runs.choose([other for other in chosen if other != id] if id in chosen else [*chosen, id])


def _actions(entry: n2n.Run) -> None:
    key = f"name.{entry.id}"
    st.text_input(
        "Name",
        entry.name,
        max_chars=60,
        key=key,
        on_change=lambda: _runs.rename(entry.id, st.session_state[key]),
    )
    if entry.result:
        files = {"Save": (f"{_file_name(entry.name)}.n2n", entry.to_bytes, "application/octet-stream")}
        figures.downloads(f"run.{entry.id}", files)
    if entry.dataset in n2n.catalogue():
        st.button(
            "Use its settings",
            key=f"settings.{entry.id}",
            icon=":material/tune:",
            on_click=settings_form.adopt,
            args=(entry.dataset, entry.settings),
            help="Fills the fields at the side, to train it again or with a change.",
        )
    ended = entry.status.ended
    st.button(
        "Delete",
        key=f"delete.{entry.id}",
        icon=":material/delete:",
        on_click=_runs.delete,
        args=(entry.id,),
        disabled=not ended,
        help=None if ended else "Stop the run first.",
    )


def _file_name(name: str) -> str:
    return "".join(sign if sign.isalnum() else "-" for sign in name).strip("-") or "run"


def _load() -> None:
    turn = st.session_state.setdefault(_TURN, 0)
    key = f"run file {turn}"
    with st.expander("Load a run from a file", icon=":material/upload_file:"):
        st.file_uploader(
            "A file that was saved here",
            type=["n2n", "safetensors"],
            key=key,
            max_upload_size=UPLOAD,
            on_change=_take_in,
            args=(key,),
        )
    if problem := st.session_state.pop(_PROBLEM, None):
        st.error(problem)


def _take_in(key: str) -> None:
    file = st.session_state[key]
    if file is None:
        return
    try:
        _runs.add_loaded(n2n.Run.from_bytes(file.getvalue()), Path(file.name).stem[:60])
        st.session_state[_TURN] += 1  # an empty uploader for the next file
    except ValueError as problem:
        st.session_state[_PROBLEM] = str(problem)


def _compare(chosen: list[n2n.Run]) -> None:
    if len(chosen) < 2:
        return
    st.subheader("The drawn runs side by side", anchor=False)
    table = tables.compare(chosen)
    st.dataframe(table, hide_index=True)
    st.caption(
        "Only settings that differ are listed. Micro-F1 of the split and seed of each run; test at the epoch "
        f"of its best validation score. Up to {MAX_RUNS} runs are drawn."
    )
    figures.downloads("compare", {"CSV": ("compared.csv", lambda: to_csv(table), "text/csv")})
