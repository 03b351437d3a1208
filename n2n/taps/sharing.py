"""TAPS positives in a folder, chosen once: by one process or by several that torchrun started.

    torchrun --nproc-per-node=2 -m n2n taps FOLDER --k 1 --out positives/

Each process ranks a share of rows of equal cost and writes its slice of one file; they exchange nothing but
the name of that file. On several machines the folder must be on a file system that all of them see.
"""

import os
from contextlib import nullcontext
from pathlib import Path

import numpy as np

from n2n.files.folder import new_folder, read_facts
from n2n.graph import Graph
from n2n.graph.info import Progress, silent
from n2n.taps.positives import KIND, Positives, check_k, facts_of, positive_bounds
from n2n.taps.ranking import Ranking, rank, top_rows


class StoredRanking(Ranking):
    """The ranking of a graph whose best neighbours are in a folder, or will be once they have been chosen.

    >>> import n2n, tempfile
    >>> folder = Path(tempfile.mkdtemp()) / "positives"
    >>> first = StoredRanking(n2n.load("karate"), folder).top(1)
    >>> (StoredRanking(n2n.load("karate"), folder).top(1).indices == first.indices).all()
    np.True_
    """

    def __init__(self, graph: Graph, folder: str | os.PathLike):
        super().__init__(graph)
        self.folder = Path(folder)

    def top(self, k: int, progress: Progress | None = None) -> Positives:
        """As of `Ranking`; ValueError where the folder has the positives of another graph or another k."""
        if not self.folder.exists():
            super().top(k, progress).save(self.folder, about=_about(self.graph, k))
        chosen = Positives.open(self.folder)
        about = read_facts(self.folder, KIND)["about"]
        if about != _about(self.graph, k) or chosen.num_nodes != self.graph.num_nodes:
            raise ValueError(
                f"{self.folder} has the positives of another graph or another k: name another folder."
            )
        return chosen


def write_top(
    graph: Graph,
    k: int,
    path: str | os.PathLike,
    *,
    replace: bool = False,
    progress: Progress | None = None,
) -> Positives:
    """Write the k neighbours of largest dependency of every node to a folder, and open it.

    Args:
        replace: whether a folder of positives that is already there may be replaced.

    Raises:
        ValueError: there is something at `path` that may not be replaced.
    """
    check_k(k)
    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        _write_together(graph, k, path, replace, progress or silent)
    else:
        with new_folder(path, KIND, replace) as folder:  # a folder in the way is noticed before the work
            rank(graph).top(k, progress).write(folder, _about(graph, k))
    return Positives.open(path)


def _about(graph: Graph, k: int) -> dict:
    return {"sampler": "taps", "k": int(k), "graph": graph.name}


def _write_together(graph: Graph, k: int, path, replace: bool, progress: Progress) -> None:
    import torch.distributed as dist  # takes seconds to load

    mine = not dist.is_initialized()
    if mine:
        dist.init_process_group("gloo")
    try:
        number, bounds = dist.get_rank(), positive_bounds(graph, k).astype(np.int64, copy=False)
        # Only the first process makes the folder; it gets its name when all slices are there.
        with new_folder(path, KIND, replace) if number == 0 else nullcontext() as folder:
            if folder:
                folder.write("indptr", bounds)
                folder.create("indices", (int(bounds[-1]),), graph.indices.dtype)
            file = [str(folder.path / "indices.npy") if folder else ""]
            dist.broadcast_object_list(file, src=0)
            start, stop = share_of_rows(graph, number, dist.get_world_size())
            part = np.load(file[0], mmap_mode="r+")[bounds[start] : bounds[stop]]
            top_rows(graph, k, bounds, part.view(np.ndarray), start, stop, progress)
            part.flush()
            dist.barrier()
            if folder:
                folder.facts = facts_of(bounds, _about(graph, k))
        dist.barrier()  # nobody opens the folder before it is there
    finally:
        if mine:
            dist.destroy_process_group()


def share_of_rows(graph: Graph, part: int, parts: int) -> tuple[int, int]:
    """The first row of a part, and the one after its last, where all parts cost about the same.

    The time of a row is proportional to its degree, and a little for itself.

    >>> import n2n
    >>> [share_of_rows(n2n.load("karate"), part, 2) for part in range(2)]
    [(0, 17), (17, 34)]
    """
    before = graph.indptr + np.arange(graph.num_nodes + 1)
    cuts = np.searchsorted(before, before[-1] * np.arange(parts + 1) // parts)
    cuts[-1] = graph.num_nodes
    return int(cuts[part]), int(cuts[part + 1])
