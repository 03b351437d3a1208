"""The runs of a session as a list: draw, rename, save, delete, load from a file, compare."""

import tempfile
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


def listed(entry: _runs.Entry) -> tables.Listed:
    """A run as figures and tables take it."""
    status = entry.status
    return tables.Listed(
        entry.name, entry.dataset, entry.settings, entry.history, status.state, status.seconds
    )


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
        overview = tables.overview([listed(entry) for entry in entries])
        figures.downloads("runs", {"CSV": ("runs.csv", lambda: to_csv(overview), "text/csv")})
    _load()
    _compare([listed(entry) for entry in _runs.chosen()])


def _row(entry: _runs.Entry) -> None:
    run, key = listed(entry), f"draw.{entry.id}"
    chosen = [other.id for other in _runs.chosen()]
    st.session_state[key] = entry.id in chosen
    with st.container(border=True, gap="small"):
        left, middle, right = st.columns([2.7, 2.4, 0.9], vertical_alignment="center")
        with left:
            # The name of a run is a visitor's text: Markdown signs in it mean nothing.
            st.checkbox(
                frame.text(entry.name), key=key, on_change=_toggle, args=(entry.id,), help="Draw this run"
            )
            st.markdown(_badges(run))
        middle.markdown(_scores(run))
        with right.popover(":material/more_horiz:", help="Rename, save, train again, delete"):
            _actions(entry)


def _badges(run: tables.Listed) -> str:
    recipe, changes = tables.changes(run.dataset, run.settings)
    state, colour = STATES[run.state]
    plain = [title(run.dataset), *tables.kind(run.settings)]
    return " ".join(
        [f":{colour}-badge[{state}]"]
        + [f":gray-badge[{frame.text(word)}]" for word in (*plain, f"recipe: {recipe}")]
        + [
            f":violet-badge[{frame.text(tables.words(*pair, type(run.settings)))}]"
            for pair in changes.items()
        ]
    )


def _scores(run: tables.Listed) -> str:
    took = f"{len(run.history):,} epochs, {tables.duration(run.seconds)}" if run.history else ""
    if not run.scores:
        return took or "–"
    return (
        f"Validation **{run.scores.val:.1%}**, test **{run.scores.test:.1%}** at epoch "
        f"{run.scores.epoch:,}  \n{took}"
    )


def _toggle(id: str) -> None:
    chosen = [entry.id for entry in _runs.chosen()]
    _runs.choose([other for other in chosen if other != id] if id in chosen else [*chosen, id])


def _actions(entry: _runs.Entry) -> None:
    key = f"name.{entry.id}"
    st.text_input(
        "Name",
        entry.name,
        max_chars=60,
        key=key,
        on_change=lambda: _runs.rename(entry.id, st.session_state[key]),
    )
    if run := entry.run:
        files = {"Save": (f"{_file_name(entry.name)}.n2n", lambda: to_file(run), "application/octet-stream")}
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


def to_file(run: n2n.Run) -> bytes:
    """The file of a run."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.n2n"
        run.save(path)
        return path.read_bytes()


def from_file(data: bytes) -> n2n.Run:
    """The run in a file; ValueError, without the name of any folder, where it cannot be read."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.n2n"
        path.write_bytes(data)
        try:
            return n2n.Run.load(path)
        except ValueError as problem:
            raise ValueError(str(problem).replace(str(path), "The file")) from None


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
        _runs.add_loaded(from_file(file.getvalue()), Path(file.name).stem[:60])
        st.session_state[_TURN] += 1  # an empty uploader for the next file
    except ValueError as problem:
        st.session_state[_PROBLEM] = str(problem)


def _compare(chosen: list[tables.Listed]) -> None:
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
