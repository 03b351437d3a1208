"""Graphs that a visitor brought: they live in the session, and nobody else can reach them.

Such a graph has a key as the datasets have, made of its content and its name. The key stands in the address;
the content does not, so a link opened elsewhere asks for the files again. What is computed from the graph is
remembered beside it and goes with it: nothing of it enters the caches that all visitors share.
"""

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

import n2n
from n2n.datasets.info import DatasetInfo
from n2n.graph.fingerprint import fingerprint
from n2n.io.readers import Columns, Limits
from n2n.io.writers.code import loading_lines

LIMITS = Limits.from_environment()
PREFIX = "own-"
MOST = 3
"""Graphs that a session keeps; a further one takes the place of the oldest."""
_REMEMBERED = 40
_HELD = "own graphs"


@st.cache_resource(show_spinner=False)
def turn() -> threading.Semaphore:
    """Files are read two at a time in the whole process, so that memory for reading has a bound."""
    return threading.Semaphore(2)


@dataclass(frozen=True)
class InSession:
    """The way to a graph that is held in a session."""

    graph: n2n.Graph
    offline = True

    def load(self, info: DatasetInfo, progress: Any) -> n2n.Graph:
        """The graph itself."""
        return self.graph


@dataclass(eq=False)
class Own:
    """A graph that a visitor brought."""

    info: DatasetInfo
    files: tuple[str, ...]
    columns: Mapping[str, Columns]
    """Corrections of the guess."""
    features: str | None
    """How its features were made."""
    remembered: OrderedDict[tuple, Any] = field(default_factory=OrderedDict)

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


def held() -> dict[str, Own]:
    """The graphs of this session by their keys."""
    return st.session_state.setdefault(_HELD, {})


def find(key: str) -> Own:
    """A graph of this session; ValueError where the session does not have it."""
    try:
        return held()[key]
    except KeyError:
        raise ValueError(
            "This graph is not here any more: bring its files again on the page Your data."
        ) from None


def key_of(graph: n2n.Graph) -> str:
    """The key of a graph: its content as a hash, and its name."""
    return f"{PREFIX}{fingerprint(graph)}-{_slug(graph.name)}"


def name_in(key: str) -> str:
    """The name that a key tells."""
    return key.removeprefix(PREFIX).partition("-")[2][:60] or "a graph"


def add(
    graph: n2n.Graph, files: tuple[str, ...], columns: Mapping[str, Columns], features: str | None
) -> str:
    """Keep a graph in this session and return its key."""
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
        description="A graph of your own. It is kept until this browser tab is closed or loaded anew.",
        source=graph.provenance,
        licence="yours",
        route=InSession(graph),
    )
    mine = held()
    mine.pop(key, None)
    mine[key] = Own(info, files, columns, features)
    while len(mine) > MOST:
        del mine[next(iter(mine))]
    return key


def forget(key: str) -> None:
    """Let go of a graph and of all that was computed from it."""
    held().pop(key, None)


def remember(key: str, what: tuple, make: Callable[[], Any]) -> Any:
    """What was computed from a graph of this session before, or is computed now; the oldest is forgotten."""
    kept = find(key).remembered
    if what not in kept:
        kept[what] = make()
        while len(kept) > _REMEMBERED:
            kept.popitem(last=False)
    kept.move_to_end(what)
    return kept[what]


def _slug(name: str) -> str:
    return re.sub(r"[^\w]+", "-", name).strip("-")[:40] or "graph"
