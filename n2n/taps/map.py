"""A map of a graph: where to draw each of its nodes, or each node of the subgraphs that sampling leaves.

Nodes that are joined attract each other (`n2n.compute.attraction`), within each connected component; then
every component gets an area in proportion to its nodes, and the components are packed: the small ones around
the large one, or, given the map of the whole graph, each near its place on that map.
"""

from collections.abc import Callable

import numpy as np

from n2n.taps.positives import Positives
from n2n.taps.subgraphs import Partition, partition

ROUNDS = 200
# Beyond this many visited pairs in all, there are fewer rounds.
MAX_VISITS = 400_000_000
DIFFUSION = 60
SPACING = 1.0
# Components that are packed one by one; smaller ones fill rings around them.
MAX_PACKED = 20_000


def map_positions(
    positives: Positives,
    near: np.ndarray | None = None,
    seed: int = 0,
    progress: Callable[[float], None] = lambda share: None,
) -> np.ndarray:
    """(N, 2) float32 positions, centred, in which a node takes about one unit of area.

    Args:
        positives: the pairs that attract each other: `n2n.all_neighbours(graph)` for the map of a graph,
            `ranking.top(k)` for the subgraphs of TAPS.
        near: positions of the same nodes to start from and to stay near to.
        progress: called with the share of the work done.

    >>> import n2n
    >>> whole = map_positions(n2n.all_neighbours(n2n.load("karate")))
    >>> whole.shape, bool(abs(whole.mean(axis=0)).max() < 1e-3)
    ((34, 2), True)
    """
    parts = partition(positives)
    pos = _diffused(positives, seed) if near is None else np.array(near, np.float32) / 4
    _attract(pos, positives, parts, seed, progress)
    radius = 0.62 * SPACING * np.sqrt(parts.sizes.astype(np.float64)) + 0.3 * (parts.sizes > 1)
    pos = _fit(pos, parts, radius)
    room = 1.06 * radius + 0.4 * SPACING
    wanted = np.zeros((len(room), 2))
    if near is not None:
        # Subgraphs need more room than the map has: it grows, so that each still finds its place.
        wanted = _centres(near, parts)
        wanted *= max(1.0, np.sqrt(1.3 * (room**2).sum() / (2 * (near**2).sum(axis=1).mean())))
    centres = _packed(wanted, room)
    pos += centres[parts.membership].astype(np.float32)
    return pos - pos.mean(axis=0)


def _diffused(positives: Positives, seed: int) -> np.ndarray:
    """Random numbers averaged along the edges: neighbours begin close to each other."""
    n, directed = positives.num_nodes, positives.matrix()
    joined = (directed + directed.T).tocsr()
    degree = np.maximum(joined.sum(axis=1), 1).astype(np.float32)
    root = np.sqrt(degree / degree.sum())[:, None]
    x = np.random.default_rng(seed).standard_normal((n, 2)).astype(np.float32)
    for _ in range(DIFFUSION if n > 2 else 0):
        x = 0.5 * (x + (joined @ x) / degree[:, None])
        q, _ = np.linalg.qr((x - (root * root * x).sum(axis=0)) * root)
        x = (q / root).astype(np.float32)
    # The root brings far nodes in, which otherwise press all others into one point.
    x = np.sign(x) * np.sqrt(np.abs(x))
    return (10 / max(float(np.abs(x).max()), 1e-9) * x).astype(np.float32)


def _attract(pos, positives: Positives, parts: Partition, seed: int, progress) -> None:
    from n2n.compute import attraction

    indptr, indices = positives.indptr, positives.indices
    ends = np.bincount(indices, minlength=len(indptr) - 1) + np.diff(indptr)
    degree = np.maximum(ends / 2, 1.0)
    starts = np.concatenate([[0], np.cumsum(parts.sizes)])
    members = np.argsort(parts.membership, kind="stable")
    first, size = starts[parts.membership], parts.sizes[parts.membership]
    visits = max(min(len(indices), int(attraction.VISITS * len(pos))) * (1 + attraction.NEGATIVES), 1)
    rounds = int(np.clip(MAX_VISITS // visits, 40, ROUNDS))
    state = np.uint64(seed * 2_654_435_761 + 88_172_645_463_325_252)
    for turn in range(rounds):
        rate = 1 - turn / rounds
        state = attraction.move(pos, indptr, indices, degree, members, first, size, rate, np.uint64(state))
        progress((turn + 1) / rounds)


def _centres(pos: np.ndarray, parts: Partition) -> np.ndarray:
    """Mean position of the nodes of each component."""
    m, sizes = parts.membership, parts.sizes
    return np.stack([np.bincount(m, axis, len(sizes)) / sizes for axis in pos.T.astype(np.float64)], axis=1)


def _fit(pos: np.ndarray, parts: Partition, radius: np.ndarray) -> np.ndarray:
    """Every component around the origin, within its radius; a few far nodes do not shrink all others."""
    pos = pos - _centres(pos, parts)[parts.membership]
    away = np.linalg.norm(pos, axis=1)
    m = parts.membership
    spread = np.sqrt(np.bincount(m, away**2, len(radius)) / parts.sizes)
    relative = away / np.maximum(1.7 * spread, 1e-9)[m]
    # Beyond the edge distances are compressed: they approach 1 and never pass it.
    inside = np.where(relative < 0.7, relative, 0.7 + 0.3 * np.tanh((relative - 0.7) / 0.3))
    return (pos * (inside / np.maximum(away, 1e-9) * radius[m])[:, None]).astype(np.float32)


def _packed(wanted: np.ndarray, radius: np.ndarray) -> np.ndarray:
    """Centres of the components, which come largest first."""
    from n2n.compute import attraction

    count = min(len(radius), MAX_PACKED)
    centres = wanted.copy()
    centres[:count] = attraction.pack(wanted[:count], radius[:count])
    rest = radius[count:]
    if len(rest):
        edge = float((np.linalg.norm(centres[:count], axis=1) + radius[:count]).max())
        away = np.sqrt(edge**2 + np.cumsum((2 * rest) ** 2))
        angle = attraction.GOLDEN_ANGLE * np.arange(len(rest))
        centres[count:] = away[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return centres
