import math

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from tests.graphs import directed_edges, random_graphs

CORA_PER_SAMPLED = {1: 0.163, 2: 0.167, 3: 0.173, 4: 0.174, 5: 0.177, "all": 0.190}
CORA_PER_GRAPH = {1: 0.042, 2: 0.078, 3: 0.108, 4: 0.126, 5: 0.140, "all": 0.190}


def positives_of(graph, k):
    return n2n.all_neighbours(graph) if k == "all" else n2n.rank(graph).top(k)


@pytest.mark.parametrize("k", CORA_PER_SAMPLED)
def test_label_smoothness_of_cora(dataset, k):
    cora = dataset("cora")
    positives = positives_of(cora, k)
    assert n2n.label_smoothness(cora, positives) == pytest.approx(CORA_PER_SAMPLED[k], abs=6e-4)
    assert n2n.label_smoothness(cora, positives, per="graph") == pytest.approx(CORA_PER_GRAPH[k], abs=6e-4)


@settings(max_examples=80, deadline=None)
@given(graph=random_graphs(), k=st.sampled_from([1, 2, "all"]))
def test_label_smoothness_counted_pair_by_pair(graph, k):
    positives = positives_of(graph, k)
    y = graph.y.tolist()
    pairs = [(i, j) for i in range(graph.num_nodes) for j in positives.of(i).tolist() if i != j]
    known = [(i, j) for i, j in pairs if y[i] >= 0 and y[j] >= 0]
    differ = [(i, j) for i, j in known if y[i] != y[j]]
    share = len(differ) / len(known) if known else math.nan
    assert n2n.label_smoothness(graph, positives) == pytest.approx(share, nan_ok=True)
    edges = len(directed_edges(graph))
    whole = len(differ) / edges if edges else math.nan
    assert n2n.label_smoothness(graph, positives, per="graph") == pytest.approx(whole, nan_ok=True)
    by_class = n2n.label_smoothness_by_class(graph, positives)
    assert len(by_class) == graph.num_classes
    for label, found in enumerate(by_class):
        mine = [y[i] != y[j] for i, j in known if y[i] == label]
        assert found == pytest.approx(np.mean(mine) if mine else math.nan, nan_ok=True)


def test_an_unknown_denominator_is_named():
    karate = n2n.load("karate")
    with pytest.raises(ValueError, match="per is 'pairs': use 'sampled' or 'graph'"):
        n2n.label_smoothness(karate, n2n.all_neighbours(karate), per="pairs")


def by_loops(graph, h):
    """The paper's Eq. 4, term by term."""
    width = h.shape[1]
    total = [0.0] * width
    for i in range(graph.num_nodes):
        for d in range(width):
            inner = 0.0
            for j in graph.neighbours(i):
                inner += float(h[i, d]) - float(h[j, d])
            total[d] += inner**2
    return sum(abs(value) for value in total) / (graph.num_edges * width)


@settings(max_examples=40, deadline=None)
@given(graph=random_graphs(max_nodes=20), width=st.integers(1, 4), seed=st.integers(0, 1000))
def test_feature_smoothness_equals_its_formula(graph, width, seed):
    h = np.random.default_rng(seed).normal(size=(graph.num_nodes, width)).astype(np.float32)
    h[h < 0] = 0
    if graph.num_edges == 0:
        assert n2n.feature_smoothness(graph, h) == 0.0
        return
    expected = pytest.approx(by_loops(graph, h), rel=1e-6)
    assert n2n.feature_smoothness(graph, h) == expected
    assert n2n.feature_smoothness(graph, sp.csr_array(h)) == expected


def test_feature_smoothness_takes_a_tensor_that_needs_a_gradient():
    torch = pytest.importorskip("torch")
    karate = n2n.load("karate")
    h = torch.arange(68.0).reshape(34, 2).requires_grad_()
    assert n2n.feature_smoothness(karate, h) == pytest.approx(by_loops(karate, h.detach().numpy()))


def test_equal_features_are_perfectly_smooth():
    assert n2n.feature_smoothness(n2n.load("karate"), np.ones((34, 3))) == 0.0
    assert n2n.feature_smoothness(n2n.load("karate"), np.ones((34, 0))) == 0.0


@pytest.mark.parametrize("shape", [(33, 2), (34,), (2, 34)])
def test_an_embedding_of_the_wrong_shape_is_named(shape):
    with pytest.raises(ValueError, match=r"h has shape .*: expected \(34, width\), one row per node"):
        n2n.feature_smoothness(n2n.load("karate"), np.ones(shape))
