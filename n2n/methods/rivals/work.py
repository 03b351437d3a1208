"""What an epoch of a rival amounts to, counted before anything is run.

The count is that of a GCN of the same width, times what the rival's file declares as its `relative_cost`.
Random walks are counted by their own steps.
"""

from n2n.compute.csr import num_non_zero
from n2n.compute.sparse import trains_sparse
from n2n.graph import Graph
from n2n.methods.base import Work
from n2n.methods.rivals.settings import RivalSettings

# Arrays of N×width that a rival holds at the worst moment, gradients included.
ARRAYS = 14
# Passes over an array of N×width in an epoch of GCN: activation, dropout, their gradients.
PASSES = 8
BYTES_PER_EDGE = 240


def rival_work(graph: Graph, s: RivalSettings) -> Work:
    """Products, passes and memory of one epoch of a rival.

    >>> import n2n
    >>> rival_work(n2n.load("karate"), RivalSettings("GCN")).sparse > 0
    True
    """
    n, edges = graph.num_nodes, len(graph.indices)
    weights = (graph.num_features + s.width) * s.width
    memory = 4 * (ARRAYS * n * s.width + 5 * weights) + BYTES_PER_EDGE * edges
    ways = (f"a smaller width than {s.width}",)
    if s.rival.family == "random walks":
        pairs = n * s.walk_length * s.window
        return Work(elements=pairs * (s.negatives + 1) * s.width, bytes=memory, ways_out=ways).times(
            s.rival.relative_cost
        )
    dense = 3 * (s.layers - 2) * n * s.width**2 + 3 * n * s.width * graph.num_classes
    sparse = 2.0 * (edges + n) * (s.width + graph.num_classes)
    if trains_sparse(graph.x):
        sparse += 2 * num_non_zero(graph.x) * (1 - s.dropout) * s.width
    else:
        dense += 2 * n * graph.num_features * s.width
    elements = PASSES * n * s.width + 4 * weights
    return Work(dense, sparse, elements, bytes=memory, ways_out=ways).times(s.rival.relative_cost)
