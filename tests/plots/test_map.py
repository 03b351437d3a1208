"""The map as data: which edges TAPS chooses at which k, colours, and cells for graphs that are too large."""

import json

import numpy as np

import n2n
from n2n.embedding.picture import groups
from n2n.plots import map as plots

KINDS = {"f4": np.float32, "u4": np.uint32, "u1": np.uint8}


def unpacked(data):
    """What the browser makes of packed content."""
    size = int.from_bytes(data[:4], "little")
    found, at = json.loads(data[4 : 4 + size]), 4 + size
    for name, kind, length in found.pop("arrays"):
        found[name] = np.frombuffer(data, KINDS[kind], length, at)
        at += -(-found[name].nbytes // 4) * 4
    assert at == len(data)
    return found


def test_the_rank_of_an_edge_is_the_first_k_that_chooses_it():
    graph = n2n.load("cora")
    ranking = n2n.rank(graph)
    pairs = plots.undirected_pairs(graph.indptr, graph.indices)
    assert len(pairs) == graph.num_edges
    rank = plots.edge_ranks(graph.num_nodes, pairs, ranking.top(5))
    for k in (1, 3, 5):
        chosen = ranking.top(k)
        expected = plots.undirected_pairs(chosen.indptr, chosen.indices)
        assert np.array_equal(pairs[rank <= k], expected)


def test_a_picture_can_be_sent_and_has_what_was_given():
    graph = n2n.load("karate")
    positions = np.arange(68, dtype=float).reshape(34, 2)
    colours = plots.colouring(groups(graph, np.arange(34)))
    sent = unpacked(plots.pack(plots.picture("x", positions, colours, k=2, node=3, alt="a map")))
    assert np.array_equal(sent["positions"].reshape(34, 2), positions)
    assert np.array_equal(np.array(sent["words"])[sent["colours"]], [graph.class_names[y] for y in graph.y])
    assert sent["alt"] == "a map"
    net = plots.net(graph, n2n.rank(graph).top(5), plots.points(positions, graph.degree), "x")
    assert len(unpacked(plots.pack(net))["edges"]) == 2 * graph.num_edges


def test_some_nodes_are_points_with_their_ids():
    graph = n2n.load("karate")
    nodes = np.array([5, 2, 33])
    drawn = plots.Points.of(nodes, 34)
    assert not drawn.condensed
    colours = plots.colouring(groups(graph, nodes))
    sent = unpacked(plots.pack(plots.picture(None, np.eye(3, 2), colours, drawn=drawn, tips=["a", "b", "c"])))
    assert sent["ids"].tolist() == [5, 2, 33]
    assert (sent["graph"], sent["sizes"], sent["tips"]) == (None, None, ["a", "b", "c"])


def test_numbers_are_coloured_from_low_to_high():
    graph = n2n.load("karate")
    place, palette, words = plots.colouring(groups(graph, np.arange(34), "Degree"))
    assert len(palette) == len(words) == plots.SHADES
    order = np.argsort(graph.degree, kind="stable")
    assert (np.diff(place[order].astype(int)) >= 0).all()
    assert plots.colouring(groups(graph, np.arange(34), "Degree"), dark=True)[1] != palette


def test_a_large_graph_becomes_cells_that_lose_no_node():
    rng = np.random.default_rng(0)
    n = plots.MAX_POINTS + 1
    positions, degree = rng.normal(size=(n, 2)), rng.integers(0, 9, n)
    drawn = plots.points(positions, degree)
    assert drawn.condensed
    assert drawn.counts.sum() == n
    assert len(drawn.nodes) <= plots.CELLS**2
    assert np.array_equal(np.bincount(drawn.point), drawn.counts)
    assert (degree[drawn.nodes][drawn.point] >= degree).all()
    edges = rng.integers(0, n, (2, 4 * n))
    graph = n2n.Graph.from_edges(edges, x=None, num_nodes=n)
    net = plots.net(graph, None, drawn, "x")
    lines = net["edges"].reshape(-1, 2)
    real = np.sort(drawn.point[plots.undirected_pairs(graph.indptr, graph.indices)], axis=1)
    assert set(map(tuple, lines.tolist())) <= set(map(tuple, real.tolist()))
    assert len(lines) == plots.MAX_LINES
