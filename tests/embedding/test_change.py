import numpy as np
import pytest

import n2n
from n2n.embedding import change as module
from n2n.embedding.change import neighbourhood_change
from n2n.embedding.neighbours import nearest


def points(n=60, width=6, seed=0):
    return np.random.default_rng(seed).standard_normal((n, width)).astype(np.float32)


def test_overlap_is_the_jaccard_index_of_the_nearest():
    a, b = points(), points(seed=1)
    found = neighbourhood_change(a, b)
    for row, lists in enumerate(zip(nearest(a, 10)[0], nearest(b, 10)[0], strict=True)):
        one, other = (set(found.tolist()) for found in lists)
        assert found.shared[row] == len(one & other)
        assert found.overlap[row] == len(one & other) / len(one | other)
    order = found.most_changed()
    assert len(order) == 60
    assert (np.diff(found.overlap[order]) >= 0).all()
    assert np.array_equal(found.values, 1 - found.overlap)
    assert found.most_changed(3).tolist() == order[:3].tolist()


def test_the_same_embedding_changes_nothing_and_scale_does_not_count():
    a = points()
    assert (neighbourhood_change(a, 4 * a).overlap == 1).all()
    assert neighbourhood_change(a, a).mean_shared == 10


def test_shares_of_graph_neighbours_and_classes():
    graph = n2n.load("karate")
    found = neighbourhood_change(points(34, seed=3), points(34), k=4)
    graph_before, graph_after = found.graph_share(graph)
    same_before, same_after = found.class_share(graph.y)
    for node in range(34):
        near = set(graph.neighbours(node).tolist())
        assert graph_before[node] == np.mean([j in near for j in found.before[node]])
        assert graph_after[node] == np.mean([j in near for j in found.after[node]])
        assert same_after[node] == np.mean(graph.y[found.after[node]] == graph.y[node])
    assert same_before.shape == (34,)
    assert np.isnan(found.class_share(np.full(34, -1))[0]).all()


def test_nodes_that_resemble_no_other_do_not_count():
    one_hot = n2n.load("karate").x
    found = neighbourhood_change(one_hot, points(34))
    assert not found.defined.any()
    assert len(found.most_changed()) == 0


def test_a_vector_of_zeros_has_no_neighbourhood():
    a = points()
    a[5] = 0
    found = neighbourhood_change(a, points(seed=1))
    assert np.isnan(found.overlap[5])
    assert np.isnan(found.values[5])
    assert 5 not in found.most_changed()
    assert found.defined.sum() == 59
    nothing = neighbourhood_change(np.zeros((3, 2)), np.zeros((3, 2)))
    assert np.isnan(nothing.mean_shared)
    assert len(nothing.most_changed()) == 0


def test_of_many_nodes_a_sample_is_asked(monkeypatch):
    monkeypatch.setattr(module, "SAMPLE", 7)
    a, b = points(), points(seed=1)
    whole, some = neighbourhood_change(a, b), neighbourhood_change(a, b, max_asked=50)
    assert len(some.nodes) == 7
    assert np.array_equal(some.after, whole.after[some.nodes])
    assert np.isfinite(some.values).sum() == 7
    asked, not_asked = int(some.nodes[3]), int(np.setdiff1d(np.arange(60), some.nodes)[0])
    assert some.row(asked) == 3
    assert some.row(not_asked) is None
    assert whole.row(60) is None


def test_few_nodes_have_few_neighbours_and_different_graphs_are_refused():
    assert neighbourhood_change(points(4), points(4)).k == 3
    with pytest.raises(ValueError, match="cannot be compared"):
        neighbourhood_change(points(4), points(5))
    with pytest.raises(ValueError, match="fewer than two"):
        neighbourhood_change(points(1), points(1))
