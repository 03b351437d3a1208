import numpy as np
import pytest

from n2n.graph.adjacency import normalised
from tests.graphs import SPECIAL


@pytest.mark.parametrize("name", SPECIAL)
@pytest.mark.parametrize("loops", [True, False])
@pytest.mark.parametrize("kind", ["symmetric", "mean"])
def test_it_is_the_adjacency_divided_by_degrees(name, loops, kind):
    graph = SPECIAL[name]
    a = graph.adjacency(np.float64).toarray() + loops * np.eye(graph.num_nodes)
    degree = np.maximum(a.sum(axis=1), 1)
    expected = a / np.sqrt(np.outer(degree, degree)) if kind == "symmetric" else a / degree[:, None]
    for dtype in (np.float32, np.float64):
        found = normalised(graph, kind, loops, dtype)
        assert found.dtype == dtype
        np.testing.assert_allclose(found.toarray(), expected, rtol=4 * np.finfo(dtype).eps)
