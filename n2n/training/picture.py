"""A picture of the embedding while it is learnt: the two main directions, followed from epoch to epoch."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:  # torch takes seconds to load
    import torch

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

    Subspace iteration from the axes before, on a sample of the nodes: 2 ms for Cora with 512 dimensions.

    >>> rng = np.random.default_rng(0)
    >>> h = rng.normal(size=(100, 8)).astype(np.float32)
    >>> axes = Axes()
    >>> bool(np.abs(axes.project(h) - axes.project(h)).max() < 0.3)
    True
    """

    _axes: np.ndarray | None = field(default=None, repr=False)
    _before: np.ndarray | None = field(default=None, repr=False)

    def project(self, h: "np.ndarray | torch.Tensor") -> np.ndarray:
        """(N, 2) positions of the rows of h; those of a tensor take a quarter of the time."""
        length = np.maximum(_lengths(h), 1e-12)[:, None]
        rng = np.random.default_rng(0)
        some = np.arange(len(h)) if len(h) <= SAMPLE else rng.choice(len(h), SAMPLE, replace=False)
        unit = np.asarray(h[some]) / length[some]
        unit -= unit.mean(axis=0)
        axes, rounds = self._axes, ROUNDS
        if axes is None or axes.shape[1] != h.shape[1]:
            axes, rounds = rng.standard_normal((2, h.shape[1])).astype(np.float32), 10 * ROUNDS
        for _ in range(rounds):
            axes = _orthonormal(_back(unit, _onto(unit, axes)))
        self._axes = axes
        positions = _onto(h, axes) / length
        positions -= positions.mean(axis=0)
        positions /= max(float(np.sqrt((positions**2).sum(axis=1).mean())), 1e-12)
        if self._before is not None and self._before.shape == positions.shape:
            positions = _onto(positions, _turn(_back(self._before, positions)).T)
        self._before = positions
        return positions


# As loops over contiguous rows, and in closed form: once numpy calls BLAS or LAPACK, their threads spin for
# some milliseconds on the cores of the training. The threads of torch are those of the training itself.
def _lengths(h: "np.ndarray | torch.Tensor") -> np.ndarray:
    return np.sqrt(np.einsum("ij,ij->i", h, h)) if isinstance(h, np.ndarray) else h.norm(dim=1).numpy()


def _onto(h: "np.ndarray | torch.Tensor", axes: np.ndarray) -> np.ndarray:
    """(N, 2) h·axesᵀ, for axes (2, width)."""
    if not isinstance(h, np.ndarray):
        return (h.new_tensor(axes) @ h.T).T.numpy()
    return np.stack([np.einsum("ij,j->i", h, axis) for axis in axes], axis=1)


def _back(h: np.ndarray, p: np.ndarray) -> np.ndarray:
    """(2, width) pᵀ·h."""
    return np.stack([np.einsum("i,ij->j", column, h) for column in np.ascontiguousarray(p.T)])


def _orthonormal(axes: np.ndarray) -> np.ndarray:
    """(2, width) two rows made orthonormal, the first keeping its direction.

    >>> _orthonormal(np.array([[2.0, 0.0], [5.0, -3.0]])).tolist()
    [[1.0, 0.0], [0.0, -1.0]]
    """
    first, second = axes
    first = first / max(float(np.sqrt((first * first).sum())), 1e-30)
    second = second - (first * second).sum() * first
    return np.stack([first, second / max(float(np.sqrt((second * second).sum())), 1e-30)])


def _turn(m: np.ndarray) -> np.ndarray:
    """(2, 2) the turn, or mirroring, Q that brings the rows of p·Q nearest to those of h, for m = pᵀ·h.

    >>> _turn(np.array([[0.0, 3.0], [-1.0, 0.0]])).tolist()
    [[0.0, 1.0], [-1.0, 0.0]]
    """
    (a, b), (c, d) = m.astype(float)
    sign = 1.0 if a * d >= b * c else -1.0
    p, q = a + sign * d, b - sign * c
    size = float(np.hypot(p, q)) or 1.0
    return np.array([[p, q], [-sign * q, sign * p]], np.float32) / np.float32(size)
