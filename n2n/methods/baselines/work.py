"""The work of an epoch of a baseline, counted before anything is run.

The count is that of a GCN of the same width, times what the baseline's file declares as its `relative_cost`.
Random walks are counted by their own steps, and a contrast by the products of its pairs on top.

Processor time as a multiple of that of GCN, in one run on Cora and on PubMed: MLP 0.99 and 0.92, SGC 0.17 and
0.10, L2-GCN 0.91 and 1.00, GraphSAGE-Mean 1.5 and 1.7, FastGCN 0.74 and 0.41, GAT 2.6 and 2.1, SplineCNN 2.3
and 2.5, PNA 8.6 and 6.8, CS-GCN 2.6 and 3.0, DeepWalk 12 and 22, node2vec 14 and 16, DGI 1.8 and 1.9, GMI 7.6
and 6.2, MVGRL 4.3 and 4.7, InfoGraph 5.5 and 3.6, Graph-MLP 11 and 2.9. In another run, on one thread: GLNN
1.2 and 1.3, SimMLP 4.0 and 2.8, GRACE 4.7 and 1.4, BGRL 15 and 13, CCA-SSG 8.4 and 8.1; on Cora GraphACL 8.0
and GCN-tuned 4.5.
"""

from dataclasses import replace

from n2n.compute.csr import num_non_zero
from n2n.compute.sparse import trains_sparse
from n2n.compute.threads import num_threads
from n2n.graph import Graph
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.interface import Work

# Passes over an array of N×width in an epoch of GCN: activation, dropout, their gradients.
PASSES = 8
BYTES_PER_EDGE = 240


def baseline_work(graph: Graph, s: BaselineSettings) -> Work:
    """Products, passes and memory of one epoch of a baseline.

    >>> import n2n
    >>> baseline_work(n2n.load("karate"), BaselineSettings("GCN")).sparse > 0
    True
    """
    n, edges = graph.num_nodes, len(graph.indices)
    weights = (graph.num_features + s.width) * s.width
    memory = 4 * (s.baseline.arrays * n * s.width + 5 * weights) + BYTES_PER_EDGE * edges
    ways = (f"a smaller width than {s.width}",)
    if s.baseline.family == "random walks":
        # The reach of a place is drawn, so it has window + 1 close ones on average; for each of them and its
        # negatives three multiply-adds per number, on one thread.
        pairs = n * s.walk_length * (s.window + 1) * (s.negatives + 1)
        steps = Work(sparse=3.0 * pairs * s.width * num_threads(), bytes=memory, ways_out=ways)
        return steps.times(s.baseline.relative_cost)
    hidden = s.depth - 1 if "depth" in s.baseline.reads else s.layers - 2
    dense = 3 * hidden * n * s.width**2 + 3 * n * s.width * graph.num_classes
    sparse = 2.0 * (edges + n) * (s.width + graph.num_classes)
    if trains_sparse(graph.x):
        sparse += 2 * num_non_zero(graph.x) * (1 - s.dropout) * s.width
    else:
        dense += 2 * n * graph.num_features * s.width
    elements = PASSES * n * s.width + 4 * weights
    work = Work(dense, sparse, elements, bytes=memory, ways_out=ways).times(s.baseline.relative_cost)
    if not s.baseline.compared:
        return work
    m = min(s.samples, n)
    pairs = {"drawn": m * m, "views": 4 * m * m, "all": n * m}[s.baseline.compared]
    more = 3 * pairs * s.width
    if s.baseline.compared == "drawn":  # a second layer for all nodes
        more += 3 * n * s.width**2
    # Tiles are made one at a time where there are two views; otherwise all pairs are held.
    held = 0 if s.baseline.compared == "views" else 20 * pairs
    return replace(work, dense=work.dense + more, exponentials=2 * pairs, bytes=memory + held)
