"""Embeddings that ship with the program: their layouts, predictions and numbers, without the vectors.

They are in `assets/layouts`, one small file per bundled graph, made by `assets/layouts/make.py`, so that
there is something real to look at before anything has been trained.
"""

from pathlib import Path

import numpy as np

from n2n.compute.cache import BoundedCache
from n2n.embedding.projection import METHODS, Projection
from n2n.embedding.separation import Separation
from n2n.embedding.timeline import CACHE_SIZE, RAW, Moment, Timeline
from n2n.files import tensors
from n2n.files.assets import ASSETS
from n2n.graph import Graph
from n2n.methods.n2n.settings import Settings
from n2n.training.history import Scores

LAYOUTS = ASSETS / "layouts"
FORMAT = "n2n-layouts-1"
RUNS: dict[str, int | str] = {"taps-1": 1, "all": "all"}
"""Name of a shipped run -> its positives per node k; both are joint learning with the tuned settings."""


class Shipped(Timeline):
    """The timeline of a shipped run, as far as its file has it.

    >>> import n2n
    >>> shipped = load_shipped("karate", n2n.load("karate"))
    >>> shipped.name, shipped.layout("trained", "umap").positions.shape
    ('N2N-TAPS-1 (JL)', (34, 2))
    """

    def __init__(
        self, graph: Graph, key: str, arrays: dict[str, np.ndarray], facts: dict, cache: BoundedCache
    ):
        super().__init__(graph, cache=cache)
        self.key, self._arrays, self._facts = key, arrays, facts
        own = facts["runs"][key]
        self.settings, self.scores = Settings.from_dict(own["settings"]), Scores(**own["scores"])
        self.name, self.epochs = self.settings.name, own["epochs"]
        self.predictions = arrays[f"{key}.predictions"].astype(np.int64)

    def possible(self, moment: Moment, method: str, dimensions: int) -> bool:
        """Whether the file has such a layout; of the raw features any can be made."""
        return moment == RAW or self.layout(moment, method, dimensions) is not None

    def layout(self, moment: Moment, method: str, dimensions: int = 2) -> Projection | None:
        """The layout in the file; of the raw features also one that has been made since."""
        stored = self._arrays.get(f"{self._key(moment)}.{method}")
        if stored is None or stored.shape[1] < dimensions:
            return super().layout(moment, method, dimensions) if moment == RAW else None

        def make() -> Projection:
            positions = stored[:, :dimensions].astype(np.float32)
            return Projection(method, self._arrays["nodes"], positions, self.graph.num_nodes)

        return self._cache.get_or_make((self._key(moment), method, dimensions), make)

    def separation(self, moment: Moment) -> Separation:
        return Separation(**self._facts["separation"][self._key(moment)])

    def _key(self, moment: Moment) -> str:
        """The name of a moment in the file; the raw features are the same for all runs on a graph."""
        return RAW if moment == RAW else f"{self.key}.{moment}"


def load_shipped(
    dataset: str, graph: Graph, run: str = "taps-1", folder: Path = LAYOUTS, cache: BoundedCache | None = None
) -> Shipped | None:
    """A run of `RUNS` on a dataset; None if none was shipped, or if its file belongs to another graph.

    Args:
        cache: see `Timeline`; the shipped layouts of the raw features then serve other runs on the graph too.
    """
    path = folder / f"{dataset}.safetensors"
    if not path.exists():
        return None
    cache = BoundedCache(CACHE_SIZE) if cache is None else cache
    arrays, facts = cache.get_or_make(
        path, lambda: tensors.from_bytes(tensors.read_bytes(path), FORMAT, str(path))
    )
    if facts["nodes"] != graph.num_nodes or run not in facts["runs"]:
        return None
    shipped = Shipped(graph, run, arrays, facts, cache)
    for method in METHODS:
        shipped.layout(RAW, method)
    return shipped
