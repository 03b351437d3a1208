"""The training runs of the app: folders below `N2N_HOME`, which worker processes fill and pages read.

All visitors share the workers and their queue. A run has an unguessable id, the name of its folder. Whoever
has the id, from a link for instance, may watch the run; only the visitor who started or loaded it may stop,
rename, resume or delete it. Other programs record runs in the folders that `N2N_RECORDS` lists; everybody may
watch these.
"""

import os
import secrets
import shutil
from collections.abc import Iterable
from pathlib import Path

import streamlit as st

import n2n
from n2n.files.assets import home_folder
from n2n.graph.catalogue import find as find_dataset
from n2n.methods.base import MethodSettings
from n2n.training.folder import STOPPED, is_run
from n2n.training.fork import Fork
from n2n.training.run import Run
from n2n.training.workers import Job, QueueFull, pool
from pages.session import address, data, jobs, own_graphs
from pages.session.visitor import visitor

KEPT_RUNS, KEPT_BYTES = 100, 2 << 30
"""All runs together; beyond it the oldest that have ended are deleted."""
WHERE_KEPT = (
    f"Runs survive a reload of the page and a restart of the server: the last {KEPT_RUNS} of all visitors, "
    f"up to {KEPT_BYTES >> 30} GB; the oldest finished runs are removed first."
)
ADDRESS = "run"
_SEEN, _CHOSEN, _DATASET = "runs from links", "runs chosen", "dataset of the runs"


# The folders ------------------------------------------------------------------------------------------------


def folder() -> Path:
    """Where the runs are."""
    return home_folder() / "runs"


def recorded_in() -> list[Path]:
    """The folders that `N2N_RECORDS` lists, separated as in `PATH`."""
    listed = os.environ.get("N2N_RECORDS", "").split(os.pathsep)
    return [Path(path).expanduser() for path in listed if path]


@st.cache_resource(show_spinner=False)
def _opened() -> dict[Path, Run]:
    """Runs that have been read; what changes in their folders is read again."""
    return {}


def _open(path: Path) -> Run | None:
    """The run in a folder as it is now; None where there is none, or none that can be read."""
    known = _opened()
    try:
        run = known.get(path)
        known[path] = run = Run.open(path) if run is None else run.refresh()
        return run
    except ValueError:
        known.pop(path, None)
        return None


def _every() -> list[Run]:
    """All runs of the app, oldest first."""
    paths = [path for path in folder().iterdir() if is_run(path)] if folder().is_dir() else []
    return sorted((run for path in paths if (run := _open(path))), key=lambda run: run.created)


def recorded() -> list[Run]:
    """The runs that other programs record, the newest of each folder first."""
    found = []
    for path in recorded_in():
        inside = [path] if is_run(path) else [one for one in path.glob("*") if is_run(one)]
        found += sorted((run for one in inside if (run := _open(one))), key=lambda run: -run.created)
    return found


def _get(id: str) -> Run | None:
    """A run by its id, whoever's it is."""
    if not id or not id.replace("-", "").replace("_", "").isalnum():
        return None
    path = folder() / id
    run = _open(path) if is_run(path) else None
    return run or next((one for one in recorded() if one.id == id), None)


# Whose they are ---------------------------------------------------------------------------------------------


def mine() -> list[Run]:
    """The runs of this visitor and those found by a link, newest first."""
    own = [run for run in _every() if run.owner == visitor()]
    others = [run for id in _seen() if (run := _get(id)) and run.owner != visitor()]
    return sorted([*own, *others], key=lambda run: -run.created)


def _seen() -> list[str]:
    return st.session_state.setdefault(_SEEN, [])


def find(id: str) -> Run | None:
    """A run that this visitor started, loaded or was given a link to."""
    run = _get(id)
    return run if run and (run.owner == visitor() or id in _seen()) else None


def is_owner(run: Run) -> bool:
    """Whether this visitor started or loaded the run."""
    return bool(run.owner) and run.owner == visitor()


def active() -> list[Run]:
    """The runs of this session that wait or are in progress, oldest first."""
    return [run for run in reversed(mine()) if not run.status.ended]


def interrupted() -> list[Run]:
    """The runs of this visitor whose process ended before they did, newest first."""
    return [run for run in mine() if is_owner(run) and run.status.state == "interrupted"]


# Starting and ending them -----------------------------------------------------------------------------------


def start(
    dataset: str,
    graph: n2n.Graph,
    settings: MethodSettings,
    name: str = "",
    *,
    fork: Fork | None = None,
    parent: Run | None = None,
    positions=None,
) -> Run:
    """Queue a training run and choose it; ValueError where the queue or the disk is full.

    Args:
        fork, parent: where it is a fork, what `plan_fork` says of it, and the run that it continues.
        positions: (N, 2) from which its first picture sets out.
    """
    id = secrets.token_urlsafe(16)
    run = Run.create(
        folder() / id,
        graph,
        settings,
        name=_new_name(name or settings.name),
        dataset=dataset,
        owner=visitor(),
        id=id,
        fork=fork,
        parent=parent,
        positions=positions,
    )
    try:
        _queue(run, dataset, graph)
    except QueueFull:
        shutil.rmtree(folder() / id, ignore_errors=True)
        raise
    _shrink(spare=id)
    choose([id])
    return run


