import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.taps.positives import all_neighbours, random_positives
from n2n.taps.samplers import ALL, choose_positives
from tests.graphs import SPECIAL, clique, graph_of, neighbour_sets, random_graphs


@settings(max_examples=80, deadline=None)
@given(graph=random_graphs(), k=st.integers(1, 50), seed=st.integers(0, 10))
def test_random_positives_are_k_different_neighbours(graph, k, seed):
    positives = random_positives(graph, k, seed)
    for i, neighbours in enumerate(neighbour_sets(graph)):
        chosen = positives.of(i).tolist()
        if neighbours:
            assert len(chosen) == len(set(chosen)) == min(k, len(neighbours))
            assert set(chosen) <= neighbours
        else:
            assert chosen == [i]


@pytest.mark.parametrize("k", [1, 3])
def test_every_neighbour_is_drawn_about_as_often(k):
    graph = clique(11)
    drawn = np.zeros((11, 11))
    for seed in range(2000):
        positives = random_positives(graph, k, seed)
        drawn[positives.sources, positives.indices] += 1
    # 2000·k/10 expected; five standard deviations of a binomial leave no room for chance in 110 entries.
    expected = 2000 * k / 10
    spread = 5 * np.sqrt(expected * (1 - k / 10))
    off_diagonal = drawn[~np.eye(11, dtype=bool)]
    assert np.abs(off_diagonal - expected).max() < spread
    assert (np.diag(drawn) == 0).all()


@settings(max_examples=60, deadline=None)
@given(graph=random_graphs())
def test_all_neighbours_are_the_graph_itself(graph):
    positives = all_neighbours(graph)
    for i in range(graph.num_nodes):
        expected = graph.neighbours(i).tolist() or [i]
        assert positives.of(i).tolist() == expected
    assert positives.num_alone == graph.num_isolated
    source, target = positives.pairs()
    assert len(source) == len(target) == len(graph.indices)
    np.testing.assert_array_equal(target, graph.indices)


@pytest.mark.parametrize("name", SPECIAL)
def test_special_graphs(name):
    graph = SPECIAL[name]
    for positives in (random_positives(graph, 2), all_neighbours(graph), n2n.rank(graph).top(2)):
        assert positives.num_nodes == graph.num_nodes
        assert positives.num_alone == graph.num_isolated
        np.testing.assert_array_equal(positives.counts == 1, graph.degree <= 1) if graph.num_nodes else None
        assert positives.indices.dtype == graph.indices.dtype


def test_a_node_without_neighbours_takes_itself_and_is_counted():
    positives = n2n.rank(graph_of(4, [(1, 2)])).top(1)
    assert positives.indices.tolist() == [0, 2, 1, 3]
    assert positives.sources.tolist() == [0, 1, 2, 3]
    assert positives.num_alone == 2
    assert [array.tolist() for array in positives.pairs()] == [[1, 2], [2, 1]]


def test_positives_in_a_folder(tmp_path):
    graph = graph_of(5, [(0, 1), (1, 2), (2, 0)])
    chosen = random_positives(graph, 2)
    chosen.save(tmp_path / "p", about={"k": 2})
    found = n2n.Positives.open(tmp_path / "p", verify=True)
    np.testing.assert_array_equal(found.indptr, chosen.indptr)
    np.testing.assert_array_equal(found.indices, chosen.indices)
    assert not found.indices.flags.writeable
    assert found.num_alone == chosen.num_alone == 2
    with pytest.raises(ValueError, match="exists already"):
        chosen.save(tmp_path / "p")
    (tmp_path / "p" / "indices.npy").unlink()
    with pytest.raises(ValueError, match=r"indices\.npy is missing"):
        n2n.Positives.open(tmp_path / "p")


def test_random_positives_do_not_depend_on_the_blocks(monkeypatch):
    cora = n2n.load("cora")
    expected = random_positives(cora, 2, seed=3)
    monkeypatch.setattr("n2n.compute.csr.row_blocks.__defaults__", (500,))
    np.testing.assert_array_equal(random_positives(cora, 2, seed=3).indices, expected.indices)


def test_each_sampler_is_chosen_by_its_name(karate):
    ranking = n2n.rank(karate)
    for chosen, expected in (
        (choose_positives(karate, "taps", 2), ranking.top(2)),
        (choose_positives(karate, "taps", 2, ranking=ranking), ranking.top(2)),
        (choose_positives(karate, "random", 2, seed=5), n2n.random_positives(karate, 2, 5)),
        (choose_positives(karate, "taps", ALL), n2n.all_neighbours(karate)),
        (choose_positives(karate, "random", ALL, seed=5), n2n.all_neighbours(karate)),
    ):
        np.testing.assert_array_equal(chosen.indptr, expected.indptr)
        np.testing.assert_array_equal(chosen.indices, expected.indices)
    with pytest.raises(ValueError, match=r"no sampler 'TAPS': choose among taps, random"):
        choose_positives(karate, "TAPS", 1)
