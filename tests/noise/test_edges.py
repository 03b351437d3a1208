"""Noise has the exact number of edges it should have, none of them twice; cleaning drops the right ones."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.noise.edges import KINDS, chosen_edges, noisy, similar_edges


def edge_set(graph):
    edges = graph.edges()
    pairs = set(zip(*edges.tolist(), strict=True))
    assert len(pairs) == edges.shape[1] == graph.num_edges
    assert all(i < j for i, j in pairs)  # so there is no self-loop
    return pairs


@st.composite
def graphs(draw):
    n = draw(st.integers(4, 30))
    node = st.integers(0, n - 1)
    edges = draw(st.lists(st.tuples(node, node), min_size=1, max_size=2 * n))
    labels = draw(st.lists(st.integers(-1, 2), min_size=n, max_size=n))
    labels[:3] = 0, 1, 2
    return n2n.Graph.from_edges(np.array(edges).T, x=np.eye(n), y=labels)


@settings(deadline=None, max_examples=150)
@given(graphs(), st.sampled_from(list(KINDS)), st.floats(0, 300), st.integers(0, 5))
def test_noise_is_exact(graph, kind, percent, seed):
    before, count = edge_set(graph), round(percent / 100 * graph.num_edges)
    n = graph.num_nodes
    room = {pair for pair in zip(*np.triu_indices(n, 1), strict=True)} - before
    if kind == "between":
        room = {(i, j) for i, j in room if graph.y[i] != graph.y[j] and min(graph.y[i], graph.y[j]) >= 0}
    possible = (len(before) if kind == "removed" else len(room)) >= count
    if not possible:
        with pytest.raises(ValueError, match="noise"):
            noisy(graph, percent, seed, kind)
        return
    changed = noisy(graph, percent, seed, kind)
    after = edge_set(changed)
    if kind == "removed":
        assert after <= before
        assert len(before) - len(after) == count
    else:
        assert before <= after
        assert len(after - before) == count
        assert after - before <= room
    assert changed.x is graph.x
    assert changed.y is graph.y
    assert edge_set(noisy(graph, percent, seed, kind)) == after
    # Less noise is a part of more noise.
    assert edge_set(noisy(graph, percent / 2, seed, kind)) ^ before <= after ^ before


def test_noise_on_a_larger_graph_depends_on_the_seed_and_is_that_of_the_what_if_page():
    cora = n2n.load("cora")
    first, second = noisy(cora, 100, 0), noisy(cora, 100, 1)
    assert first.num_edges == second.num_edges == 2 * cora.num_edges
    common = edge_set(first) & edge_set(second)
    assert len(common - edge_set(cora)) < 50
    assert edge_set(n2n.Edits(noise=100, seed=1).apply(cora)) == edge_set(second)
    assert (noisy(cora, 50, kind="between").split().test == cora.split().test).all()


def test_unknown_noise_and_labels_that_are_missing():
    karate = n2n.load("karate")
    with pytest.raises(ValueError, match="choose one of random, between, removed"):
        noisy(karate, 10, kind="rewired")
    with pytest.raises(ValueError, match="fewer than two classes"):
        noisy(karate.replace(y=np.zeros(34, int), class_names=("one",)), 10, kind="between")


def test_chosen_edges_are_those_of_the_positives():
    karate = n2n.load("karate")
    best = n2n.rank(karate).top(2)
    pairs = {tuple(sorted(pair)) for pair in zip(*np.stack(best.pairs()).tolist(), strict=True)}
    assert edge_set(chosen_edges(karate, best)) == pairs


@pytest.mark.parametrize("sparse", [False, True])
def test_similar_edges_share_features(sparse):
    import scipy.sparse as sp

    x = np.array([[1, 1, 0, 0], [2, 0, 1, 0], [0, 0, 0, 3], [0, 0, 0, 0]], np.float32)
    graph = n2n.Graph.from_edges([[0, 0, 1, 2], [1, 2, 2, 3]], x=sp.csr_array(x) if sparse else x)
    assert edge_set(similar_edges(graph)) == {(0, 1)}
    assert edge_set(similar_edges(graph, 0.34)) == set()  # 1 common feature of 3
    assert edge_set(similar_edges(graph, 0)) == edge_set(graph)
