"""Graphs with attributes as tables of nodes."""

import networkx as nx
import pytest

from n2n.io.readers import Limits, ReadError
from n2n.io.readers.columns import Columns
from n2n.io.readers.formats.markup import found_in
from n2n.io.readers.formats.networks import network_of
from n2n.io.readers.sources import Given

FILE = Given("g.graphml", b"")


def network(graph):
    return network_of(found_in(graph, FILE, Limits()), FILE.name)


def test_attributes_become_columns_in_the_order_of_the_nodes():
    graph = nx.Graph()
    graph.add_node("b", age=3, viz={"size": 1})
    graph.add_node("a", team="red\n", age=float("nan"))
    graph.add_edge("a", "b")
    graph.graph["node_default"] = {"team": "none"}
    found = network(graph)
    assert found.names == ("id", "age", "team")
    assert found.rows(5) == [["b", "3", "none"], ["a", "", "red"]]
    assert (found.edges.source.to_pylist(), found.edges.target.to_pylist()) == (["b"], ["a"])
    assert found.rows(1) == [["b", "3", "none"]]


def test_an_attribute_called_id_is_not_the_id():
    graph = nx.path_graph(4)
    nx.set_node_attributes(graph, {node: f"x{node}" for node in graph}, "id")
    assert network(graph).guess() == Columns("nodes", id=0, name=1)


def test_nodes_stay_apart_though_their_ids_look_the_same():
    graph = nx.Graph([("a\n", "a"), ("a", "a\t")])
    ids = network(graph).values[0].to_pylist()
    assert len(set(ids)) == 3
    assert "a" in ids


def test_a_graph_without_nodes_means_nothing():
    assert network(nx.Graph()).guess() is None


def test_limits_hold():
    graph = nx.path_graph(4)
    nx.set_node_attributes(graph, 1, "a")
    for limits, words in (
        (Limits(nodes=3), "4 nodes"),
        (Limits(features=0), "1 features"),
        (Limits(values=3), "4 values"),
    ):
        with pytest.raises(ReadError, match=words):
            found_in(graph, FILE, limits)
