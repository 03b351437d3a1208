"""Training runs and other background work of the app: whose they are, and how they are found again.

All visitors share the workers and their queue. A run has an unguessable id; who has the id may watch the run,
stop it and give it another name. A session knows the runs that it started, loaded, or found in its address,
so that a reload of the browser, or a link, finds a run again, and nobody else does.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

import n2n
from n2n.datasets.catalogue import find as find_dataset
from n2n.methods.base import MethodSettings
from n2n.training.background import train_job
from n2n.training.jobs import CANCELLED, Jobs, Status
from n2n.training.run import Run

# Trainings run one after the other: each uses all cores. Layouts have a worker of their own, so that a
# picture does not wait behind a long training.
TRAINING = {"workers": 1, "queue_limit": 12, "keep": 40, "forget_after": 600.0}
LAYOUTS = {"workers": 1, "queue_limit": 30, "keep": 200, "forget_after": 120.0}
# The embeddings of all runs together; beyond it the oldest go.
KEPT_BYTES = 2 << 30
GONE = "It is not kept any more, newer work has taken its place: start it again."

_IDS, _OWN, _CHOSEN = "runs", "runs started here", "runs chosen"
ADDRESS = "run"


@st.cache_resource(show_spinner=False)
def jobs() -> Jobs:
    """The training worker and its queue, one for the process."""
    return Jobs(**TRAINING)


@st.cache_resource(show_spinner=False)
def layouts() -> Jobs:
    """The worker for other things that take seconds, such as UMAP, one for the process."""
    return Jobs(**LAYOUTS)


def submit(
    title: str,
    start: Callable[[], Iterator[Any]],
    total: int = 0,
    finish: Callable[[], Any] = lambda: None,
) -> str:
    """Queue work that is not a training, and return its id for `look`, `layouts().items` and the like."""
    return layouts().submit(title, start, total, finish)


def look(worker: Jobs, id: str) -> Status:
    """How a job is doing; of one that is not kept any more, a status that says so in a sentence."""
    try:
        return worker.status(id)
    except KeyError:
        return Status(id, "", CANCELLED, GONE)


@dataclass(eq=False)
class _Table:
    """All runs of the process by id, oldest first."""

    entries: OrderedDict[str, Run] = field(default_factory=OrderedDict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, run: Run) -> Run:
        with self.lock:
            self.entries[run.id] = run
            kept = list(self.entries.values())
        ended = [old for old in kept[:-1] if old.ended]
        size = sum(_bytes(old) for old in ended)
        too_many = len(kept) - TRAINING["keep"]
        for old in ended:
            if too_many <= 0 and size <= KEPT_BYTES:
                break
            too_many, size = too_many - 1, size - _bytes(old)
            self.drop(old.id)
        return run

    def drop(self, id: str) -> None:
        with self.lock:
            self.entries.pop(id, None)
        jobs().forget(id)


@st.cache_resource(show_spinner=False)
def _table() -> _Table:
    return _Table()


def _bytes(run: Run) -> int:
    return run.result.nbytes if run.result else 0


def _ids() -> list[str]:
    return st.session_state.setdefault(_IDS, [])


def start(dataset: str, graph: n2n.Graph, settings: MethodSettings, name: str | None = None) -> Run:
    """Queue a training run; it is now the chosen one. ValueError where the queue is full."""
    # The title is for all to see, so the name of a visitor's own graph is no part of it.
    title = n2n.catalogue()[dataset].title if dataset in n2n.catalogue() else "a graph of one's own"
    return _own(
        train_job(
            jobs(),
            graph,
            settings,
            title=f"{settings.name} on {title}",
            name=name or _new_name(settings.name),
            dataset=dataset,
        )
    )


def add_loaded(run: Run, name: str | None = None) -> Run:
    """List a run from a file; it is now the chosen one. ValueError where it does not fit its dataset."""
    try:
        info = find_dataset(run.graph_name)
    except ValueError:
        info = None
    nodes, width = run.embeddings.shape if run.embeddings.ndim == 2 else (0, 0)
    shapes = {array.shape for array in run.snapshots.values()}
    if not width or run.predictions.shape != (nodes,) or not shapes <= {(nodes, width)}:
        raise ValueError("The arrays in the file do not fit together: save the run again.")
    if info and info.nodes != nodes:
        raise ValueError(
            f"The file holds a run on {nodes:,} nodes, but {info.title} has {info.nodes:,}: "
            "it belongs to another graph."
        )
    run.name, run.dataset = name or _new_name(run.settings.name), info.key if info else ""
    return _own(run)


def _own(run: Run) -> Run:
    _table().add(run)
    _ids().append(run.id)
    st.session_state.setdefault(_OWN, set()).add(run.id)
    choose([run.id])
    return run


def _new_name(name: str) -> str:
    taken = {run.name for run in mine()}
    count, new = 1, name
    while new in taken:
        count += 1
        new = f"{name} #{count}"
    return new


def mine() -> list[Run]:
    """The runs that this session knows, newest first."""
    known = _table().entries
    return [known[id] for id in reversed(_ids()) if id in known]


def find(id: str) -> Run | None:
    """A run of this session by its id; None where it is not kept any more or not of this session."""
    return _table().entries.get(id) if id in _ids() else None


def rename(id: str, name: str) -> None:
    """Give a run another name; an empty one changes nothing."""
    run = find(id)
    if run and name.strip():
        run.name = " ".join(name.split())[:60]


def stop(id: str) -> None:
    """End a run after its current epoch; what it has learnt so far stays."""
    run = find(id)
    if run and not run.ended:
        jobs().cancel(id, "Stopped on request.")


def delete(id: str) -> None:
    """Take an ended run off the list. Where it was started here it is forgotten; a link may not do that."""
    run = find(id)
    if run is None or not run.ended:
        return
    if id in st.session_state.get(_OWN, ()):
        _table().drop(id)
    _ids().remove(id)
    choose([other for other in st.session_state.get(_CHOSEN, []) if other != id])


def choose(ids: list[str]) -> None:
    """Choose the runs to look at; the address holds their ids."""
    st.session_state[_CHOSEN] = list(dict.fromkeys(ids))
    _write()


def chosen() -> list[Run]:
    """The runs to look at, first choice first."""
    return [run for id in st.session_state.get(_CHOSEN, []) if (run := find(id))]


def arrive() -> list[str]:
    """On every page, before anything else: take in the runs that the address names; what is not here any more
    is returned, so that the page can say so."""
    named = st.query_params.get_all(ADDRESS)
    known = _table().entries
    ids, missing = [id for id in named if id in known], [id for id in named if id not in known]
    _ids().extend(id for id in ids if id not in _ids())
    # Another choice in the address than the last one written: a link, or the way back in the browser.
    if named and ids != st.session_state.get(_CHOSEN, []):
        st.session_state[_CHOSEN] = ids
    _write()
    return missing


def _write() -> None:
    wanted = st.session_state.get(_CHOSEN, [])
    if st.query_params.get_all(ADDRESS) == wanted:
        return
    if wanted:
        st.query_params[ADDRESS] = wanted
    else:
        del st.query_params[ADDRESS]
