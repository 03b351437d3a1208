"""Graphs of the user's own in folders: those that the variable `N2N_GRAPHS` lists.

It holds the paths of graph folders, or of folders that contain some, separated as in `PATH`. Such a graph is
a dataset like any other, under the name of its folder: `n2n.load("my-graph")`.
"""

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from n2n.datasets.info import DatasetInfo, Progress
from n2n.files.folder import read_facts
from n2n.graph import Graph, open_graph
from n2n.graph.disk import KIND

ON_DISK = "on disk"
"""The kind of these datasets."""


@dataclass(frozen=True)
class Folder:
    """The way to a graph in a folder."""

    path: Path
    offline: ClassVar[bool] = True

    def load(self, info: DatasetInfo, progress: Progress) -> Graph:
        """The graph, memory-mapped."""
        return open_graph(self.path)


def listed() -> tuple[list[DatasetInfo], list[str]]:
    """The graphs that `N2N_GRAPHS` lists, and one sentence for each path at which there is none.

    >>> listed()
    ([], [])
    """
    found: list[DatasetInfo] = []
    problems: list[str] = []
    for entry in filter(None, os.environ.get("N2N_GRAPHS", "").split(os.pathsep)):
        path = Path(entry).expanduser()
        inside = [path] if (path / KIND.file).is_file() else sorted(path.glob(f"*/{KIND.file}"))
        if not inside:
            problems.append(f"N2N_GRAPHS lists {path}, where there is no graph folder: correct the variable.")
        for folder in (one.parent if one.name == KIND.file else one for one in inside):
            try:
                found.append(_info(folder, (folder / KIND.file).stat().st_mtime_ns))
            except (OSError, ValueError) as error:
                problems.append(f"N2N_GRAPHS: {error}")
    return found, problems


@lru_cache(maxsize=256)
def _info(folder: Path, changed: int) -> DatasetInfo:
    """The entry of one folder; `changed` makes it be read again when the folder is another one."""
    facts, _ = read_facts(folder, KIND)
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
