"""Where to draw the nodes of a small graph: stress majorisation, vectorised, always the same result."""

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import dijkstra


def spread(num_nodes: int, edges: np.ndarray, rounds: int = 40) -> np.ndarray:
    """(n, 2) positions whose distances approximate the number of steps d_ij between nodes.

    Minimises Σ_{i<j} (‖p_i − p_j‖ − d_ij)² by the SMACOF rule p ← B(p)·p / n, starting from a spiral;
    unreachable pairs count as far apart. The result is centred, and its longer axis runs from −1 to 1.

    Args:
        edges: (2, M) ends of the edges; their direction does not matter.

    >>> spread(2, np.array([[0], [1]]))[:, 0].round(2).tolist()
    [-1.0, 1.0]
    """
    if num_nodes <= 1:
        return np.zeros((num_nodes, 2))
    steps = _steps(num_nodes, np.asarray(edges))
    p = _start(steps)
    for _ in range(rounds if num_nodes > 2 else 1):
        apart = p[:, None, :] - p[None, :, :]
        length = np.sqrt((apart**2).sum(axis=2))
        weight = np.divide(steps, length, out=np.zeros_like(steps), where=length > 1e-9)
        p = (weight[:, :, None] * apart).sum(axis=1) / num_nodes
    return _upright(p)


def _steps(n: int, edges: np.ndarray) -> np.ndarray:
    matrix = sp.csr_array((np.ones(edges.shape[1]), (edges[0], edges[1])), shape=(n, n))
    steps = dijkstra(matrix, directed=False, unweighted=True)
    reachable = np.isfinite(steps)
    steps[~reachable] = steps[reachable].max() + 2
    return steps


def _start(steps: np.ndarray) -> np.ndarray:
    """A spiral around the most central node: each node at its distance, in all directions."""
    centre = int(np.argmin(steps.sum(axis=1)))
    far = steps[centre]
    angle = np.empty(len(far))
    # In order of distance, each node is turned by the golden angle from the one before.
    angle[np.argsort(far, kind="stable")] = np.arange(len(far)) * 2.399963
    return far[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _upright(p: np.ndarray) -> np.ndarray:
    """Rotated so that the longest extent is horizontal, with signs that do not depend on rounding."""
    p = p - p.mean(axis=0)
    _, axes = np.linalg.eigh(p.T @ p)
    p = p @ axes[:, ::-1]
    for axis in range(2):
        if p[0, axis] > 0:
            p[:, axis] *= -1
    return p / max(np.abs(p).max(), 1e-9)
