"""Synthetic graphs have the properties that were asked for; edges are sorted on disk as in memory."""

import hashlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.files.folder import Kind, new_folder, open_folder, read_facts
from n2n.graph import Dropped, edge_sort, synthetic
from n2n.graph.edge_sort import EdgeSorter
from n2n.graph.storage import KIND

EDGES = Kind("edges", 1)
OPTIONS = {"nodes": 6000, "edges": 60_000, "classes": 5, "features": 16, "accuracy": 0.7}


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    return n2n.synthesize(tmp_path_factory.mktemp("synthetic") / "g", **OPTIONS)


def contents(folder):
    return {file.name: hashlib.sha256(file.read_bytes()).digest() for file in folder.iterdir()}


def test_the_graph_is_undirected_and_simple_and_has_about_the_edges_that_were_asked_for(graph):
    assert 0.97 * 60_000 < graph.num_edges <= 60_600
    again = n2n.Graph.from_edges(np.stack([graph.sources, graph.indices]), x=None, num_nodes=6000)
    np.testing.assert_array_equal(again.indices, graph.indices)
    np.testing.assert_array_equal(again.indptr, graph.indptr)
    assert again.dropped == Dropped()


def test_homophily_is_what_was_asked_for(graph, tmp_path):
    everyone = n2n.all_neighbours(graph)
    assert abs(1 - n2n.label_smoothness(graph, everyone) - 0.8) < 0.01
    other = n2n.synthesize(tmp_path / "g", **OPTIONS, homophily=0.1)
    assert abs(1 - n2n.label_smoothness(other, n2n.all_neighbours(other)) - 0.1) < 0.01


def test_taps_finds_the_communities(graph):
    ranking = n2n.rank(graph)
    assert (ranking.common > 0).mean() > 0.5
    random = n2n.label_smoothness(graph, n2n.random_positives(graph, 1))
    assert n2n.label_smoothness(graph, ranking.top(1)) < 0.2 * random


def test_degrees_have_a_heavy_tail(graph):
    assert graph.degree.max() > 8 * graph.degree.mean()


def test_the_bayes_accuracy_is_that_of_the_nearest_mean(graph):
    # The means are known to the best classifier; estimated from 6,000 nodes they are nearly the same.
    means = np.stack([graph.x[graph.y == label].mean(axis=0) for label in range(5)])
    nearest = (((graph.x[:, None] - means) ** 2).sum(axis=2)).argmin(axis=1)
    assert abs((nearest == graph.y).mean() - 0.7) < 0.02
    assert read_facts(graph.folder, KIND)["about"]["bayes_accuracy"] == 0.7


def test_the_seed_decides(graph, tmp_path):
    n2n.synthesize(tmp_path / "again", **OPTIONS)
    assert contents(tmp_path / "again") == contents(graph.folder)
    n2n.synthesize(tmp_path / "other", **OPTIONS, seed=1)
    one, other = contents(graph.folder), contents(tmp_path / "other")
    different = {name for name in one if one[name] != other[name]}
    assert {"indices.npy", "x.npy", "y.npy"} <= different


def test_many_blocks_make_a_graph_of_the_same_kind(tmp_path, monkeypatch):
    monkeypatch.setattr(synthetic, "_EDGES", 1000)
    monkeypatch.setattr(synthetic, "_PAIRS", 5000)
    monkeypatch.setattr(synthetic, "_ROWS", 700)
    monkeypatch.setattr("n2n.graph.edge_sort._BUCKET", 9000)
    told = []
    graph = n2n.synthesize(tmp_path / "g", **OPTIONS, progress=lambda message, share: told.append(message))
    assert 0.97 * 60_000 < graph.num_edges <= 60_600
    assert list(dict.fromkeys(told)) == [
        "Drawing edges",
        "Sorting edges",
        "Drawing features",
        "Computing checksums",
    ]
    assert sorted(graph.neighbours(5).tolist()) == graph.neighbours(5).tolist()


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"nodes": 10}, "a class needs 3 nodes"),
        ({"edges": 10**9}, "edges is"),
        ({"homophily": 1.5}, "homophily is 1.5"),
        ({"features": 3}, "features is 3"),
        ({"accuracy": 0.1}, "accuracy is 0.1"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_what_cannot_be(changes, word, tmp_path):
    with pytest.raises(ValueError, match=word):
        n2n.synthesize(tmp_path / "g", **(OPTIONS | changes))
    assert not list(tmp_path.iterdir())


def test_no_features_and_one_class(tmp_path):
    graph = n2n.synthesize(tmp_path / "g", nodes=50, edges=100, classes=1, features=0, homophily=1)
    assert graph.num_features == 0
    assert graph.num_classes == 1


@settings(max_examples=40, deadline=None)
@given(data=st.data(), nodes=st.integers(1, 30), seed=st.integers(0, 99), bucket=st.integers(1, 200))
def test_the_same_as_in_memory(data, nodes, seed, bucket, tmp_path_factory):
    rng = np.random.default_rng(seed)
    edges = rng.integers(0, nodes, (2, data.draw(st.integers(0, 120))))
    expected = n2n.Graph.from_edges(edges, x=None, num_nodes=nodes)
    path = tmp_path_factory.mktemp("sort") / "out"
    with pytest.MonkeyPatch.context() as patch, new_folder(path, EDGES) as folder:
        patch.setattr(edge_sort, "_BUCKET", bucket)
        sorter = EdgeSorter(folder, nodes, edges.shape[1])
        for part in np.array_split(edges, 3, axis=1):
            sorter.add(*part.astype(np.int32))
        count, dropped = sorter.finish()
        folder.finish({})
    arrays, _ = open_folder(path, EDGES)
    np.testing.assert_array_equal(arrays["indptr"], expected.indptr)
    np.testing.assert_array_equal(arrays["indices"], expected.indices)
    assert count == expected.num_edges
    assert Dropped(**dropped) == expected.dropped
    assert sorted(file.name for file in path.iterdir()) == ["edges.json", "indices.npy", "indptr.npy"]


def test_ids_up_to_the_limit(tmp_path):
    top = (1 << 31) - 2
    with new_folder(tmp_path / "out", EDGES) as folder:
        with pytest.raises(ValueError, match="at most 2,147,483,647"):
            EdgeSorter(folder, top + 2, 1)
        key = edge_sort.keys_of(np.array([top]), np.array([top - 1]))
        assert (key[0] >> 32, (key[0] & 0xFFFFFFFF) >> 1) == (top, top - 1)
        folder.finish({})
