"""Every dataset with its facts and the way to load it, from `assets/datasets/catalogue.toml`."""

import tomllib
from typing import Any

from n2n.datasets.bundled import Bundled, Networkx
from n2n.datasets.folders import BUNDLED
from n2n.datasets.info import DatasetInfo, Progress, silent
from n2n.datasets.listed import Folder, listed
from n2n.datasets.pyg import TorchGeometric
from n2n.graph import Graph

_ROUTES = {route.__name__: route for route in (Bundled, Networkx, TorchGeometric)}


def _entry(key: str, route: dict[str, dict[str, Any]], **facts) -> DatasetInfo:
    ((kind, given),) = route.items()
    return DatasetInfo(key=key, route=_ROUTES[kind](**_fixed(given)), **_fixed(facts))


def _fixed(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in facts.items()}


_ENTRIES = tuple(
    _entry(key, **facts)
    for key, facts in tomllib.loads((BUNDLED / "catalogue.toml").read_text(encoding="utf-8")).items()
)


def catalogue() -> dict[str, DatasetInfo]:
    """All datasets with their facts, by their name for `n2n.load`; nothing is loaded.

    Graphs in the folders of `N2N_GRAPHS` come last; `unlisted` says which are left out.

    >>> list(catalogue())
    ['cora', 'citeseer', 'pubmed', 'photo', 'cs', 'physics', 'karate', 'chameleon', 'texas']
    """
    known = {info.key: info for info in _ENTRIES}
    return known | {info.key: info for info in listed()[0] if info.key not in known}


def unlisted() -> list[str]:
    """One sentence for each graph that `N2N_GRAPHS` names and the catalogue does not have.

    >>> unlisted()
    []
    """
    found, problems = listed()
    here = catalogue()
    clashes = (
        f"N2N_GRAPHS lists {info.route.path}, but there is another dataset {info.key!r}: rename the folder."
        for info in found
        if isinstance(info.route, Folder) and here[info.key] is not info
    )
    return [*problems, *clashes]


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
