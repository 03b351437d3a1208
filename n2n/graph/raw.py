"""Graphs from the raw files of their sources: gnn-benchmark's .npz and geom-gcn's text files.

The files are in `data_folder()`, in the layout of torch-geometric, whose dataset classes make the same graphs
of them: Physics takes 0.07 s here, and there 4 s and 1.2 GB for a dense matrix of features. Missing files are
downloaded.
"""

import urllib.request
from http.client import HTTPException
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from n2n.files.assets import data_folder
from n2n.files.atomic import whole_file
from n2n.graph.graph import Graph
from n2n.graph.info import DatasetInfo, Progress, RawFiles

_SECONDS = 30.0


class DatasetUnavailable(ValueError):
    """The raw files of a dataset are not on this machine and cannot be downloaded now."""


def load_raw(info: DatasetInfo, raw: RawFiles, progress: Progress) -> Graph:
    """The graph in raw files, which are downloaded first where they are missing."""
    folder = data_folder() / raw.folder
    wanted = f"{', '.join(raw.files)} from {info.source} into {folder}"
    try:
        for name in raw.files:
            if not (folder / name).is_file():
                progress(f"Downloading {info.title} from {info.source}", None)
                _download(raw.url + name, folder / name)
    except (OSError, HTTPException) as error:
        reason = f"{info.title} could not be downloaded ({_reason(error)})"
        raise DatasetUnavailable(f"{reason}: put {wanted} and load it again.") from error
    progress(f"Reading {info.title} from {folder}", 0.3)
    read = _read_npz if len(raw.files) == 1 else _read_texts
    try:
        content = read(*(folder / name for name in raw.files))
        return Graph.from_edges(**content, name=info.title, provenance=f"{info.source} ({info.licence})")
    except Exception as error:  # a damaged file raises errors of many classes
        reason = f"{info.title} could not be read ({_reason(error)})"
        raise ValueError(f"{reason}: put {wanted} again and reload.") from error


def _download(url: str, file: Path) -> None:
    # A new opener, since that of `urlopen` keeps the proxies of its first call.
    with urllib.request.build_opener().open(url, timeout=_SECONDS) as source, whole_file(file) as part:
        part.write_bytes(source.read())


def _read_npz(file: Path) -> dict:
    with np.load(file, allow_pickle=False) as arrays:
        x, adjacency = (
            sp.csr_array(
                tuple(arrays[f"{name}_{part}"] for part in ("data", "indices", "indptr")),
                shape=tuple(arrays[f"{name}_shape"]),
                dtype=np.float32,
            )
            for name in ("attr", "adj")
        )
        y = arrays["labels"]
    x.sum_duplicates()
    x.eliminate_zeros()
    x.data[x.data > 0] = 1  # whether a word occurs, not how often
    return {"edges": np.stack(adjacency.nonzero()), "x": x, "y": y}


def _read_texts(nodes: Path, edges: Path) -> dict:
    rows = [line.split("\t") for line in nodes.read_text(encoding="utf-8").splitlines()[1:]]
    return {
        "edges": np.loadtxt(edges, np.int64, skiprows=1, ndmin=2).T,
        "x": sp.csr_array(np.array([row[1].split(",") for row in rows], np.float32)),
        "y": np.array([row[2] for row in rows], np.int64),
    }


def _reason(error: Exception) -> str:
    reason = getattr(error, "reason", None) or error
    return str(getattr(reason, "strerror", None) or reason).rstrip(".")
