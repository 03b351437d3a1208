"""Edited graphs have the edges that were asked for; what cannot be edited is refused in a sentence."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import example, given, settings
from hypothesis import strategies as st

import n2n
from n2n.taps import edits as module
from n2n.taps.edits import LONGEST, MOST_EDGES, Edits, random_new_edges
from tests.graphs import SPECIAL, clique, graph_of, random_graphs


def pairs(graph) -> set[tuple[int, int]]:
    return set(map(tuple, graph.edges().T.tolist()))


@settings(max_examples=80, deadline=None)
@given(graph=random_graphs(), seed=st.integers(0, 9), noise=st.sampled_from([0, 0, 10, 100]))
@example(graph=SPECIAL["no nodes"], seed=0, noise=100)
@example(graph=SPECIAL["clique"], seed=0, noise=100)
def test_the_edited_graph_has_the_edges_that_were_asked_for(graph, seed, noise):
    rng, n = np.random.default_rng(seed), graph.num_nodes
    ends = np.sort(rng.integers(0, max(n, 1), (4, 2)), axis=1).tolist()
    added = tuple({(i, j) for i, j in ends if i < j})
    cut = tuple(sorted(pairs(graph) - set(added))[::7])[:MOST_EDGES]
    edits = Edits(added, cut, noise, seed if noise else 0)
    edited, random = edits.apply(graph), set(map(tuple, edits.noise_edges(graph).T.tolist()))
    expected = graph_of(n, (pairs(graph) | random | set(added)) - set(cut))
    assert not random & pairs(graph)
    for name in ("indptr", "indices"):
        assert np.array_equal(getattr(edited, name), getattr(expected, name))
        assert getattr(edited, name).dtype == getattr(graph, name).dtype
    assert Edits.parse(edits.code, n) == edits
    assert np.array_equal(edits.by_hand.apply(edits.by_chance.apply(graph)).indices, edited.indices)


def test_the_rest_of_a_graph_stays(cora):
    assert Edits(seed=3).apply(cora) is cora
    assert not Edits(seed=3)
    edited = Edits(noise=20).apply(cora)
    assert edited.x is cora.x
    assert edited.split().sizes == cora.split().sizes
    assert edited.name == cora.name
    assert "edited: n20" in edited.provenance


@pytest.mark.parametrize("dense", [False, True])
def test_features_are_dropped_by_columns(dense):
    x = np.arange(1, 41, dtype=np.float32).reshape(4, 10)
    graph = n2n.Graph.from_edges([[0, 1], [1, 2]], x=x if dense else sp.csr_array(x))
    edits = Edits(dropped=30, seed=4)
    left = edits.apply(graph).x
    left = left if dense else left.toarray()
    gone = edits.dropped_features(10)
    assert len(gone) == 3
    assert not left[:, gone].any()
    assert np.array_equal(np.delete(left, gone, 1), np.delete(x, gone, 1))
    assert set(gone) <= set(edits.replace(dropped=60).dropped_features(10))
    assert not np.array_equal(gone, edits.replace(seed=5).dropped_features(10))


def test_adding_and_cutting_undo_each_other(karate):
    cut = Edits().cut_edge(karate, 31, 0)
    assert cut == Edits(cut=((0, 31),))
    assert cut.add(karate, 0, 31) == Edits()
    assert Edits().add(karate, 33, 0).cut_edge(karate, 0, 33) == Edits()
    noisy = Edits(noise=50)
    edge = tuple(noisy.noise_edges(karate)[:, 0].tolist())
    without = noisy.cut_edge(karate, *edge)
    assert edge not in pairs(without.apply(karate))
    assert edge in pairs(without.add(karate, *edge).apply(karate))


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda graph: Edits().add(graph, 0, 1), "neighbours already"),
        (lambda graph: Edits().add(graph, 3, 3), "self-loop"),
        (lambda graph: Edits().add(graph, 0, 34), "no node 34"),
        (lambda graph: Edits().add(graph, -1, 2), "no node -1"),
        (lambda graph: Edits().cut_edge(graph, 0, 33), "no edge to cut"),
        (lambda graph: Edits(added=((0, 34),)).apply(graph), "no node 34"),
        (lambda graph: Edits(added=((1, 1),)), "not an edge"),
        (lambda graph: Edits(cut=((2, 1),)), "not an edge"),
        (lambda graph: Edits(noise=101), "from 0 to 100"),
        (lambda graph: Edits(dropped=-1), "from 0 to 100"),
    ],
)
def test_what_cannot_be_is_refused(edit, words, karate):
    with pytest.raises(ValueError, match=words):
        edit(karate)


def test_there_is_an_end_to_edits_by_hand():
    full = Edits(added=tuple((0, j) for j in range(1, MOST_EDGES + 1)))
    with pytest.raises(ValueError, match="the most that a link can hold"):
        full.add(graph_of(100, []), 0, 99)
    whole = clique(20)
    cut = Edits(cut=tuple(sorted(pairs(whole)))[:MOST_EDGES])
    with pytest.raises(ValueError, match="the most that a link can hold"):
        cut.cut_edge(whole, 18, 19)
    longest = tuple((10**9 + i, 10**9 + 100 + i) for i in range(MOST_EDGES))
    assert len(Edits(longest).code) < LONGEST


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x", "not an edit"),
        ("a0", "not an edit"),
        ("a0-1-2", "not an edit"),
        ("a0-²", "not an edit"),
        ("a1-1", "self-loop"),
        ("a0-34", "no node 34"),
        ("a0-9.9-0", "twice"),
        ("a0-9_c0-9", "added and cut"),
        ("n101", "from 0 to 100"),
        ("s1000", "from 0 to 999"),
        ("n5_n6", "not an edit"),
        ("n5__d5", "not an edit"),
        ("a" + "0-1." * 600, "characters"),
        ("a" + ".".join(f"0-{j}" for j in range(1, 70)), "the most"),
    ],
)
def test_a_broken_text_is_refused(text, words):
    with pytest.raises(ValueError, match=words):
        Edits.parse(text, 34)


@pytest.mark.parametrize("listed", [0, module._LISTED])
@pytest.mark.parametrize("dataset", ["karate", "cora", "nearly complete"])
def test_new_edges_are_new_each_once_and_the_first_ones_stay(dataset, listed, monkeypatch):
    monkeypatch.setattr(module, "_LISTED", listed)
    graph = clique(40, alone=3) if dataset == "nearly complete" else n2n.load(dataset)
    n, known = graph.num_nodes, pairs(graph)
    room = n * (n - 1) // 2 - len(known)
    for count in (40, min(graph.num_edges, room), min(room, 9_000), min(room + 5, 9_000)):
        drawn = random_new_edges(graph, count, seed=2)
        new = set(map(tuple, drawn.T.tolist()))
        assert drawn.shape[1] == len(new) == min(count, room)
        assert all(i < j for i, j in new)
        assert not new & known
        assert np.array_equal(drawn[:, :40], random_new_edges(graph, 40, seed=2))
    assert not np.array_equal(random_new_edges(graph, 40, 3), random_new_edges(graph, 40, 2))
