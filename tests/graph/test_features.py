import numpy as np
import pytest
import scipy.sparse as sp

from n2n.graph import Graph
from n2n.graph.features import KINDS, spectral, with_features
from tests.graphs import SPECIAL, clique, graph_of


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


def test_spectral_features_separate_two_cliques():
    edges = [(i, j) for part in (range(6), range(6, 12)) for i in part for j in part if i < j] + [(0, 6)]
    second = spectral(graph_of(12, edges))[:, 1]
    assert (np.sign(second[:6]) != np.sign(second[6:])).all()


def test_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="features is 'magic'"):
        with_features(clique(3), "magic")


def communities(sizes=(300, 300, 300), inside=8, between=40, seed=0) -> np.ndarray:
    """Edges of a graph with a few communities, each of them connected, and a few edges between them."""
    rng = np.random.default_rng(seed)
    first, edges = 0, []
    for size in sizes:
        chain = np.stack([np.arange(size - 1), np.arange(1, size)])
        edges.append(first + np.concatenate([chain, rng.integers(0, size, (2, inside * size))], axis=1))
        first += size
    return np.concatenate([*edges, rng.integers(0, first, (2, between))], axis=1)


def separated(x: np.ndarray, y: np.ndarray) -> float:
    """Share of nodes whose nearest class mean is that of their own class."""
    means = np.stack([x[y == label].mean(axis=0) for label in np.unique(y)])
    return float((((x[:, None] - means) ** 2).sum(axis=2).argmin(axis=1) == y).mean())


def test_large_graphs_get_the_eigenvectors_of_scipy():
    from scipy.linalg import subspace_angles
    from scipy.sparse.linalg import eigsh

    graph = Graph.from_edges(communities(), x=None, num_nodes=900)
    scale = sp.diags_array(1 / np.sqrt(graph.degree + 1.0))
    _, exact = eigsh((scale @ graph.adjacency(np.float64) @ scale).tocsr(), k=3, which="LA", v0=np.ones(900))
    x = spectral(graph)
    assert np.allclose((x**2).mean(axis=0), 1, atol=1e-3)
    assert np.max(subspace_angles(x[:, :3], exact)) < 0.02


def test_small_components_do_not_hide_the_communities_of_a_large_one():
    edges, first = communities(), 900
    pairs = np.arange(first, first + 600).reshape(-1, 2).T
    graph = Graph.from_edges(np.concatenate([edges, pairs], axis=1), x=None, num_nodes=first + 600)
    x = spectral(graph)
    assert separated(x[:900], np.arange(900) // 300) == 1
    first, second = x[900::2], x[901::2]
    assert np.allclose(first, second)  # the nodes of a pair are alike, those of different pairs are not
    assert np.linalg.norm(first[1:] - first[:-1], axis=1).min() > 1


def test_chains_do_not_hide_the_communities_they_hang_on():
    edges, first, chains = communities(), 900, []
    for number in range(40):
        nodes = np.arange(30) + first + 30 * number
        chains.append(np.stack([np.r_[number, nodes[:-1]], nodes]))
    graph = Graph.from_edges(np.concatenate([edges, *chains], axis=1), x=None, num_nodes=first + 1200)
    assert separated(spectral(graph, 8)[:900], np.arange(900) // 300) > 0.99


def test_a_graph_of_small_components_alone_gets_features():
    pairs = np.arange(2000).reshape(-1, 2).T
    x = spectral(Graph.from_edges(pairs, x=None, num_nodes=2001))
    assert np.isfinite(x).all()
    assert len(np.unique(x.round(3), axis=0)) > 900


def test_progress_goes_from_begin_to_end():
    told: list[float] = []
    graph = Graph.from_edges(communities(), x=None, num_nodes=900)
    assert with_features(graph, progress=told.append).name == "graph, spectral features"
    assert told == sorted(told)
    assert told[0] < 0.1
    assert told[-1] == 1
