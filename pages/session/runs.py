"""The training runs of the app: whose they are, and how they are found again.

All visitors share the worker and its queue. A run has an unguessable id. Whoever has the id, from a link for
instance, may watch the run; only the visitor who started or loaded it may stop, rename or delete it. A
session knows all runs of its visitor and those that it found in its address, so that a reload of the browser,
or a link, finds a run again, and nobody else does. Runs are on disk as well; see `interrupted` for those that
a server left behind.
"""

import streamlit as st

import n2n
from n2n.files.assets import home_folder
from n2n.graph.catalogue import find as find_dataset
from n2n.methods.base import MethodSettings
from n2n.training.background import train_job
from n2n.training.fork import Fork
from n2n.training.jobs import Jobs
from n2n.training.run import Run
from n2n.training.run_store import RunStore
from pages.session import address, data, own_graphs, recorded
from pages.session.run_table import RunTable
from pages.session.visitor import visitor

# Trainings run one after the other: each uses all cores.
TRAINING = {"workers": 1, "queue_limit": 12, "keep": 40, "forget_after": 600.0}
# All runs together, on disk and in memory; beyond it the oldest go.
KEPT_RUNS, KEPT_BYTES = 100, 2 << 30

_IDS, _CHOSEN, _DATASET = "runs", "runs chosen", "dataset of the runs"
ADDRESS = "run"


@st.cache_resource(show_spinner=False)
def jobs() -> Jobs:
    """The training worker and its queue, one for the process."""
    return Jobs(**TRAINING)


@st.cache_resource(show_spinner=False)
def table() -> RunTable:
    """All runs of the process, and those on disk."""
    return RunTable(forget=jobs().forget, store=RunStore(home_folder() / "runs"))


def where_kept() -> str:
    """A sentence on what is kept, and for how long."""
    return table().store.problem or (
        f"Runs survive a reload of the page and a restart of the server: the last {KEPT_RUNS} of all "
        f"visitors, up to {KEPT_BYTES >> 30} GB; the oldest finished runs are removed first."
    )


def _get(id: str) -> Run | None:
    """A run of the process, or one that another program records."""
    return table().get(id) or recorded.find(id)


def watch(id: str) -> None:
    """List a recorded run and choose it."""
    if id not in _ids():
        _ids().append(id)
    choose([id])


def _ids() -> list[str]:
    return st.session_state.setdefault(_IDS, [])


def _known() -> list[str]:
    """The ids of the visitor's runs, then of others that the session has found, oldest first."""
    return [*(id for id in table().of(visitor()) if id not in _ids()), *_ids()]


def title_for_all(dataset: str, settings: MethodSettings) -> str:
    """What everybody sees of a run in the queue."""
    return f"{settings.name} on {data.public_title(dataset)}"


def start(
    dataset: str,
    graph: n2n.Graph,
    settings: MethodSettings,
    name: str | None = None,
    *,
    fork: Fork | None = None,
    parent: Run | None = None,
) -> Run:
    """Queue a training run and choose it. ValueError where the queue is full.

    Args:
        fork, parent: where it is a fork, what `plan_fork` says of it, and the run that it goes on from.
    """
    return _add(
        train_job(
            jobs(),
            graph,
            settings,
            title=title_for_all(dataset, settings),
            name=_new_name(name) if fork and name else name or _new_name(settings.name),
            dataset=dataset,
            # The run itself ranks a large graph, a block of nodes at a time.
            ranking=None if data.is_large(dataset) else data.ranking_for(dataset, settings),
            keep=lambda run: table().store.keep(run, dataset, visitor()),
            fork=fork,
            parent=parent,
        )
    )


def start_short(dataset: str, graph: n2n.Graph, epochs: int, **changes: int) -> Run:
    """Queue a short run of N2N without labels, one positive per node: `epochs` epochs at most."""
    settings = n2n.Settings.for_dataset(dataset, "URL")
    short = settings.replace(epochs=min(epochs, settings.epochs), patience=0, **changes)
    return start(dataset, graph, short)


def add_loaded(run: Run, name: str | None = None) -> Run:
    """List a run from a file and choose it. ValueError where it does not fit its dataset."""
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
    run.name = name or _new_name(run.settings.name)
    run.dataset = info.key if info else own_graphs.key_named(run.graph_name, nodes)
    if kept := table().store.keep(run, run.dataset, visitor()):
        kept.keep_result()
        kept.end(run.status)
    return _add(run)


def _add(run: Run) -> Run:
    table().add(run, owner=visitor(), most=KEPT_RUNS, most_bytes=KEPT_BYTES)
    _ids().append(run.id)
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
    return [run for id in reversed(_known()) if (run := _get(id))]


def find(id: str) -> Run | None:
    """A run of this session by its id; None where it is no longer kept or not of this session."""
    return _get(id) if id in _known() else None


def is_owner(id: str) -> bool:
    """Whether this visitor started or loaded the run, rather than found it by a link."""
    return table().owner(id) == visitor()


def rename(id: str, name: str) -> None:
    """Give a run of one's own another name; an empty one changes nothing."""
    run = find(id)
    if run and is_owner(id) and name.strip():
        run.name = " ".join(name.split())[:60]
        table().store.rename(run)


def stop(id: str) -> None:
    """End a run of one's own after its current epoch; what it has learnt so far stays."""
    run = find(id)
    if run and is_owner(id) and not run.ended:
        jobs().cancel(id, "Stopped on request.")


def delete(id: str) -> None:
    """Take an ended run off the list; it is forgotten for all where it is the visitor's own."""
    run = find(id)
    if run is None or not run.ended:
        return
    if is_owner(id):
        table().drop(id)
    if id in _ids():
        _ids().remove(id)
    choose([other for other in st.session_state.get(_CHOSEN, []) if other != id])


def choose(ids: list[str]) -> None:
    """Choose the runs to look at; the address holds their ids."""
    st.session_state[_CHOSEN] = list(dict.fromkeys(ids))
    address.write(ADDRESS, st.session_state[_CHOSEN])


def chosen() -> list[Run]:
    """The runs to look at, first choice first."""
    return [run for id in st.session_state.get(_CHOSEN, []) if (run := find(id))]


def follow(dataset: str) -> None:
    """After a switch of the dataset: choose the newest run on it, unless one on it is chosen already."""
    before = st.session_state.get(_DATASET, dataset)
    st.session_state[_DATASET] = dataset
    if before != dataset and not any(run.dataset == dataset for run in chosen()):
        choose([run.id for run in mine() if run.dataset == dataset][:1])


def arrive() -> list[str]:
    """On every page, before anything else: take in the runs that the address names.

    Returns the ids of those that are no longer here, so that the page can say so.
    """
    named = st.query_params.get_all(ADDRESS)
    ids, missing = [], []
    for id in named:
        (ids if _get(id) else missing).append(id)
    _ids().extend(id for id in ids if id not in _ids())
    # Another choice in the address than the last one written: a link, or the way back in the browser.
    if named and ids != st.session_state.get(_CHOSEN, []):
        st.session_state[_CHOSEN] = ids
    address.write(ADDRESS, st.session_state.get(_CHOSEN))
    return missing
