"""Graphs that a visitor brought: nobody else can reach them.

Such a graph has a key as the datasets have, made of its content and its name. The key is part of the address;
the content is not, so a link opened elsewhere asks for the files again. What is computed from the graph is
kept with it and goes with it: nothing of it enters the caches that all visitors share. The graphs of a
visitor outlive a reload of the page; see `graph_shelf`.
"""

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

import n2n
from n2n.files.assets import home_folder
from n2n.graph.storage import fingerprint
from n2n.io.readers import Columns, Limits
from pages.session.graph_shelf import GraphShelf
from pages.session.own_graph import RESULTS, OwnGraph
from pages.session.visitor import visitor

__all__ = ["RESULTS", "OwnGraph"]

LIMITS = Limits.from_environment()
PREFIX = "own-"
MOST = 3
"""Graphs that are kept for a visitor; a further one takes the place of the oldest."""
_HELD = "own graphs"
_lent: ContextVar[dict[str, "OwnGraph"] | None] = ContextVar("lent", default=None)


@st.cache_resource(show_spinner=False)
def turn() -> threading.Semaphore:
    """Files are read two at a time in the whole process, so that memory for reading has a bound."""
    return threading.Semaphore(2)


def is_own(key: str) -> bool:
    """Whether a key is that of a visitor's graph, here or elsewhere."""
    return key.startswith(PREFIX)


@contextmanager
def lend(graphs: dict[str, OwnGraph]) -> Iterator[None]:
    """In this thread, which may have no session, let these be the graphs of the session."""
    before = _lent.set(graphs or None)
    try:
        yield
    finally:
        _lent.reset(before)


def held() -> dict[str, OwnGraph]:
    """The graphs of this visitor by their keys, oldest first."""
    lent = _lent.get()
    if lent is not None:
        return lent
    if get_script_run_ctx() is None:  # no page, so nobody who could leave
        return st.session_state.setdefault(_HELD, {})
    _present(visitor())
    if _HELD not in st.session_state:
        st.session_state[_HELD] = shelf().of(visitor())
    return st.session_state[_HELD]


@st.cache_resource(show_spinner=False)
def shelf() -> GraphShelf:
    """The graphs of all visitors, one shelf for the process."""
    return GraphShelf(home_folder() / "graphs")


@st.cache_resource(scope="session", show_spinner=False, on_release=lambda name: shelf().leave(name))
def _present(name: str) -> str:
    """The visitor, who is here until the session ends."""
    shelf().enter(name)
    return name


def find(key: str) -> OwnGraph:
    """A graph of this session; ValueError where the session does not have it."""
    try:
        return held()[key]
    except KeyError:
        raise ValueError(
            "This graph is no longer here: upload its files again on the page Your data."
        ) from None


def key_of(graph: n2n.Graph) -> str:
    """The key of a graph: its content as a hash, and its name."""
    return f"{PREFIX}{fingerprint(graph)}-{_slug(graph.name)}"


def key_named(name: str, nodes: int) -> str:
    """The key of the graph of this session with that name and size; "" where there is none."""
    found = (key for key, own in held().items() if (own.graph.name, own.graph.num_nodes) == (name, nodes))
    return next(found, "")


def name_in(key: str) -> str:
    """The name that a key contains, fit for a file name."""
    return key.removeprefix(PREFIX).partition("-")[2][:60] or "graph"


def add(
    graph: n2n.Graph,
    files: tuple[str, ...],
    columns: Mapping[str, Columns],
    features: str | None,
    *,
    name: str | None = None,
    notes: tuple[str, ...] = (),
) -> str:
    """Keep a graph for this visitor and return its key; see `displaced` for what makes room."""
    key = key_of(graph)
    forget(key)
    mine = held()
    mine[key] = OwnGraph.of(
        key, graph, files=files, columns=columns, features=features, name=name, notes=notes
    )
    while len(mine) > MOST:
        forget(next(iter(mine)))
    shelf().save(visitor(), mine[key])
    return key


def displaced() -> OwnGraph | None:
    """The graph that the next new one takes the place of; None while there is room."""
    return next(iter(held().values())) if len(held()) >= MOST else None


def forget(key: str) -> None:
    """Let go of a graph and of all that was computed from it, in memory and on disk."""
    if held().pop(key, None) is not None:
        shelf().remove(visitor(), key)


def _slug(name: str) -> str:
    return re.sub(r"[^\w]+", "-", name).strip("-")[:40] or "graph"
