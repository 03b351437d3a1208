"""Graphs that torch-geometric's own dataset classes load, kept as `.npz` from then on.

The raw files are looked up in `data_folder()`; torch-geometric downloads those that are missing. It works in
a temporary folder, so the user's folder is never written to and no incomplete file stays behind.
"""

import contextlib
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import scipy.sparse as sp

from n2n.files.assets import data_folder, graph_cache
from n2n.files.atomic import whole_file
from n2n.graph.graph import Graph
from n2n.graph.info import DatasetInfo, Progress
from n2n.graph.storage import graph_bytes, read_npz


class DatasetUnavailable(ValueError):
    """The raw files of a dataset are not on this machine and cannot be downloaded now."""


@dataclass(frozen=True)
class TorchGeometric:
    """How torch-geometric loads a dataset.

    Example: `TorchGeometric("Amazon", "photo", "Photo/raw", ("amazon_electronics_photo.npz",))`.
    """

    offline: ClassVar[bool] = False

    dataset_class: str
    """The class in `torch_geometric.datasets`."""
    name: str
    """The `name` for that class."""
    raw: str
    """The folder of the raw files within the data folder."""
    files: tuple[str, ...]
    """The raw files."""
    root: str = ""
    """The `root` of that class within the data folder."""

    def load(self, info: DatasetInfo, progress: Progress) -> Graph:
        """The graph from the cache or else from the raw files, after which it is in the cache."""
        cached = graph_cache() / f"{info.key}.npz"
        # A cached file that is damaged or outdated is simply written again.
        with contextlib.suppress(ValueError):
            graph = Graph(**read_npz(cached))
            info.check(graph)
            return graph
        graph = self._from_raw(info, progress)
        info.check(graph)
        progress(f"Saving {info.title} for next time", 0.9)
        # Without a writable cache the next load is as slow as this one, that is all.
        with contextlib.suppress(OSError), whole_file(cached) as part:
            part.write_bytes(graph_bytes(graph, level=1))
        return graph

    def _from_raw(self, info: DatasetInfo, progress: Progress) -> Graph:
        folder = data_folder() / self.raw
        missing = [name for name in self.files if not (folder / name).is_file()]
        with tempfile.TemporaryDirectory(prefix="n2n-") as scratch:
            (Path(scratch) / self.raw).mkdir(parents=True)
            try:
                for name in set(self.files) - set(missing):
                    shutil.copyfile(folder / name, Path(scratch) / self.raw / name)
            except OSError as error:
                raise ValueError(f"{error.filename} cannot be read: {error.strerror}.") from error
            progress("Starting torch-geometric", 0.0)
            dataset_class = self._dataset_class()
            if missing:
                progress(f"Downloading {info.title} from {info.source}", None)
            else:
                progress(f"Reading {info.title} from {folder}", 0.3)
            try:
                root = str(Path(scratch) / self.root)
                dataset = dataset_class(root, self.name, pre_transform=_with_sparse_x)
                return self._graph(dataset[0], info)
            # A failed download or a damaged raw file raises errors of many classes.
            except Exception as error:
                wanted = f"{_listed(self.files)} from {info.source} into {folder}"
                if missing:
                    raise DatasetUnavailable(
                        f"{info.title} could not be downloaded ({_reason(error)}): "
                        f"put {wanted} and load it again."
                    ) from error
                raise ValueError(
                    f"{info.title} could not be read ({_reason(error)}): put {wanted} again and reload."
                ) from error

    def _dataset_class(self):
        """torch-geometric's class, silenced: it would write its progress to stderr."""
        import torch_geometric.datasets  # here for the start-up time

        loud = getattr(torch_geometric.datasets, self.dataset_class)
        members: dict = {"log": property(lambda _: False, lambda *_: None)}
        if [Path(name).suffix for name in self.files] == [".npz"]:
            members["process"] = _process_npz
        return type(self.dataset_class, (loud,), members)

    def _graph(self, data, info: DatasetInfo) -> Graph:
        # None of these datasets has a single public split: the ten of geom-gcn are meant to be averaged over.
        x = data.x.coalesce()
        rows, columns = x.indices().numpy().astype(np.int32)
        features = sp.csr_array((x.values().numpy(), (rows, columns)), shape=tuple(x.shape))
        return Graph.from_edges(
            data.edge_index.numpy(),
            x=features,
            y=data.y.numpy(),
            name=info.title,
            provenance=f"{info.source} ({info.licence}), through torch-geometric's {self.dataset_class}",
        )


def _process_npz(dataset) -> None:
    """What the classes with one `.npz` file do, without a dense matrix of features in between.

    For Physics they need 1.2 GB and 4 s for it; without it the whole graph is there in half a second.
    """
    import torch  # here for the start-up time
    from torch_geometric.io.npz import parse_npz

    with np.load(dataset.raw_paths[0]) as file:
        arrays = dict(file)
    data, indices, indptr, shape = (arrays[f"attr_{part}"] for part in ("data", "indices", "indptr", "shape"))
    x = sp.csr_matrix((data.astype(np.float32), indices, indptr), shape)
    x.sum_duplicates()
    x.eliminate_zeros()
    x.data[x.data > 0] = 1
    none = sp.csr_matrix((int(shape[0]), 0))
    arrays |= {f"attr_{part}": getattr(none, part) for part in ("data", "indices", "indptr", "shape")}
    graph, rows = parse_npz(arrays), x.tocoo()
    where = torch.from_numpy(np.stack([rows.row, rows.col]))
    graph.x = torch.sparse_coo_tensor(where, torch.from_numpy(rows.data), rows.shape, check_invariants=True)
    dataset.save([graph], dataset.processed_paths[0])


def _with_sparse_x(data):
    # torch-geometric writes what it processed and reads it back: dense, Physics would take 1.2 GB.
    data.x = data.x.to_sparse()
    return data


def _listed(files: tuple[str, ...]) -> str:
    """The names of the files; of a long numbered series only the first and the last.

    >>> _listed(("a.txt", "b.txt", "s_0.npz", "s_1.npz", "s_2.npz"))
    'a.txt, b.txt, s_0.npz, …, s_2.npz'
    """
    return ", ".join(files if len(files) < 5 else (*files[:3], "…", files[-1]))


def _reason(error: Exception) -> str:
    reason = getattr(error, "reason", None) or error
    return str(getattr(reason, "strerror", None) or reason).rstrip(".")
