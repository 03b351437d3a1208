"""Pajek: the example of its manual, partitions, and what networkx writes."""

import networkx as nx
import pytest

from n2n.io.readers import ReadError, read_graph, read_with_report
from tests.io.readers.formats.reading import SMALL, pairs, read, same

NET = """% after the example in Pajek's manual
*Vertices 6
  1 "a b"     0.1020  0.3226 ic Red
  2 b         0.2860  0.0876
  3 "c"
  4 "d"
  5 "e"
  6 "f"
*Arcs :1 "likes"
  1  2  2.5
  3  3
*Edges
  2  5
*Arcslist
  1  3  4
*Edgeslist
  4  5
"""
NAMED = {frozenset(pair) for pair in (("a b", "b"), ("b", "e"), ("a b", "c"), ("a b", "d"), ("d", "e"))}


def test_all_sections_give_edges_and_quoted_names():
    reading = read("g.net", NET)
    assert pairs(reading.graph) == NAMED
    assert reading.graph.names() == ["a b", "b", "c", "d", "e", "f"]
    assert (reading.report.self_loops, reading.report.isolated) == (1, 1)


def test_a_partition_beside_a_network_gives_the_classes():
    files = {"g.net": NET.encode(), "g.clu": b"*Vertices 6\n1\n2\n2\n1\n1\n2\n"}
    reading = read_with_report(files)
    assert (reading.graph.class_names, reading.graph.y.tolist()) == (("1", "2"), [0, 1, 1, 0, 0, 1])
    project = "*Network n\n" + NET + "*Partition p\n*Vertices 6\n1\n2\n2\n1\n1\n2\n"
    assert read("g.paj", project).graph.y.tolist() == [0, 1, 1, 0, 0, 1]
    files["g.clu"] = b"*Vertices 6\n1\n2\n"
    with pytest.raises(ReadError, match=r"^g\.clu: its partition has 2 values for 6 vertices\."):
        read_graph(files)


@pytest.mark.parametrize(
    "make", [nx.karate_club_graph, lambda: nx.gnp_random_graph(9, 0.3, 1, directed=True)]
)
def test_what_networkx_writes_is_read_as_networkx_reads_it(make):
    text = "\n".join(nx.generate_pajek(nx.relabel_nodes(make(), lambda node: f"node {node}")))
    assert same(read("g.net", text).graph, nx.Graph(nx.parse_pajek(text)))


def test_a_matrix_of_pajek():
    assert pairs(read("g.net", "*Vertices 3\n*Matrix\n0 1 0\n1 0 2.5\n0 0.0 0\n").graph) == {
        frozenset("12"),
        frozenset("23"),
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("*Vertices 99\n", "line 1: it has 99 nodes, at most 50"),
        ("*Vertices x\n", 'line 1: "x" is not a whole number'),
        ("*Vertices 2\n*Edges\n1 3\n", "line 3: vertex 3 does not exist: there are 2"),
        ("*Edges\n1 2\n", r"line 2: there is an edge before \*Vertices"),
        ("*Vertices 2\n*Edges\n1\n", "line 3: an edge needs two vertices"),
        ("*Vertices 2\nx\n", "line 2: .* does not begin with the number of a vertex"),
        ("*Vertices 2\n*Matrix\n0 1 1\n", "line 3: its matrix does not have one row"),
        ("*Network x\n", r"it has no line \*Vertices"),
        ("*Vertices 2\n*Edges\n" + "1 2\n" * 101, "it has 101 edges, at most 100"),
    ],
)
def test_what_is_wrong_is_told(text, words):
    with pytest.raises(ReadError, match=words):
        read_graph(("g.net", text.encode()), limits=SMALL)


PROJECT = """*Network one.net
*Vertices 3
1 "a"
2 "b"
3 "c"
*Edges
1 2
2 3
*Vector of.vec
*Vertices 3
0.5
0.25
1
*Partition by.clu
*Vertices 3
1
1
2
*Partition other.clu
*Vertices 3
5
6
7
"""


def test_a_project_gives_its_network_and_its_first_partition():
    graph = read("p.paj", PROJECT).graph
    assert (graph.names(), graph.num_edges, graph.y.tolist()) == (["a", "b", "c"], 2, [0, 0, 1])
    with pytest.raises(ReadError, match=r"^p\.paj, line 24: it holds more than one network"):
        read("p.paj", PROJECT + "*Network two.net\n*Vertices 3\n*Edges\n1 3\n")
