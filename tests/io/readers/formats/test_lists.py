"""SIF, adjacency lists and METIS, from their documentation and as networkx writes them."""

import networkx as nx
import pytest

from n2n.io.readers import ReadError, read_graph
from tests.io.readers.formats.reading import SMALL, pairs, read, same

# The two examples of Cytoscape's manual.
SIF = "nodeA\tinteracts with\tnodeB\nnodeC\tinteracts with\tnodeA\nnodeD\tpp\tnodeE\tnodeF\tnodeB\nnodeG\n"
# tiny_04.graph of Burkardt's METIS samples: three weights per vertex.
METIS = """% a comment
7 11 10 3
%
1 2 0 5 3 2
0 2 2 1 3 4
4 1 1 5 4 2 1
2 2 3 2 3 6 7
1 1 1 1 3 6
2 2 1 5 4 7
1 2 1 6 4
"""
EDGES = {(1, 5), (1, 3), (1, 2), (2, 3), (2, 4), (3, 5), (3, 4), (4, 6), (4, 7), (5, 6), (6, 7)}


def test_sif_has_a_relation_between_a_node_and_its_neighbours():
    reading = read("g.sif", SIF)
    assert reading.graph.names() == [f"node{letter}" for letter in "ABCDEFG"]
    assert pairs(reading.graph) == {
        frozenset({f"node{a}", f"node{b}"}) for a, b in ("AB", "CA", "DE", "DF", "DB")
    }
    assert "g.sif: SIF (a node, a relation, other nodes)" in reading.report.notes[0]


@pytest.mark.parametrize("text", ["a pp b\nb pp c\n", "a pd b c\nd\n", SIF])
def test_sif_is_known_without_its_extension(text):
    graph = read("g.txt", text).graph
    assert not {"pp", "pd", "interacts with"} & set(graph.names())


@pytest.mark.parametrize(
    "text", ["a b friend\nb c friend\n", "1 2 3\n2 3 4\n", "a x 0.5\nb x 0.5\n", "u1 i1 read\nu2 i1 read\n"]
)
def test_an_edge_list_with_a_third_column_is_not_taken_for_sif(text):
    first = text.split()[:2]
    assert frozenset(first) in pairs(read("g.txt", text).graph)


def test_a_relation_without_a_node_is_told():
    with pytest.raises(ReadError, match=r'^g\.sif, line 2: "b" has a relation but no node after it\.'):
        read_graph(("g.sif", b"a pp b\nb pp\n"))


@pytest.mark.parametrize("make", [nx.karate_club_graph, lambda: nx.star_graph(5), lambda: nx.path_graph(4)])
def test_adjacency_lists_of_networkx_come_back(make):
    graph = make()
    text = "# written by a program\n" + "\n".join(nx.generate_adjlist(graph))
    assert same(read("g.adjlist", text).graph, nx.parse_adjlist(text.splitlines()))


def test_adjacency_lists_are_known_by_lines_of_unequal_length():
    text = "anna ben cleo\nben cleo dora\ncleo\ndora\n"
    reading = read("friends.txt", text)
    assert same(reading.graph, nx.parse_adjlist(text.splitlines()))
    assert "an adjacency list" in reading.report.notes[0]


@pytest.mark.parametrize("text", ["1 2\n1 3 5\n2 3\n", "1 2\n2 3 5\n", "a b\nb c x\na c\n"])
def test_an_edge_list_with_an_odd_line_is_not_an_adjacency_list(text):
    with pytest.raises(ReadError, match=r"columns? instead of|column 2 is needed"):
        read_graph(("e.txt", text.encode()))


def test_prose_is_not_an_adjacency_list():
    with pytest.raises(ReadError):
        read_graph(("letter.txt", b"Please find the graph\nin the file beside this\nBest wishes\n"))


def test_metis_skips_weights_and_keeps_isolated_nodes():
    assert pairs(read("tiny.graph", METIS).graph) == {frozenset(map(str, pair)) for pair in EDGES}
    graph = read("g.metis", "4 2 1\n2 5 3 1\n1 5\n1 1\n\n").graph
    assert (graph.num_nodes, graph.num_edges, graph.num_isolated) == (4, 2, 1)
    assert pairs(read("g.metis", "3 1 011 2\n7 7 2 5\n7 7 1 5\n7 7\n").graph) == {frozenset("12")}


def test_metis_is_known_by_counts_that_agree():
    assert "METIS" in read("g.txt", "3 2\n2 3\n1\n1\n").report.notes[0]
    triangle = read("g.txt", "3 3\n1 2\n2 3\n3 1\n")
    assert "edges from" in triangle.report.notes[0]
    assert triangle.graph.num_edges == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("99 1\n2\n1\n", "line 1: it has 99 nodes, at most 50"),
        ("2 999\n2\n1\n", "line 1: it has 999 edges, at most 100"),
        ("2 1\n3\n1\n", "line 2: node 3 does not exist: there are 2"),
        ("2 1\nx\n1\n", 'line 2: "x" is not a whole number'),
        ("4 1\n2\n1\n", "it has lines for 3 nodes, but its first line says 4"),
        ("1 1\n\n2 2\n", "line 3: it has more lines than its 1 nodes"),
        ("2 1 7\n2\n1\n", 'its format is "007"'),
        ("2 1 10 99\n2\n1\n", "it lists 0 neighbours: expected two for each of its 1 edges"),
    ],
)
def test_what_is_wrong_in_metis_is_told(text, words):
    with pytest.raises(ReadError, match=words):
        read_graph(("g.metis", text.encode()), limits=SMALL)


@pytest.mark.parametrize("degree", [2, 3])
def test_lists_whose_lines_have_one_length_need_their_extension(degree):
    graph = nx.random_regular_graph(degree, 20, seed=1)
    text = "\n".join(" ".join(map(str, (node, *graph[node]))) for node in graph)
    assert same(read("g.adjlist", text).graph, graph)
    with pytest.raises(ReadError, match="each line may be a node and its neighbours"):
        read("g.txt", text)


def test_a_colon_may_stand_behind_the_node():
    graph = read("g.txt", "0: 1 2 3\n1: 0\n2: 0 3\n3: 0 2\n").graph
    assert pairs(graph) == {frozenset(pair) for pair in ("01", "02", "03", "23")}


def test_networkxs_form_of_several_lines_is_refused():
    text = "\n".join(nx.generate_multiline_adjlist(nx.path_graph(4)))
    with pytest.raises(ReadError, match=r"^g\.adjlist: it has a line for each neighbour, with data"):
        read("g.adjlist", text)
