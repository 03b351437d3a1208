"""How much neighbours differ: in their labels (δ_l) and in their features (δ_f). Small is smooth.

Label smoothness has two denominators, because the two tell different stories. Divided by the sampled pairs,
it is the probability that a positive has a different label from its node. Divided by all directed edges of
the graph, as in the authors' script, it must grow with k: the numerator counts more and more pairs while the
denominator stays the same.
"""

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix, for_kernels
from n2n.graph import Graph
from n2n.taps.positives import Positives


def _labelled_pairs(graph: Graph, positives: Positives) -> tuple[np.ndarray, np.ndarray]:
    """(C,) sampled pairs with two labels by class of the node, and those of them whose labels differ."""
    from n2n.taps.kernels import count_pairs

    rows = for_kernels(positives.indptr, positives.indices)
    return count_pairs(*rows, graph.y, max(graph.num_classes, 1))[:2]


def label_smoothness(graph: Graph, positives: Positives, per: str = "sampled") -> float:
    """δ_l: share of sampled pairs whose two labels differ.

    Args:
        per: "sampled" divides by the pairs that were sampled, "graph" by all directed edges of the graph.

    Pairs of a node with itself (nodes without neighbours) and pairs with an unknown label do not count.

    >>> from n2n import all_neighbours
    >>> path = Graph.from_edges([[0, 1], [1, 2]], x=None, y=[0, 0, 1])
    >>> label_smoothness(path, all_neighbours(path))
    0.5
    """
    if per not in ("sampled", "graph"):
        raise ValueError(f"per is {per!r}: use 'sampled' or 'graph'.")
    pairs, differ = _labelled_pairs(graph, positives)
    total = int(pairs.sum()) if per == "sampled" else len(graph.indices)
    return float(differ.sum() / total) if total else float("nan")


def label_smoothness_by_class(graph: Graph, positives: Positives) -> np.ndarray:
    """(C,) δ_l per sampled pair among the nodes of each class; NaN for a class without a pair."""
    pairs, differ = (counts[: graph.num_classes] for counts in _labelled_pairs(graph, positives))
    return np.divide(differ, pairs, out=np.full(graph.num_classes, np.nan), where=pairs > 0)


def feature_smoothness(graph: Graph, h) -> float:
    """δ_f = ‖ Σ_i ( Σ_{j∈𝒩_i} (h_i − h_j) )² ‖₁ / (|ℰ|·D), the paper's Eq. 4.

    The inner sum is d_i·h_i − Σ_j h_j, a sparse product; |ℰ| counts each undirected edge once.

    Args:
        h: (N, D) features or embedding: numpy, scipy sparse or a torch tensor.

    >>> path = Graph.from_edges([[0, 1], [1, 2]], x=None, num_nodes=3)
    >>> feature_smoothness(path, np.array([[0.0], [1.0], [2.0]]))
    1.0
    """
    if not sp.issparse(h):
        h = np.asarray(h.detach().cpu() if hasattr(h, "detach") else h, dtype=np.float64)
    if h.ndim != 2 or h.shape[0] != graph.num_nodes:
        raise ValueError(f"h has shape {h.shape}: expected ({graph.num_nodes}, width), one row per node.")
    if graph.num_edges == 0 or h.shape[1] == 0:
        return 0.0
    laplacian = sp.diags_array(graph.degree.astype(np.float64)) - graph.adjacency(np.float64)
    difference: Matrix = laplacian.tocsr() @ h
    squares = difference.power(2).sum() if sp.issparse(difference) else np.vdot(difference, difference)
    return float(squares / (graph.num_edges * h.shape[1]))
