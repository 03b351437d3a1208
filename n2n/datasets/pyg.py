"""Graphs that come through torch-geometric's own dataset classes, and are kept as `.npz` from then on.

The raw files are looked for in `data_folder()`; what is not there, torch-geometric downloads. It works in a
temporary folder, so that the user's folder is never written to and nothing half-written stays behind.
"""

import contextlib
import io
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import scipy.sparse as sp

from n2n.datasets.folders import data_folder, graph_cache
from n2n.graph import Graph
from n2n.graph.storage import FORMAT, load_graph, save_graph

if TYPE_CHECKING:
    from n2n.datasets.catalogue import DatasetInfo

# What a download or a damaged raw file can end in.
_FAILED = (
    EOFError,
    HTTPException,
    LookupError,
    OSError,
    RuntimeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)

Progress = Callable[[str, float | None], None]
"""Called with what is being done and, where known, the share that is done."""


class DatasetUnavailable(ValueError):
    """The raw files of a dataset are not on this machine and cannot be downloaded now."""


@dataclass(frozen=True)
class TorchGeometric:
    """How torch-geometric finds a dataset.

    Example: `TorchGeometric("Amazon", "photo", "Photo/raw", ("amazon_electronics_photo.npz",))`.
    """

    offline: ClassVar[bool] = False

    dataset_class: str
    """Its class in `torch_geometric.datasets`."""
    name: str
    """Its `name` there."""
    raw: str
    """The folder of the raw files within the data folder."""
    files: tuple[str, ...]
    """The raw files."""
    root: str = ""
    """The class's `root` within the data folder."""

    def load(self, info: "DatasetInfo", progress: Progress) -> Graph:
        """The graph from the cache, else from the raw files; in that case it goes into the cache."""
        kept = graph_cache() / f"{info.key}-v{FORMAT}.npz"
        # A cached file that is damaged or outdated is simply made anew.
        with contextlib.suppress(ValueError):
            graph = load_graph(kept)
            info.check(graph)
            return graph
        graph = self._from_raw(info, progress)
        info.check(graph)
        progress(f"Keeping {info.title} for the next time", 0.9)
        # Without a writable cache the graph is as good, only the next load is as slow as this one.
        with contextlib.suppress(OSError):
            save_graph(graph, kept)
        return graph

    def _from_raw(self, info: "DatasetInfo", progress: Progress) -> Graph:
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
            import torch_geometric.datasets

            dataset_class = getattr(torch_geometric.datasets, self.dataset_class)
            if missing:
                progress(f"Downloading {info.title} from {info.source}", None)
            else:
                progress(f"Reading {info.title} from {folder}", 0.3)
            try:
                root = str(Path(scratch) / self.root)
                # It reports to stderr; ours is the callback.
                with contextlib.redirect_stderr(io.StringIO()):
                    dataset = dataset_class(root, self.name, pre_transform=_with_sparse_x)
                return self._graph(dataset[0], info)
            except _FAILED as error:
                wanted = f"{_listed(self.files)} from {info.source} into {folder}"
                if missing:
                    raise DatasetUnavailable(
                        f"{info.title} could not be downloaded ({_reason(error)}): "
                        f"put {wanted} and load again."
                    ) from error
                raise ValueError(
                    f"{info.title} could not be read ({_reason(error)}): put {wanted} anew and load again."
                ) from error

    def _graph(self, data, info: "DatasetInfo") -> Graph:
        # None of these datasets has one public split: geom-gcn's ten are meant to be averaged over.
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


def _with_sparse_x(data):
    # torch-geometric writes and reads back what it processed: dense, Physics would be 1.2 GB.
    data.x = data.x.to_sparse()
    return data


def _listed(files: tuple[str, ...]) -> str:
    """The names of the files; of a long numbered series, the first and the last.

    >>> _listed(("a.txt", "b.txt", "s_0.npz", "s_1.npz", "s_2.npz"))
    'a.txt, b.txt, s_0.npz, …, s_2.npz'
    """
    return ", ".join(files if len(files) < 5 else (*files[:3], "…", files[-1]))


def _reason(error: Exception) -> str:
    reason = getattr(error, "reason", None) or error
    return str(getattr(reason, "strerror", None) or reason).rstrip(".")
