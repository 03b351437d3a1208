"""Every dataset with its facts and the way to load it, from `assets/datasets/catalogue.toml`.

The variable `N2N_GRAPHS` adds graphs of the user's own: it lists graph folders, or folders that contain some,
separated as in `PATH`. Such a graph is a dataset like any other, under the name of its folder.
"""

import os
import tomllib
from functools import cache
from pathlib import Path

from n2n.files.assets import ASSETS
from n2n.files.folder import read_facts
from n2n.graph.graph import Graph, open_graph
from n2n.graph.info import DatasetInfo, Progress, RawFiles, silent
from n2n.graph.raw import load_raw
from n2n.graph.storage import KIND, read_npz

BUNDLED = ASSETS / "datasets"
"""The folder of the graphs that ship with the program."""


@cache
def _published() -> dict[str, DatasetInfo]:
    entries = {}
    for key, facts in tomllib.loads((BUNDLED / "catalogue.toml").read_text(encoding="utf-8")).items():
        aliases, raw = tuple(facts.pop("aliases", ())), facts.pop("raw", None)
        files = RawFiles(**raw | {"files": tuple(raw["files"])}) if raw else None
        entries[key] = DatasetInfo(key=key, aliases=aliases, raw=files, **facts)
    return entries


def _listed() -> tuple[dict[str, DatasetInfo], list[str]]:
    """The graphs in `N2N_GRAPHS` by name, and one sentence for each path that does not give one."""
    entries: dict[str, DatasetInfo] = {}
    problems: list[str] = []
    for entry in filter(None, os.environ.get("N2N_GRAPHS", "").split(os.pathsep)):
        path = Path(entry).expanduser()
        files = [path / KIND.file] if (path / KIND.file).is_file() else sorted(path.glob(f"*/{KIND.file}"))
        if not files:
            problems.append(f"N2N_GRAPHS lists {path}, where there is no graph folder: correct the variable.")
        for folder in (file.parent for file in files):
            try:
                facts = read_facts(folder, KIND)
            except (OSError, ValueError) as error:
                problems.append(f"N2N_GRAPHS: {error}")
                continue
            key = _normal(folder.name)
            if key in _published() or key in entries:
                clash = f"there is another dataset {key!r}: rename the folder"
                problems.append(f"N2N_GRAPHS lists {folder}, but {clash}.")
                continue
            entries[key] = DatasetInfo(
                key=key,
                title=facts["name"],
                kind="on disk",
                nodes=facts["num_nodes"],
                edges=facts["num_edges"],
                published_edges=2 * facts["num_edges"],
                features=facts["num_features"],
                classes=len(facts["class_names"]),
                description=f"A graph in the folder {folder.name}, which N2N_GRAPHS lists.",
                source=facts["provenance"],
                licence="yours",
                folder=folder,
            )
    return entries, problems


def _normal(name: str) -> str:
    return "-".join(name.casefold().replace("_", " ").split())


def catalogue() -> dict[str, DatasetInfo]:
    """All datasets with their facts, by their name for `n2n.load`; nothing is loaded.

    Graphs in the folders of `N2N_GRAPHS` come last; `unlisted` says which are left out.

    >>> list(catalogue())
    ['cora', 'citeseer', 'pubmed', 'photo', 'cs', 'physics', 'karate', 'chameleon', 'texas']
    """
    return _published() | _listed()[0]


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
    for info in catalogue().values():
        if _normal(str(name)) in (info.key, *info.aliases):
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
    if info.folder:
        graph = open_graph(info.folder)
    elif info.raw:
        graph = load_raw(info, info.raw, progress or silent)
    else:
        graph = Graph(**read_npz(BUNDLED / f"{info.key}.npz"))
    info.check(graph)
    return graph
