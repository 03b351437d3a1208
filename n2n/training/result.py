"""The result of a run."""

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True, eq=False)
class RunResult:
    """What a run leaves behind; embeddings and predictions are those of the best validation epoch."""

    embeddings: np.ndarray
    """(N, width) hidden representations h, without dropout."""
    predictions: np.ndarray
    """(N,) predicted classes; −1 where the graph has no labels."""
    environment: dict[str, str]
    """Versions, device, and which estimator ran for what reason."""
    snapshots: dict[int, np.ndarray] = field(default_factory=dict)
    """Embeddings in float16 by epoch, for the animation."""
    states: dict[int, dict[str, np.ndarray]] = field(default_factory=dict)
    """Weights, optimiser and random numbers by epoch, from which a fork goes on; files do not have them."""

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays."""
        kept = [
            *self.snapshots.values(),
            *(array for state in self.states.values() for array in state.values()),
        ]
        return self.embeddings.nbytes + sum(array.nbytes for array in kept)
