"""A graph that is written is read again the same, in every format."""

import io

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings

import n2n
from n2n.graph import Graph
from n2n.io.readers import read_graph
from n2n.io.writers import graphs
from tests.graphs import random_graphs


def same_edges(one: Graph, other: Graph) -> bool:
    return np.array_equal(one.indptr, other.indptr) and np.array_equal(one.indices, other.indices)


@pytest.mark.parametrize("format", graphs.FORMATS)
@pytest.mark.parametrize("which", ["hostile", "karate"])
def test_a_graph_is_the_same_again(format, which, request):
    graph = request.getfixturevalue(which)
    data = graphs.export_graph(graph, format)
    again = read_graph((f"graph.{graphs.FORMATS[format]}", data))
    assert same_edges(again, graph)
    assert (again.y == graph.y).all()
    assert again.class_names == graph.class_names
    assert again.node_names == graph.node_names
    if format in ("npz", "CSV", "safetensors"):
        difference = np.abs(sp.csr_array(again.x) - sp.csr_array(graph.x))
        assert again.x.shape == graph.x.shape
        assert difference.max() == 0
    if format in ("npz", "safetensors") and graph.public is not None:
        assert (again.public.test == graph.public.test).all()


@settings(max_examples=15, deadline=None)
@given(random_graphs(max_nodes=25))
def test_any_graph_is_the_same_again(graph):
    for format, extension in graphs.FORMATS.items():
        again = read_graph((f"graph.{extension}", graphs.export_graph(graph, format)))
        assert same_edges(again, graph), format
        if format in ("npz", "safetensors"):
            assert (again.y == graph.y).all(), format
            assert again.class_names == graph.class_names, format
            continue
        # The other formats name the class of each node, so that a class without nodes is in none of them.
        used = np.unique(graph.y[graph.y >= 0])
        assert again.class_names == tuple(graph.class_names[label] for label in used), format
        assert (again.y == np.where(graph.y < 0, -1, np.searchsorted(used, graph.y))).all(), format


@pytest.mark.parametrize("format", ["GraphML", "GEXF"])
def test_markup_carries_subgraphs_colours_and_positives(format, karate):
    parts = n2n.partition(n2n.rank(karate).top(1))
    data = graphs.export_graph(karate, format, parts)
    found = (nx.read_graphml if format == "GraphML" else nx.read_gexf)(io.BytesIO(data))
    assert [found.nodes[str(i)]["subgraph"] for i in range(34)] == parts.membership.tolist()
    chosen = {frozenset((i, j)) for i, j in zip(*parts.positives.pairs(), strict=True)}
    marked = {frozenset(map(int, pair)) for pair in found.edges() if found.edges[pair]["positive"]}
    assert marked == chosen
    node = found.nodes["0"]
    colour = node["viz"]["color"] if format == "GEXF" else node
    assert (colour["r"], colour["g"], colour["b"]) == (0, 0x72, 0xB2)


def test_large_features_are_written_sparsely(karate, monkeypatch):
    monkeypatch.setattr(graphs, "_DENSE", 10)
    graph = karate.replace(x=sp.csr_array(karate.x))
    again = read_graph(("g.safetensors", graphs.export_graph(graph, "safetensors")))
    assert (again.x != graph.x).nnz == 0


def test_an_unknown_format_is_told(karate):
    with pytest.raises(ValueError, match="The format is 'xlsx'"):
        graphs.export_graph(karate, "xlsx")


@pytest.mark.parametrize("format", graphs.FORMATS)
@pytest.mark.parametrize("labelled", [True, False])
def test_ids_and_names_are_the_same_again(format, labelled, hostile):
    graph = hostile.replace(node_ids=tuple(f"n{i}" for i in range(hostile.num_nodes)))
    if not labelled:
        graph = graph.replace(y=np.full(graph.num_nodes, -1), class_names=())
    data = graphs.export_graph(graph, format)
    again = read_graph((f"graph.{graphs.FORMATS[format]}", data))
    assert (again.node_ids, again.node_names) == (graph.node_ids, graph.node_names)
    assert (again.y == graph.y).all()
    assert same_edges(again, graph)


@pytest.mark.parametrize("format", ["GraphML", "GEXF"])
def test_names_that_xml_cannot_hold_are_not_lost(format, karate):
    names = tuple(f"{chr(2) if i == 3 else ''}person {i}" for i in range(34))
    data = graphs.export_graph(karate.replace(node_names=names), format)
    again = read_graph((f"g.{graphs.FORMATS[format]}", data))
    assert again.names()[:3] == ["person 0", "person 1", "person 2"]
    assert again.names()[3].endswith("person 3")
