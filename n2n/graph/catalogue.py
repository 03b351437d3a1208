"""Every dataset with its facts and the way to load it, from `assets/datasets/catalogue.toml`.

The variable `N2N_GRAPHS` adds graphs of the user's own: it lists graph folders, or folders that contain some,
separated as in `PATH`. Such a graph is a dataset like any other, under the name of its folder.
"""

import os
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from n2n.files.assets import ASSETS
from n2n.files.folder import read_facts
from n2n.graph.graph import Graph, open_graph
from n2n.graph.info import DatasetInfo, Progress, silent
from n2n.graph.raw import RawFiles
from n2n.graph.storage import KIND, read_npz

BUNDLED = ASSETS / "datasets"
"""The folder of the graphs that ship with the program."""
ON_DISK = "on disk"
"""The kind of the datasets in `N2N_GRAPHS`."""


@dataclass(frozen=True)
class Bundled:
    """A file in `assets/datasets`, such as `Bundled("cora.npz")`."""

    offline: ClassVar[bool] = True
    file: str

    def load(self, info: DatasetInfo, progress: Progress) -> Graph:
        """Read the file; that takes milliseconds, so nothing is reported to `progress`."""
        return Graph(**read_npz(BUNDLED / self.file))


@dataclass(frozen=True)
class Networkx:
    """A graph from a networkx function, such as `Networkx("karate_club_graph", label="club")`.

    Such a graph has no features, so x is the identity: every node is its own feature.
    """

    offline: ClassVar[bool] = True
    function: str
    label: str
    """The node attribute with the class."""

    def load(self, info: DatasetInfo, progress: Progress) -> Graph:
        """Call the function."""
        import networkx  # here for the start-up time

        return Graph.from_networkx(
            getattr(networkx, self.function)(),
            label=self.label,
            x=np.eye(info.nodes, dtype=np.float32),
            name=info.title,
            provenance=f"{info.source} ({info.licence})",
        )


@dataclass(frozen=True)
class Folder:
    """A graph folder."""

    offline: ClassVar[bool] = True
    path: Path

    def load(self, info: DatasetInfo, progress: Progress) -> Graph:
        """The graph, memory-mapped."""
        return open_graph(self.path)


def _entries() -> dict[str, DatasetInfo]:
    routes = {route.__name__: route for route in (Bundled, Networkx, RawFiles)}

    def fixed(facts: dict[str, Any]) -> dict[str, Any]:
        return {name: tuple(value) if isinstance(value, list) else value for name, value in facts.items()}

    entries = {}
    for key, facts in tomllib.loads((BUNDLED / "catalogue.toml").read_text(encoding="utf-8")).items():
        ((kind, given),) = facts.pop("route").items()
        entries[key] = DatasetInfo(key=key, route=routes[kind](**fixed(given)), **fixed(facts))
    return entries


_ENTRIES = _entries()


def _listed() -> tuple[dict[str, DatasetInfo], list[str]]:
    """The graphs in `N2N_GRAPHS` by name, and one sentence for each path that does not give one."""
    entries: dict[str, DatasetInfo] = {}
    problems: list[str] = []
    for entry in filter(None, os.environ.get("N2N_GRAPHS", "").split(os.pathsep)):
        path = Path(entry).expanduser()
        files = [path / KIND.file] if (path / KIND.file).is_file() else sorted(path.glob(f"*/{KIND.file}"))
        if not files:
            problems.append(f"N2N_GRAPHS lists {path}, where there is no graph folder: correct the variable.")
        for file in files:
            try:
                info = _info(file.parent, file.stat().st_mtime_ns)
            except (OSError, ValueError) as error:
                problems.append(f"N2N_GRAPHS: {error}")
                continue
            if info.key in _ENTRIES or info.key in entries:
                clash = f"there is another dataset {info.key!r}: rename the folder"
                problems.append(f"N2N_GRAPHS lists {file.parent}, but {clash}.")
            else:
                entries[info.key] = info
    return entries, problems


@lru_cache(maxsize=256)
def _info(folder: Path, changed: int) -> DatasetInfo:
    """The entry of one folder; `changed` is there so that a replaced folder is read again."""
    facts = read_facts(folder, KIND)
    return DatasetInfo(
        key="-".join(folder.name.casefold().replace("_", " ").split()),
        title=facts["name"],
        kind=ON_DISK,
        nodes=facts["num_nodes"],
        edges=facts["num_edges"],
        published_edges=2 * facts["num_edges"],
        features=facts["num_features"],
        classes=len(facts["class_names"]),
        description=f"A graph in the folder {folder.name}, which N2N_GRAPHS lists.",
        source=facts["provenance"],
        licence="yours",
        route=Folder(folder),
    )


def catalogue() -> dict[str, DatasetInfo]:
    """All datasets with their facts, by their name for `n2n.load`; nothing is loaded.

    Graphs in the folders of `N2N_GRAPHS` come last; `unlisted` says which are left out.

    >>> list(catalogue())
    ['cora', 'citeseer', 'pubmed', 'photo', 'cs', 'physics', 'karate', 'chameleon', 'texas']
    """
    return _ENTRIES | _listed()[0]


def unlisted() -> list[str]:
    """One sentence for each graph that `N2N_GRAPHS` names and the catalogue does not have.

    >>> unlisted()
    []
    """
    return _listed()[1]


def find(name: str) -> DatasetInfo:
    """The entry of a dataset by its key or an alias; case, spaces and underscores do not matter.

    >>> find("Amazon Photo").key
    'photo'
    """
    wanted = "-".join(str(name).casefold().replace("_", " ").split())
    for info in catalogue().values():
        if wanted in (info.key, *info.aliases):
            return info
    raise ValueError(f"There is no dataset {name!r}: use one of {', '.join(catalogue())}.")


def load(name: str, progress: Progress | None = None) -> Graph:
    """The graph of a dataset, checked against the size that the catalogue states.

    Args:
        name: a key of `n2n.catalogue()` or an alias, in upper or lower case.
        progress: called as `progress(message, fraction)` during a long load; the fraction is None while it
            is unknown, as during a download.

    Raises:
        ValueError: there is no such dataset, or its files are damaged.
        DatasetUnavailable: its files are missing and cannot be downloaded; the message says which file to
            put where.

    >>> load("karate").num_edges
    78
    """
    info = find(name)
    graph = info.route.load(info, progress or silent)
    info.check(graph)
    return graph
