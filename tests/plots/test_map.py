"""The map as data: colours, and what the browser gets."""

import json

import numpy as np

import n2n
from n2n.embedding.picture import groups
from n2n.plots import map as plots
from n2n.taps.map import Points, drawn_edges, points

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


def test_a_picture_can_be_sent_and_has_what_was_given():
    graph = n2n.load("karate")
    positions = np.arange(68, dtype=float).reshape(34, 2)
    colours = plots.colouring(groups(graph, np.arange(34)))
    sent = unpacked(plots.pack(plots.picture("x", positions, colours, k=2, node=3, alt="a map")))
    assert np.array_equal(sent["positions"].reshape(34, 2), positions)
    assert np.array_equal(np.array(sent["words"])[sent["colours"]], [graph.class_names[y] for y in graph.y])
    assert sent["alt"] == "a map"
    drawn = points(positions, graph.degree)
    net = plots.net(graph, drawn, *drawn_edges(graph, n2n.rank(graph).top(5), drawn), "x")
    assert len(unpacked(plots.pack(net))["edges"]) == 2 * graph.num_edges


def test_some_nodes_are_points_with_their_ids():
    graph = n2n.load("karate")
    nodes = np.array([5, 2, 33])
    drawn = Points.of(nodes, 34)
    assert not drawn.condensed
    colours = plots.colouring(groups(graph, nodes))
    sent = unpacked(plots.pack(plots.picture(None, np.eye(3, 2), colours, drawn=drawn, tips=["a", "b", "c"])))
    assert sent["ids"].tolist() == [5, 2, 33]
    assert (sent["graph"], sent["sizes"], sent["tips"]) == (None, None, ["a", "b", "c"])


def test_numbers_are_coloured_from_low_to_high():
    graph = n2n.load("karate")
    place, palette, words, _ = plots.colouring(groups(graph, np.arange(34), "Degree"))
    assert len(palette) == len(words) == plots.SHADES
    order = np.argsort(graph.degree, kind="stable")
    assert (np.diff(place[order].astype(int)) >= 0).all()
