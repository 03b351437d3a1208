"""Synthetic graphs have the properties that were asked for; edges are sorted on disk as in memory."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.files.folder import Kind, new_folder, open_folder
from n2n.graph import Dropped, edge_sort, synthetic
from n2n.graph.edge_sort import EdgeSorter

EDGES = Kind("edges", 1)
OPTIONS = {"nodes": 6000, "edges": 60_000, "classes": 5, "features": 16, "accuracy": 0.7}


def made(folder, **changes) -> n2n.Graph:
    return n2n.synthesize(folder / "g", **(OPTIONS | changes))


def contents(graph):
    return {file.name: file.read_bytes() for file in graph.folder.iterdir()}


def test_the_graph_has_the_properties_that_were_asked_for(tmp_path):
    graph = made(tmp_path)
    assert 0.97 * 60_000 < graph.num_edges <= 60_600
    again = n2n.Graph.from_edges(np.stack([graph.sources, graph.indices]), x=None, num_nodes=6000)
    np.testing.assert_array_equal(again.indices, graph.indices)
    np.testing.assert_array_equal(again.indptr, graph.indptr)
    assert again.dropped == Dropped()
    assert abs(1 - n2n.label_smoothness(graph, n2n.all_neighbours(graph)) - 0.8) < 0.01
    assert graph.degree.max() > 8 * graph.degree.mean()
    # TAPS finds the communities.
    ranking = n2n.rank(graph)
    assert (ranking.common > 0).mean() > 0.5
    random = n2n.label_smoothness(graph, n2n.random_positives(graph, 1))
    assert n2n.label_smoothness(graph, ranking.top(1)) < 0.2 * random
    # The means are known to the best classifier; estimated from 6,000 nodes they are nearly the same.
    means = np.stack([graph.x[graph.y == label].mean(axis=0) for label in range(5)])
    nearest = (((graph.x[:, None] - means) ** 2).sum(axis=2)).argmin(axis=1)
    assert abs((nearest == graph.y).mean() - 0.7) < 0.02


def test_the_seed_decides(tmp_path):
    one, again, other = (
        contents(made(tmp_path / name, seed=seed)) for name, seed in (("a", 0), ("b", 0), ("c", 1))
    )
    assert one == again
    assert all(one[name] != other[name] for name in ("indices.npy", "x.npy", "y.npy"))


def test_many_blocks_make_a_graph_of_the_same_kind(tmp_path, monkeypatch):
    for module, name, value in (
        *((synthetic, "_EDGES", 1000), (synthetic, "_PAIRS", 5000), (synthetic, "_ROWS", 700)),
        (edge_sort, "_ENTRIES", 9000),
    ):
        monkeypatch.setattr(module, name, value)
    graph = made(tmp_path, homophily=0.1)
    assert 0.97 * 60_000 < graph.num_edges <= 60_600
    assert abs(1 - n2n.label_smoothness(graph, n2n.all_neighbours(graph)) - 0.1) < 0.01
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
        made(tmp_path, **changes)
    assert not list(tmp_path.iterdir())


def test_no_features_and_one_class(tmp_path):
    graph = made(tmp_path, nodes=50, edges=100, classes=1, features=0, homophily=1)
    assert (graph.num_features, graph.num_classes) == (0, 1)


@settings(max_examples=40, deadline=None)
@given(data=st.data(), nodes=st.integers(1, 30), seed=st.integers(0, 99), bucket=st.integers(1, 200))
def test_edges_are_sorted_as_in_memory(data, nodes, seed, bucket, tmp_path_factory):
    rng = np.random.default_rng(seed)
    edges = rng.integers(0, nodes, (2, data.draw(st.integers(0, 120))))
    expected = n2n.Graph.from_edges(edges, x=None, num_nodes=nodes)
    path = tmp_path_factory.mktemp("sort") / "out"
    with pytest.MonkeyPatch.context() as patch, new_folder(path, EDGES) as folder:
        patch.setattr(edge_sort, "_ENTRIES", bucket)
        sorter = EdgeSorter(folder, nodes, edges.shape[1])
        for part in np.array_split(edges, 3, axis=1):
            sorter.add(*part.astype(np.int32))
        count, dropped = sorter.finish()
        folder.facts = {}
    arrays, _ = open_folder(path, EDGES)
    np.testing.assert_array_equal(arrays["indptr"], expected.indptr)
    np.testing.assert_array_equal(arrays["indices"], expected.indices)
    assert (count, Dropped(**dropped)) == (expected.num_edges, expected.dropped)
    assert sorted(file.name for file in path.iterdir()) == ["edges.json", "indices.npy", "indptr.npy"]


def test_ids_up_to_the_limit(tmp_path):
    last = (1 << 31) - 2
    with new_folder(tmp_path / "out", EDGES) as folder:
        with pytest.raises(ValueError, match="at most 2,147,483,647"):
            EdgeSorter(folder, last + 2, 1)
        sorter = EdgeSorter(folder, last + 1, 1)
        sorter.add(np.array([last]), np.array([last - 1]))
        for file in sorter.files:
            file.close()
        keys = np.fromfile(sorter.path / "0.keys", np.int64).tolist()
        assert [(key >> 32, (key & 0xFFFFFFFF) >> 1, key & 1) for key in keys] == [
            (last - 1, last, 1),
            (last, last - 1, 0),
        ]
        folder.facts = {}
