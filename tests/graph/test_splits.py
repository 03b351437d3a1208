"""Every protocol gives three disjoint sets of labelled nodes, of the sizes that it promises."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.graph import Graph
from n2n.graph.splits import PARTS, Split
from tests.graphs import graph_of


def parts_of(split) -> list[list[int]]:
    return [getattr(split, part).tolist() for part in PARTS]


def assert_disjoint(split, labels):
    nodes = np.concatenate([split.train, split.val, split.test])
    assert len(np.unique(nodes)) == len(nodes)
    assert (labels[nodes] >= 0).all()
    assert all(part == sorted(part) for part in parts_of(split))


def labelled(sizes) -> Graph:
    return graph_of(int(np.sum(sizes)), [], y=np.repeat(np.arange(len(sizes)), sizes))


@pytest.mark.parametrize(
    ("key", "paper", "public"),
    [
        ("cora", (1208, 500, 1000), (140, 500, 1000)),
        ("citeseer", (1827, 500, 1000), (120, 500, 1000)),
        ("pubmed", (18217, 500, 1000), (60, 500, 1000)),
    ],
)
def test_citation_graphs(dataset, key, paper, public):
    graph = dataset(key)
    full, small = graph.split(seed=1), graph.split("public")
    assert full.sizes == paper
    assert small.sizes == public
    for split in (full, small):
        assert_disjoint(split, graph.y)
    assert parts_of(full)[1:] == parts_of(small)[1:]
    assert set(small.train) <= set(full.train)
    assert parts_of(full) == parts_of(graph.split("paper", seed=2))


@settings(max_examples=40, deadline=None)
@given(
    sizes=st.lists(st.sampled_from([1, 2, 3, 4, 18, 33, 59, 60, 61, 120]), min_size=1, max_size=5),
    seed=st.integers(0, 3),
)
def test_classes_are_cut_by_number_or_if_small_into_thirds(sizes, seed):
    graph = labelled(sizes)
    split = graph.split("paper", seed)
    assert_disjoint(split, graph.y)
    assert parts_of(split) == parts_of(graph.split("paper", seed))
    for label, size in enumerate(sizes):
        train, val, test = (int((graph.y[part] == label).sum()) for part in parts_of(split))
        third = -(-size // 3)
        assert (train, val) == ((20, 30) if size >= 60 else (third, min(third, size - third)))
        assert train + val + test == size


def test_the_seed_draws_other_nodes():
    graph = labelled([300, 400])
    for protocol in ("paper", "random"):
        assert parts_of(graph.split(protocol, 3)) != parts_of(graph.split(protocol, 4))


def test_nodes_without_a_label_are_in_no_set():
    bare = graph_of(200, [], y=np.array([0, -1] * 100))
    public = bare.replace(public=Split(np.array([0]), np.array([2]), np.array([4])))
    for split in (public.split("paper"), bare.split("paper"), bare.split("random")):
        assert sum(split.sizes) == 100
        assert_disjoint(split, bare.y)


def test_random_fractions(cora):
    split = cora.split("random", seed=1, fractions=(0.1, 0.2, 0.3))
    assert split.sizes == (271, 541, 813)
    assert_disjoint(split, cora.y)
    assert sum(cora.split("random").sizes) == cora.num_nodes


@pytest.mark.parametrize("fractions", [(0.5, 0.5), (0.9, 0.2, 0.2), (-0.1, 0.5, 0.5), (0, 0, 0)])
def test_wrong_fractions_are_named(fractions, karate):
    with pytest.raises(ValueError, match=r"^fractions is .*: give three numbers"):
        karate.split("random", fractions=fractions)


def test_what_cannot_be_split_is_refused(cora, karate):
    with pytest.raises(ValueError, match="Split protocol is 'full': use one of paper, public, random"):
        cora.split("full")
    with pytest.raises(ValueError, match="Graph 'graph' has no labels"):
        graph_of(3, [(0, 1)]).split("random")
    with pytest.raises(ValueError, match="has no public split: use 'paper' or 'random'"):
        karate.split("public")


def test_of_several_public_splits_the_seed_chooses_one(tmp_path):
    parts = [Split(*np.array([[a], [b], [c]])) for a, b, c in ((0, 1, 2), (1, 2, 3), (3, 0, 1))]
    labels = {"x": np.eye(4), "y": [0, 1, 0, 1]}
    graph = Graph.from_edges([[0, 1], [1, 2]], **labels, public=parts[0], further_splits=tuple(parts[1:]))
    assert [int(graph.split("public", seed).train[0]) for seed in range(5)] == [0, 1, 3, 0, 1]
    assert parts_of(graph.split("paper", 1)) == [[0, 1], [2], [3]]
    graph.save(tmp_path / "graph")
    again = n2n.open_graph(tmp_path / "graph")
    assert [split.test.tolist() for split in again.public_splits] == [[2], [3], [1]]
    data = graph.to_pyg()
    assert data.train_mask.nonzero().tolist() == [[0, 0], [1, 1], [3, 2]]
    assert Graph.from_pyg(data).public is None  # which of the three columns would be a guess
    one = graph.replace(further_splits=())
    assert parts_of(Graph.from_pyg(one.to_pyg()).public) == parts_of(parts[0])
    with pytest.raises(ValueError, match="uses node 0 twice"):
        Graph.from_edges([[0], [1]], x=np.eye(4), public=parts[0], further_splits=(Split([0], [0], [1]),))
