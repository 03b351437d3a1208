import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.taps.edits import LONGEST, MOST_EDGES, Edits, random_new_edges
from tests.graphs import SPECIAL, clique, graph_of, random_graphs


def pairs(graph) -> set[tuple[int, int]]:
    return set(map(tuple, graph.edges().T.tolist()))


@st.composite
def edits_of(draw, graph) -> Edits:
    """Any edits of a graph, those without effect among them."""
    n = graph.num_nodes
    ends = st.integers(0, n - 1)
    some = st.lists(st.tuples(ends, ends).filter(lambda e: e[0] < e[1]), max_size=5, unique=True)
    added = draw(some) if n > 1 else []
    known = sorted(pairs(graph))
    cut = draw(st.lists(st.sampled_from(known), max_size=5, unique=True)) if known else []
    cut = [edge for edge in cut if edge not in added]
    return Edits(tuple(added), tuple(cut), draw(st.sampled_from([0, 0, 10, 100])), draw(st.integers(0, 9)))


@settings(max_examples=80, deadline=None)
@given(data=st.data(), graph=random_graphs())
def test_the_edited_graph_has_the_edges_that_were_asked_for(data, graph):
    edits = data.draw(edits_of(graph))
    edited = edits.apply(graph)
    noise = set(map(tuple, edits.noise_edges(graph).T.tolist()))
    wanted = (pairs(graph) | noise | set(edits.added)) - set(edits.cut)
    expected = graph_of(graph.num_nodes, wanted)
    assert not noise & pairs(graph)
    assert np.array_equal(edited.indptr, expected.indptr)
    assert np.array_equal(edited.indices, expected.indices)
    assert edited.indices.dtype == graph.indices.dtype
    assert edited.indptr.dtype == graph.indptr.dtype
    assert Edits.parse(edits.code, graph.num_nodes) == edits
    by_steps = edits.by_hand.apply(edits.by_chance.apply(graph))
    assert np.array_equal(by_steps.indices, edited.indices)


@pytest.mark.parametrize("name", SPECIAL)
def test_special_graphs_can_be_edited(name):
    graph = SPECIAL[name]
    full = Edits(noise=100).apply(graph)
    assert full.num_edges <= graph.num_nodes * (graph.num_nodes - 1) // 2
    nothing = Edits(cut=tuple(sorted(pairs(graph)))).apply(graph)
    assert nothing.num_edges == 0
    assert len(nothing.indptr) == graph.num_nodes + 1


def test_without_edits_the_graph_is_the_same_object():
    karate = n2n.load("karate")
    assert Edits(seed=3).apply(karate) is karate
    assert not Edits(seed=3)


def test_the_rest_of_a_graph_stays():
    cora = n2n.load("cora")
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


def test_adding_and_cutting_undo_each_other():
    karate = n2n.load("karate")
    cut = Edits().cut_edge(karate, 31, 0)
    assert cut == Edits(cut=((0, 31),))
    assert cut.add(karate, 0, 31) == Edits()
    added = Edits().add(karate, 33, 0)
    assert added.cut_edge(karate, 0, 33) == Edits()


def test_an_edge_of_the_noise_can_be_cut_and_brought_back():
    karate = n2n.load("karate")
    noisy = Edits(noise=50)
    edge = tuple(noisy.noise_edges(karate)[:, 0].tolist())
    cut = noisy.cut_edge(karate, *edge)
    assert edge not in pairs(cut.apply(karate))
    assert edge in pairs(cut.add(karate, *edge).apply(karate))


@pytest.mark.parametrize(
    ("i", "j", "words"),
    [(0, 1, "neighbours already"), (3, 3, "self-loop"), (0, 34, "no node 34"), (-1, 2, "no node -1")],
)
def test_an_edge_that_cannot_be_added_is_refused(i, j, words):
    with pytest.raises(ValueError, match=words):
        Edits().add(n2n.load("karate"), i, j)


def test_an_edge_that_cannot_be_cut_is_refused():
    with pytest.raises(ValueError, match="no edge to cut"):
        Edits().cut_edge(n2n.load("karate"), 0, 33)


def test_there_is_an_end_to_edits_by_hand():
    graph, edits = graph_of(100, []), Edits()
    for j in range(1, MOST_EDGES + 1):
        edits = edits.add(graph, 0, j)
    with pytest.raises(ValueError, match="the most that a link can hold"):
        edits.add(graph, 0, 99)
    whole, cut = clique(20), Edits()
    for i, j in sorted(pairs(whole))[:MOST_EDGES]:
        cut = cut.cut_edge(whole, i, j)
    with pytest.raises(ValueError, match="the most that a link can hold"):
        cut.cut_edge(whole, 18, 19)
    longest = tuple((10**9 + i, 10**9 + 100 + i) for i in range(MOST_EDGES))
    assert len(Edits(longest).code) < LONGEST


@pytest.mark.parametrize(
    "fields",
    [{"added": ((1, 1),)}, {"cut": ((2, 1),)}, {"added": ((-1, 1),)}, {"noise": 101}, {"dropped": -1}],
)
def test_what_is_no_edit_is_refused(fields):
    with pytest.raises(ValueError, match=r"not an edge|from 0 to 100"):
        Edits(**fields)


def test_edits_of_a_larger_graph_are_refused():
    with pytest.raises(ValueError, match="no node 34"):
        Edits(added=((0, 34),)).apply(n2n.load("karate"))


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
        ("d-5", "not an edit"),
        ("n5_n6", "not an edit"),
        ("n5__d5", "not an edit"),
        ("a" + "0-1." * 600, "characters"),
        ("a" + ".".join(f"0-{j}" for j in range(1, 70)), "the most"),
    ],
)
def test_a_broken_text_is_refused_in_a_sentence(text, words):
    with pytest.raises(ValueError, match=words):
        Edits.parse(text, 34)


@pytest.mark.parametrize("dataset", ["karate", "cora"])
def test_new_edges_are_new_each_once_and_the_first_ones_stay(dataset):
    graph = n2n.load(dataset)
    n = graph.num_nodes
    few, many = (random_new_edges(graph, count, seed=2) for count in (40, graph.num_edges))
    assert np.array_equal(few, many[:, :40])
    assert (many[0] < many[1]).all()
    low, high = graph.edges().astype(np.int64)
    codes = many[0] * n + many[1]
    assert len(np.unique(codes)) == graph.num_edges
    assert not np.isin(codes, low * n + high).any()
    assert not np.array_equal(few, random_new_edges(graph, 40, seed=3))


def test_a_nearly_complete_graph_has_room_for_few():
    assert random_new_edges(clique(10), 5).shape == (2, 0)
    assert random_new_edges(clique(10, alone=1), 50).shape == (2, 10)
