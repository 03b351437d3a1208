"""Graphs that a visitor brought: folders below `N2N_HOME`, which nobody else can reach.

The name of the folder is a hash that only the visitor's browser leads to. Such a graph has a key as the
datasets have, made of its content and its name. The key is part of the address; the content is not, so a link
opened elsewhere asks for the files again. What is computed from the graph is kept with it and goes with it:
nothing of it enters the caches that all visitors share.
"""

import hashlib
import json
import os
import re
import shutil
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import streamlit as st

import n2n
from n2n.compute.cache import BoundedCache
from n2n.files.assets import home_folder
from n2n.files.atomic import whole_file
from n2n.graph.info import DatasetInfo
from n2n.graph.storage import fingerprint
from n2n.io.code import loading_lines
from n2n.reading import Columns, Limits
from pages.session.visitor import visitor

LIMITS = Limits.from_environment()
PREFIX = "own-"
MOST = 3
"""Graphs that are kept for a visitor; a further one takes the place of the oldest."""
KEPT_SECONDS = 24 * 3600.0
"""How long graphs stay after the last visit."""
KEPT_BYTES = 8 << 30
"""The graphs of all visitors together."""
RESULTS = 40
"""Results that are kept with each graph."""
UNDO_SECONDS = 60.0
"""How long a graph that was removed can be brought back."""
_ABOUT, _REMOVED = "own.json", "removed.json"
TOKEN = 32
"""Letters of the token by which a graph is shared; no visitor's folder has a name of this length."""


@dataclass(eq=False)
class OwnGraph:
    """A graph that a visitor brought, with all that is known about it."""

    info: DatasetInfo
    graph: n2n.Graph
    folder: Path
    files: tuple[str, ...]
    columns: Mapping[str, Columns]
    """Corrections of the guess."""
    features: str | None
    """How its features were made."""
    name: str | None = None
    """The name that the visitor typed."""
    notes: tuple[str, ...] = ()
    """What its files were taken for, and what is suspicious about them."""
    results: BoundedCache = field(default_factory=lambda: BoundedCache(RESULTS))
    """What was computed from it."""

    @classmethod
    def open(cls, folder: Path) -> "OwnGraph":
        """The graph in a folder; ValueError or OSError where the folder is damaged."""
        about = json.loads((folder / _ABOUT).read_text(encoding="utf-8"))
        columns = {
            file: Columns(**values | {"features": tuple(values["features"])})
            for file, values in about.pop("columns").items()
        }
        about |= {"files": tuple(about["files"]), "notes": tuple(about["notes"]), "columns": columns}
        graph = n2n.open_graph(folder)
        info = DatasetInfo(
            key=about.pop("key"),
            title=graph.name,
            kind="your own",
            nodes=graph.num_nodes,
            edges=graph.num_edges,
            published_edges=graph.num_edges,
            features=graph.num_features,
            classes=graph.num_classes,
            description="Your own graph. It stays until you remove it, or for a day after your last visit.",
            source=graph.provenance,
            licence="yours",
            folder=folder,
        )
        return cls(info, graph, folder, **about)

    @property
    def code(self) -> str:
        """The lines that read it again."""
        return loading_lines(files=self.files, columns=self.columns, features=self.features, name=self.name)


@st.cache_resource(show_spinner=False)
def turn() -> threading.Semaphore:
    """Files are read two at a time in the whole process, so that memory for reading has a bound."""
    return threading.Semaphore(2)


@st.cache_resource(show_spinner=False)
def _opened() -> dict[Path, OwnGraph]:
    """The graphs that have been opened, of all visitors."""
    return {}


def is_own(key: str) -> bool:
    """Whether a key is that of a visitor's graph, here or elsewhere."""
    return key.startswith(PREFIX)


def _all() -> Path:
    return home_folder() / "graphs"


def _mine() -> Path:
    return _all() / visitor()


def held() -> dict[str, OwnGraph]:
    """The graphs of this visitor by their keys, oldest first."""
    _tidy()
    found, known = {}, _opened()
    with suppress(OSError):
        os.utime(_mine())  # the visitor is here
        paths = [path for path in _mine().iterdir() if (path / _ABOUT).is_file()]
        for path in sorted(paths, key=lambda path: (path / _ABOUT).stat().st_mtime):
            with suppress(OSError, ValueError, KeyError, TypeError):
                own = known.setdefault(path, OwnGraph.open(path)) if path not in known else known[path]
                found[own.info.key] = own
    return found


def find(key: str) -> OwnGraph:
    """A graph of this visitor; ValueError where there is none."""
    try:
        return held()[key]
    except KeyError:
        raise ValueError(
            "This graph is no longer here: upload its files again on the page Your data."
        ) from None