def start_short(dataset: str, graph: n2n.Graph, epochs: int, positions=None, **changes: int) -> Run:
    """Queue a short run of N2N without labels, one positive per node: `epochs` epochs at most."""
    settings = n2n.Settings.for_dataset(dataset, "URL")
    short = settings.replace(epochs=min(epochs, settings.epochs), patience=0, **changes)
    return start(dataset, graph, short, positions=positions)


def _queue(run: Run, dataset: str, graph: n2n.Graph) -> Job:
    title = f"{run.settings.name} on {data.public_title(dataset)}"
    source = data.source(dataset, graph)
    return pool().submit(
        run.id, jobs.train, str(run.folder), source, title=title, owner=visitor(), again=True
    )


def stop(id: str) -> None:
    """End a run of one's own after its current epoch; what it has learnt so far stays."""
    run = find(id)
    if run is None or not is_owner(run) or run.status.ended:
        return
    job = pool().find(id)
    if job and job.state == "waiting":
        job.stop()
        run.end(STOPPED, "Stopped before it began.")
    else:
        run.request_stop()


def resume(id: str) -> None:
    """Queue an interrupted run of one's own again; ValueError, with the reason, where it cannot go on."""
    run = find(id)
    if run is None or not is_owner(run) or not run.status.can_resume:
        return
    if run.dataset not in n2n.catalogue() and run.dataset not in own_graphs.held():
        raise ValueError(
            f"The graph of {run.name} is no longer here, so the run cannot be resumed: upload it again."
        )
    run.queue_again()
    _queue(run, run.dataset, data.graph(run.dataset))


def rename(id: str, name: str) -> None:
    """Give a run of one's own another name; an empty one changes nothing."""
    run = find(id)
    if run and is_owner(run) and name.strip():
        run.rename(" ".join(name.split())[:60])


def delete(id: str) -> None:
    """Take an ended run off the list; it is deleted where it is the visitor's own."""
    run = find(id)
    if run is None or not run.status.ended:
        return
    if is_owner(run):
        _remove(run)
    if id in _seen():
        _seen().remove(id)
    choose([other for other in st.session_state.get(_CHOSEN, []) if other != id])


def add_loaded(run: Run, name: str) -> None:
    """List a run from a file and choose it. ValueError where it does not fit its dataset."""
    try:
        info = find_dataset(run.graph_name)
    except ValueError:
        info = None
    nodes = len(run.embeddings)
    if info and info.nodes != nodes:
        raise ValueError(
            f"The file holds a run on {nodes:,} nodes, but {info.title} has {info.nodes:,}: "
            "it belongs to another graph."
        )
    id = secrets.token_urlsafe(16)
    dataset = info.key if info else own_graphs.key_named(run.graph_name, nodes)
    run.save_folder(folder() / id, id=id, owner=visitor(), dataset=dataset, name=name or run.settings.name)
    _shrink(spare=id)
    choose([id])


def _remove(run: Run) -> None:
    assert run.folder is not None
    _opened().pop(run.folder, None)
    shutil.rmtree(run.folder, ignore_errors=True)
    pool().forget(run.id)


def _shrink(spare: str) -> None:
    """Make room: the oldest ended runs go."""
    every = _every()
    sizes = {run.id: run.nbytes for run in every}
    too_many, too_large = len(every) - KEPT_RUNS, sum(sizes.values()) - KEPT_BYTES
    for run in every:
        if too_many <= 0 and too_large <= 0:
            return
        if run.id != spare and run.status.ended:
            _remove(run)
            too_many, too_large = too_many - 1, too_large - sizes[run.id]


def _new_name(name: str) -> str:
    taken = {run.name for run in mine()}
    count, new = 1, name
    while new in taken:
        count += 1
        new = f"{name} #{count}"
    return new


# Those that are looked at -----------------------------------------------------------------------------------


def choose(ids: Iterable[str]) -> None:
    """Choose the runs to look at; the address holds their ids."""
    st.session_state[_CHOSEN] = list(dict.fromkeys(ids))
    address.write(ADDRESS, st.session_state[_CHOSEN])


def watch(id: str) -> None:
    """List a run of another program and choose it."""
    if id not in _seen():
        _seen().append(id)
    choose([id])


def chosen() -> list[Run]:
    """The runs to look at, first choice first."""
    return [run for id in st.session_state.get(_CHOSEN, []) if (run := find(id))]


def follow(dataset: str) -> None:
    """After a switch of the dataset: choose the newest run on it, unless one on it is chosen already."""
    before = st.session_state.get(_DATASET, dataset)
    st.session_state[_DATASET] = dataset
    if before != dataset and not any(run.dataset == dataset for run in chosen()):
        choose([run.id for run in mine() if run.dataset == dataset][:1])


def arrive() -> bool:
    """On every page, before anything else: take in the runs that the address names.

    Returns whether one of them is no longer here, so that the page can say so.
    """
    named = st.query_params.get_all(ADDRESS)
    ids = [id for id in named if _get(id)]
    _seen().extend(id for id in ids if id not in _seen())
    # Another choice in the address than the last one written: a link, or the way back in the browser.
    if named and ids != st.session_state.get(_CHOSEN, []):
        st.session_state[_CHOSEN] = ids
    address.write(ADDRESS, st.session_state.get(_CHOSEN))
    return len(ids) < len(named)
