"""Positives that are chosen once and kept in a folder, for graphs on which TAPS takes minutes."""

import os
from pathlib import Path

from n2n.files.folder import read_facts
from n2n.graph import Graph
from n2n.sampling.positives import KIND, Positives
from n2n.sampling.ranking import Ranking


class KeptRanking(Ranking):
    """The ranking of a graph whose best neighbours are in a folder, or will be once they have been chosen.

    >>> import n2n, tempfile
    >>> folder = Path(tempfile.mkdtemp()) / "positives"
    >>> first = KeptRanking(n2n.load("karate"), folder).top(1)
    >>> (KeptRanking(n2n.load("karate"), folder).top(1).indices == first.indices).all()
    np.True_
    """

    def __init__(self, graph: Graph, folder: str | os.PathLike):
        super().__init__(graph)
        self.folder = Path(folder)

    def top(self, k: int, progress=None) -> Positives:
        """As of `Ranking`; ValueError where the folder has the positives of another graph or another k."""
        if not self.folder.exists():
            super().top(k, progress).save(self.folder, about=self._about(k))
        chosen = Positives.open(self.folder)
        about = read_facts(self.folder, KIND)[0]["about"]
        if about != self._about(k) or chosen.num_nodes != self.graph.num_nodes:
            raise ValueError(
                f"{self.folder} has the positives of another graph or another k: name another folder."
            )
        return chosen

    def _about(self, k: int) -> dict:
        """As `n2n taps --out` writes it."""
        return {"sampler": "taps", "k": int(k), "graph": self.graph.name}
