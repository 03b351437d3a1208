"""Maps that ship with the program, so that the first page draws without computing or compiling anything.

They are in `assets/map`, one small file per graph, made by `python -m n2n maps`. Positions are stored
in hundredths, as 16-bit numbers; small graphs have the positives of TAPS beside them.
"""

from functools import lru_cache
from pathlib import Path

import numpy as np

from n2n.files import tensors
from n2n.files.assets import ASSETS
from n2n.graph import Graph
from n2n.taps.map import map_positions
from n2n.taps.positives import Positives, all_neighbours, positive_bounds
from n2n.taps.ranking import rank

FORMAT = "n2n-map-1"
DATASETS = ("karate", "cora", "citeseer", "pubmed", "photo", "cs", "physics")
MAPS = ASSETS / "map"
STEP = 0.01
# Subgraphs of TAPS are in the file of a graph with at most this many nodes.
MAX_SUBGRAPHS = 5_000
POSITIVES = (1, 2, 3, 4, 5)


def shipped_positions(key: str, k: int | None = None) -> np.ndarray | None:
    """Positions on the map of a graph, or in the picture of its subgraphs; None where none ship.

    >>> shipped_positions("cora").shape, shipped_positions("cora", 1).shape, shipped_positions("texas")
    ((2708, 2), (2708, 2), None)
    """
    arrays = _arrays(key) if key in DATASETS else None
    found = None if arrays is None else arrays.get("whole" if k is None else f"top-{k}")
    return None if found is None else found.astype(np.float32) * np.float32(STEP)


def shipped_positives(key: str, graph: Graph, k: int) -> Positives | None:
    """What `rank(graph).top(k)` chooses on a graph of the catalogue; None where it does not ship."""
    arrays = _arrays(key) if key in DATASETS else None
    if arrays is None or "positives" not in arrays or k > POSITIVES[-1]:
        return None
    indices = arrays["positives"].astype(graph.indices.dtype)
    return Positives(positive_bounds(graph, POSITIVES[-1]), indices).first(k)


@lru_cache(len(DATASETS))
def _arrays(key: str) -> dict[str, np.ndarray] | None:
    path = MAPS / f"{key}.safetensors"
    if not path.is_file():
        return None
    return tensors.from_bytes(tensors.read_bytes(path), FORMAT, str(path))[0]


def make_map(key: str, graph: Graph, folder: Path) -> Path:
    """Compute and store the map of a graph."""
    whole = map_positions(all_neighbours(graph))
    arrays, chosen = {"whole": whole}, {}
    if graph.num_nodes <= MAX_SUBGRAPHS:
        ranking = rank(graph)
        arrays |= {f"top-{k}": map_positions(ranking.top(k), near=whole) for k in POSITIVES}
        chosen = {"positives": ranking.top(POSITIVES[-1]).indices.astype(np.int16)}
    stored = chosen | {name: (p / STEP).round().astype(np.int16) for name, p in arrays.items()}
    path = folder / f"{key}.safetensors"
    tensors.write_bytes(path, tensors.to_bytes(FORMAT, stored, {"graph": graph.name}))
    return path
