"""Graphs that a visitor brought: they live in the session, and nobody else can reach them.

Such a graph has a key as the datasets have, made of its content and its name. The key is part of the address;
the content is not, so a link opened elsewhere asks for the files again. What is computed from the graph is
kept with it and goes with it: nothing of it enters the caches that all visitors share.
"""

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

import n2n
from n2n.compute.cache import BoundedCache
from n2n.datasets.info import DatasetInfo
from n2n.graph.fingerprint import fingerprint
from n2n.io.readers import Columns, Limits
from n2n.io.writers.code import loading_lines

LIMITS = Limits.from_environment()
PREFIX = "own-"
MOST = 3
"""Graphs that a session keeps; a further one takes the place of the oldest."""
RESULTS = 40
"""Results that are kept with each graph."""
_HELD = "own graphs"


@st.cache_resource(show_spinner=False)
def turn() -> threading.Semaphore:
    """Files are read two at a time in the whole process, so that memory for reading has a bound."""
    return threading.Semaphore(2)


@dataclass(frozen=True)
class SessionRoute:
    """The way to a graph that is held in a session."""

    graph: n2n.Graph
    offline = True

    def load(self, info: DatasetInfo, progress: Any) -> n2n.Graph:
        """The graph itself."""
        return self.graph


@dataclass(eq=False)
class OwnGraph:
    """A graph that a visitor brought."""

    info: DatasetInfo
    files: tuple[str, ...]
    columns: Mapping[str, Columns]
    """Corrections of the guess."""
    features: str | None
    """How its features were made."""
    results: BoundedCache = field(default_factory=lambda: BoundedCache(RESULTS))
    """What was computed from it."""

    @property
    def graph(self) -> n2n.Graph:
        """The graph."""
        return self.info.route.graph

    @property
    def code(self) -> str:
        """The lines that read it again."""
        return loading_lines(files=self.files, columns=self.columns, features=self.features)


def is_own(key: str) -> bool:
    """Whether a key is that of a visitor's graph, here or elsewhere."""
    return key.startswith(PREFIX)


def held() -> dict[str, OwnGraph]:
    """The graphs of this session by their keys, oldest first."""
    return st.session_state.setdefault(_HELD, {})


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
    graph: n2n.Graph, files: tuple[str, ...], columns: Mapping[str, Columns], features: str | None
) -> str:
    """Keep a graph in this session and return its key; see `displaced` for what makes room."""
    key = key_of(graph)
    info = DatasetInfo(
        key=key,
        title=graph.name,
        kind="your own",
        nodes=graph.num_nodes,
        edges=graph.num_edges,
        published_edges=graph.num_edges,
        features=graph.num_features,
        classes=graph.num_classes,
        description="Your own graph. It is kept until this browser tab is closed or reloaded.",
        source=graph.provenance,
        licence="yours",
        route=SessionRoute(graph),
    )
    mine = held()
    mine.pop(key, None)
    mine[key] = OwnGraph(info, files, columns, features)
    while len(mine) > MOST:
        del mine[next(iter(mine))]
    return key


def displaced() -> OwnGraph | None:
    """The graph that the next new one takes the place of; None while there is room."""
    return next(iter(held().values())) if len(held()) >= MOST else None


def forget(key: str) -> None:
    """Let go of a graph and of all that was computed from it."""
    held().pop(key, None)


def _slug(name: str) -> str:
    return re.sub(r"[^\w]+", "-", name).strip("-")[:40] or "graph"
