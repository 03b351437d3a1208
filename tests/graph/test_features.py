import numpy as np
import pytest
import scipy.sparse as sp

from n2n.graph.features import KINDS, degree_buckets, random_projection, spectral, with_features
from tests.graphs import SPECIAL, clique, graph_of, star


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SPECIAL)
def test_every_graph_gets_finite_features_and_the_same_every_time(kind, name):
    graph = SPECIAL[name]
    made = with_features(graph, kind)
    x = made.x.toarray() if sp.issparse(made.x) else made.x
    assert x.shape[0] == graph.num_nodes
    assert np.isfinite(x).all()
    again = with_features(graph, kind).x
    assert np.array_equal(x, again.toarray() if sp.issparse(again) else again)
    assert made.name == f"{graph.name}, {KINDS[kind]}"


def test_buckets_double():
    x = degree_buckets(star(9))
    assert x.toarray()[0].tolist() == [0, 1]
    assert x.sum(axis=1).tolist() == [1] * 10


def test_spectral_features_separate_two_cliques():
    edges = [(i, j) for part in (range(6), range(6, 12)) for i in part for j in part if i < j] + [(0, 6)]
    second = spectral(graph_of(12, edges))[:, 1]
    assert (np.sign(second[:6]) != np.sign(second[6:])).all()


def test_nodes_with_the_same_neighbours_get_the_same_projection():
    x = random_projection(star(5))
    assert np.allclose(x[1:], x[1])
    assert not np.allclose(x[0], x[1])


def test_an_unknown_kind_is_told():
    with pytest.raises(ValueError, match="features is 'magic'"):
        with_features(clique(3), "magic")
