"""A picture of the embedding while it is learnt: the two main directions, followed from epoch to epoch."""

from dataclasses import dataclass, field

import numpy as np

ROUNDS = 2
# Of more nodes than this the axes come from a sample; all nodes are drawn.
SAMPLE = 500


@dataclass(frozen=True, eq=False)
class Picture:
    """The embedding after one epoch; epoch 0 is where a run begins."""

    epoch: int
    positions: np.ndarray
    """(N, 2) float32 around the origin, with a mean squared length of 1."""
    predictions: np.ndarray | None = None
    """(N,) predicted classes; None while there is no classifier."""


@dataclass(eq=False)
class Axes:
    """The two main axes of vectors of length one, which turn as little as possible between two pictures.

    Subspace iteration from the axes before, on a sample of the nodes. Sums are written with einsum, which
    calls no BLAS: its threads would spin for milliseconds on the cores of the training.

    >>> rng = np.random.default_rng(0)
    >>> h = rng.normal(size=(100, 8)).astype(np.float32)
    >>> axes = Axes()
    >>> bool(np.abs(axes.project(h) - axes.project(h)).max() < 0.3)
    True
    """

    _axes: np.ndarray | None = field(default=None, repr=False)
    _before: np.ndarray | None = field(default=None, repr=False)

    def project(self, h: np.ndarray) -> np.ndarray:
        """(N, 2) positions of the rows of h."""
        length = np.maximum(np.sqrt(np.einsum("ij,ij->i", h, h)), 1e-12)[:, None]
        rng = np.random.default_rng(0)
        some = np.arange(len(h)) if len(h) <= SAMPLE else rng.choice(len(h), SAMPLE, replace=False)
        unit = h[some] / length[some]
        unit -= unit.mean(axis=0)
        axes, rounds = self._axes, ROUNDS
        if axes is None or len(axes) != h.shape[1]:
            axes, rounds = rng.standard_normal((h.shape[1], 2)), 10 * ROUNDS
        for _ in range(rounds):
            axes = np.linalg.qr(np.einsum("ij,ik->jk", unit, _onto(unit, axes)))[0]
        self._axes = axes
        positions = _onto(h, axes) / length
        positions -= positions.mean(axis=0)
        positions /= max(float(np.sqrt((positions**2).sum(axis=1).mean())), 1e-12)
        if self._before is not None and self._before.shape == positions.shape:
            # The turn, or mirroring, that brings them nearest to the positions before.
            left, _, right = np.linalg.svd(np.einsum("ij,ik->jk", positions, self._before))
            positions = _onto(positions, left @ right)
        self._before = positions = positions.astype(np.float32)
        return positions


def _onto(h: np.ndarray, axes: np.ndarray) -> np.ndarray:
    """(N, 2) h·axes."""
    return np.stack([np.einsum("ij,j->i", h, axis) for axis in axes.astype(h.dtype).T], axis=1)
