import numpy as np
import pytest

import n2n
from n2n.graph import Graph
from n2n.graph.splits import Split, full_split, per_class_split, random_split
from tests.graphs import graph_of


def assert_disjoint(split, labels):
    nodes = np.concatenate([split.train, split.val, split.test])
    assert len(np.unique(nodes)) == len(nodes)
    assert (labels[nodes] >= 0).all()
    for part in (split.train, split.val, split.test):
        assert (np.diff(part) > 0).all()


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
    assert graph.split().sizes == graph.split("paper").sizes == paper
    assert graph.split("public").sizes == public
    for protocol in ("paper", "public"):
        assert_disjoint(graph.split(protocol), graph.y)
    for part in ("val", "test"):
        np.testing.assert_array_equal(
            getattr(graph.split("paper"), part), getattr(graph.split("public"), part)
        )
    assert set(graph.split("public").train) <= set(graph.split("paper").train)
    np.testing.assert_array_equal(graph.split("paper", seed=1).train, graph.split("paper", seed=2).train)


def test_20_training_and_30_validation_nodes_per_class():
    graph = graph_of(900, [(0, 1)], y=np.repeat(np.arange(5), [60, 61, 79, 300, 400]))
    split = graph.split("paper", seed=3)
    assert_disjoint(split, graph.y)
    assert np.bincount(graph.y[split.train]).tolist() == [20] * graph.num_classes
    assert np.bincount(graph.y[split.val]).tolist() == [30] * graph.num_classes
    assert sum(split.sizes) == graph.num_nodes
    np.testing.assert_array_equal(split.train, graph.split("paper", seed=3).train)
    assert (split.train != graph.split("paper", seed=4).train).any()
    with pytest.raises(ValueError, match="has no public split: use 'paper' or 'random'"):
        graph.split("public")


def test_small_classes_are_cut_into_thirds():
    sizes = [33, 1, 18, 101, 30]  # those of Texas
    y = np.repeat(np.arange(5), sizes)
    split = per_class_split(y, seed=0)
    assert_disjoint(split, y)
    assert sum(split.sizes) == len(y)
    for label, size in enumerate(sizes):
        parts = [int((y[part] == label).sum()) for part in (split.train, split.val, split.test)]
        if size >= 60:
            assert parts == [20, 30, size - 50]
        else:
            assert max(parts) - min(parts) <= 2
            assert parts[0] == max(parts)


@pytest.mark.parametrize(("size", "parts"), [(1, (1, 0, 0)), (2, (1, 1, 0)), (3, (1, 1, 1)), (4, (2, 2, 0)),
                                             (59, (20, 20, 19)), (60, (20, 30, 10))])  # fmt: skip
def test_sizes_of_one_class(size, parts):
    assert per_class_split(np.zeros(size, int), seed=0).sizes == parts


def test_nodes_without_a_label_are_in_no_set():
    labels = np.array([0, -1] * 100)
    public = Split(np.array([0]), np.array([2]), np.array([4]))
    for split in (
        full_split(labels, public),
        per_class_split(labels, 0),
        random_split(labels, 0, (0.6, 0.2, 0.2)),
    ):
        assert sum(split.sizes) == 100
        assert_disjoint(split, labels)


def test_random_fractions():
    cora = n2n.load("cora")
    split = cora.split("random", seed=1, fractions=(0.1, 0.2, 0.3))
    assert split.sizes == (271, 541, 813)
    assert_disjoint(split, cora.y)
    np.testing.assert_array_equal(split.test, cora.split("random", seed=1, fractions=(0.1, 0.2, 0.3)).test)
    assert (split.train != cora.split("random", seed=2, fractions=(0.1, 0.2, 0.3)).train).any()
    assert sum(cora.split("random").sizes) == cora.num_nodes


@pytest.mark.parametrize("fractions", [(0.5, 0.5), (0.9, 0.2, 0.2), (-0.1, 0.5, 0.5), (0, 0, 0)])
def test_wrong_fractions_are_named(fractions):
    with pytest.raises(ValueError, match=r"^fractions is .*: give three numbers"):
        n2n.load("karate").split("random", fractions=fractions)


def test_an_unknown_protocol_and_a_graph_without_labels_are_refused(cora):
    with pytest.raises(ValueError, match="Split protocol is 'full': use one of paper, public, random"):
        cora.split("full")
    with pytest.raises(ValueError, match="Graph 'graph' has no labels"):
        graph_of(3, [(0, 1)]).split("random")


def test_a_split_to_masks_and_back():
    split = Split(np.array([0, 3]), np.array([1]), np.array([2]))
    masks = split.masks(5)
    assert masks["train_mask"].tolist() == [True, False, False, True, False]
    again = Split.from_masks(masks)
    assert [part.tolist() for part in (again.train, again.val, again.test)] == [[0, 3], [1], [2]]
    assert Split.from_masks({"train_mask": masks["train_mask"]}) is None
    assert Split.from_masks(masks | {"val_mask": np.ones((5, 2), bool)}) is None


def test_of_several_public_splits_the_seed_chooses_one(tmp_path):
    parts = [
        Split(np.array([a]), np.array([b]), np.array([c])) for a, b, c in ((0, 1, 2), (1, 2, 3), (3, 0, 1))
    ]
    graph = Graph.from_edges(
        [[0, 1], [1, 2]], x=np.eye(4), y=[0, 1, 0, 1], public=parts[0], further_splits=tuple(parts[1:])
    )
    assert [int(graph.split("public", seed).train[0]) for seed in range(5)] == [0, 1, 3, 0, 1]
    assert graph.split("paper", 1).train.tolist() == [0, 1]
    assert graph.split("paper", 1).test.tolist() == [3]
    assert len(graph.public_splits) == 3
    graph.save(tmp_path / "graph")
    again = n2n.open_graph(tmp_path / "graph")
    assert [split.test.tolist() for split in again.public_splits] == [[2], [3], [1]]
    data = graph.to_pyg()
    assert data.train_mask.shape == (4, 3)
    assert data.train_mask.nonzero().tolist() == [[0, 0], [1, 1], [3, 2]]
    with pytest.raises(ValueError, match="uses node 0 twice"):
        Graph.from_edges([[0], [1]], x=np.eye(4), public=parts[0], further_splits=(Split([0], [0], [1]),))
