import numpy as np
import pytest
import scipy.sparse as sp

from n2n.graph import Graph
from n2n.graph.splits import Split
from n2n.graph.storage import fingerprint

GRAPH = Graph.from_edges([[0, 1], [1, 2]], x=np.eye(3), y=[0, 0, 1], node_names=("a", "b", "c"))
CHANGES = {
    "edges": {"indices": GRAPH.indices[::-1]},
    "features": {"x": 2 * GRAPH.x},
    "form of features": {"x": sp.csr_array(GRAPH.x)},
    "labels": {"y": np.array([0, 1, 1])},
    "name": {"name": "other"},
    "class names": {"class_names": ("x", "y")},
    "public split": {"public": Split(np.array([0]), np.array([1]), np.array([2]))},
    "further split": {
        "public": Split(np.array([0]), np.array([1]), np.array([2])),
        "further_splits": (Split(np.array([1]), np.array([0]), np.array([2])),),
    },
    "node names": {"node_names": ("a", "b", "\ud800")},
}


def test_equal_graphs_have_equal_fingerprints():
    twin = Graph.from_edges([[2, 1], [1, 0]], x=np.eye(3), y=[0, 0, 1], node_names=("a", "b", "c"))
    assert fingerprint(twin) == fingerprint(GRAPH)
    assert len(fingerprint(GRAPH)) == 32


@pytest.mark.parametrize("what", CHANGES)
def test_any_difference_shows(what):
    assert fingerprint(GRAPH.replace(**CHANGES[what])) != fingerprint(GRAPH)


def test_splits_that_differ_show():
    one, two = ({what: GRAPH.replace(**CHANGES[what])} for what in ("public split", "further split"))
    assert fingerprint(*one.values()) != fingerprint(*two.values())
