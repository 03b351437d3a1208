"""A short text that identifies the content of a graph."""

import hashlib

import numpy as np
import scipy.sparse as sp

from n2n.files.folder import checksum
from n2n.graph import Graph
from n2n.graph.disk import KIND


def fingerprint(graph: Graph) -> str:
    """A hash of edges, features, labels, names and splits, 32 hexadecimal digits.

    That of a graph in a folder comes from the checksums there: nothing is read, and it is not that of the
    same graph in memory.

    >>> one = Graph.from_edges([[0], [1]], x=None, num_nodes=2)
    >>> fingerprint(one) == fingerprint(one.replace()), fingerprint(one) == fingerprint(one.replace(name="b"))
    (True, False)
    """
    if graph.folder is not None:
        return checksum(graph.folder, KIND)[:32]
    digest = hashlib.sha256()
    features = [graph.x.indptr, graph.x.indices, graph.x.data] if sp.issparse(graph.x) else [graph.x]
    for array in (graph.indptr, graph.indices, graph.y, *features):
        digest.update(f"{array.dtype} {array.shape};".encode())
        digest.update(np.ascontiguousarray(array).data if array.size else b"")
    names = (graph.name, graph.class_names, graph.node_names, graph.x.shape)
    if graph.node_ids is not None:
        names = (*names, graph.node_ids)
    for split in graph.public_splits:
        for nodes in (split.train, split.val, split.test):
            digest.update(f"{len(nodes)};".encode())
            digest.update(np.ascontiguousarray(nodes, np.int64).data if len(nodes) else b"")
    digest.update(repr(names).encode("utf-8", "backslashreplace"))
    return digest.hexdigest()[:32]
