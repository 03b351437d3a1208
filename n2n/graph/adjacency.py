"""The adjacency matrix, scaled by degrees."""

import numpy as np
import scipy.sparse as sp

from n2n.graph import Graph


def normalised(
    graph: Graph, kind: str = "symmetric", loops: bool = True, dtype: type[np.number] = np.float32
) -> sp.csr_array:
    """D^-½ A D^-½ ("symmetric") or D⁻¹ A ("mean"); a node without neighbours has a row of zeros.

    Args:
        loops: whether every node is its own neighbour as well, A + I.
        dtype: type in which it is computed.

    >>> import n2n
    >>> normalised(n2n.load("karate"), "mean").sum(axis=1).round(4).tolist()[:2]
    [1.0, 1.0]
    """
    adjacency = graph.adjacency(dtype)
    if loops:
        adjacency = (adjacency + sp.diags_array(np.ones(graph.num_nodes, dtype))).tocsr()
    degree = np.asarray(adjacency.sum(axis=1), np.float64)
    power = -0.5 if kind == "symmetric" else -1.0
    scale = np.power(degree, power, where=degree > 0, out=np.zeros_like(degree)).astype(dtype)
    left = sp.diags_array(scale)
    return sp.csr_array(left @ adjacency @ left if kind == "symmetric" else left @ adjacency)