def key_of(graph: n2n.Graph) -> str:
    """The key of a graph: its content as a hash, and its name."""
    slug = re.sub(r"[^\w]+", "-", graph.name).strip("-")[:40]
    return f"{PREFIX}{fingerprint(graph)}-{slug or 'graph'}"


def key_named(name: str, nodes: int) -> str:
    """The key of the graph of this visitor with that name and size; "" where there is none."""
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
    """Keep a graph for this visitor and return its key; see `displaced` for what makes room.

    Raises:
        ValueError: there is no room for it on the disk.
    """
    key = key_of(graph)
    folder = _mine() / hashlib.sha256(key.encode()).hexdigest()[:32]
    forget(key)
    try:
        if _size(_all()) > KEPT_BYTES:
            raise OSError("the graphs of all visitors take the space that there is")
        save(graph, folder, key=key, files=files, columns=columns, features=features, name=name, notes=notes)
    except OSError as problem:
        shutil.rmtree(folder, ignore_errors=True)
        reason = problem.strerror or str(problem)
        raise ValueError(f"The graph cannot be kept on the server ({reason}): try again later.") from None
    _make_room()
    return key


def _make_room() -> None:
    """The oldest graphs of this visitor go."""
    mine = held()
    for old in list(mine)[: max(len(mine) - MOST, 0)]:
        forget(old)


def save(
    graph: n2n.Graph, folder: Path, *, columns: Mapping[str, Columns] | None = None, **about: Any
) -> None:
    """Write a graph, and what is known about it, to a folder that `OwnGraph.open` reads."""
    listed = {file: asdict(one) for file, one in (columns or {}).items()}
    about = {"features": None, "name": None, "notes": ()} | about | {"columns": listed}
    folder.parent.mkdir(parents=True, exist_ok=True)
    graph.save(folder)
    with whole_file(folder / _ABOUT) as part:
        part.write_text(json.dumps(about), encoding="utf-8")


def displaced() -> OwnGraph | None:
    """The graph that the next new one takes the place of; None while there is room."""
    mine = held()
    return next(iter(mine.values())) if len(mine) >= MOST else None


def forget(key: str) -> None:
    """Let go of a graph and of all that was computed from it, in memory and on disk."""
    if own := held().get(key):
        _opened().pop(own.folder, None)
        shutil.rmtree(own.folder, ignore_errors=True)


def remove(key: str) -> None:
    """Take a graph off the list; for a minute it can be brought back."""
    if own := held().get(key):
        _opened().pop(own.folder, None)
        (own.folder / _ABOUT).replace(own.folder / _REMOVED)
        os.utime(own.folder / _REMOVED)


def removed() -> dict[Path, str]:
    """The graphs of this visitor that can be brought back, with their names; older ones are deleted."""
    found = {}
    for about in _mine().glob(f"*/{_REMOVED}"):
        with suppress(OSError, ValueError):
            if time.time() - about.stat().st_mtime < UNDO_SECONDS:
                found[about.parent] = name_in(json.loads(about.read_text(encoding="utf-8"))["key"])
            else:
                shutil.rmtree(about.parent, ignore_errors=True)
    return found


def bring_back(folder: Path) -> None:
    """Undo the removal of a graph; too late, nothing happens."""
    with suppress(OSError):
        (folder / _REMOVED).replace(folder / _ABOUT)


def share(key: str) -> str:
    """Keep a copy of a graph for whoever has the token that this returns; it lasts as the graphs do."""
    token = hashlib.sha256(f"{visitor()} shares {key}".encode()).hexdigest()[:TOKEN]
    folder = find(key).folder
    shutil.copytree(folder, _all() / token / folder.name, dirs_exist_ok=True)
    return token


def take_shared(token: str) -> str:
    """Copy a shared graph to those of this visitor; its key, or "" where the token leads to none."""
    folders = list((_all() / token).glob("*")) if token.isalnum() and len(token) == TOKEN else []
    if not folders:
        return ""
    os.utime(_all() / token)
    mine = _mine() / folders[0].name
    if not (mine / _ABOUT).exists():
        shutil.copytree(folders[0], mine, dirs_exist_ok=True)
        _make_room()
    return OwnGraph.open(mine).info.key


@st.cache_data(ttl=60.0, show_spinner=False)
def _tidy() -> None:
    """Once a minute: delete what belongs to visitors who have not been here for long."""
    with suppress(OSError):
        for place in _all().iterdir():
            if time.time() - place.stat().st_mtime > KEPT_SECONDS:
                for path in [path for path in _opened() if path.parent == place]:
                    _opened().pop(path, None)
                shutil.rmtree(place, ignore_errors=True)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else 0
