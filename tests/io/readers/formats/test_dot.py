"""DOT: the examples of Graphviz's documentation, and everything its grammar allows."""

import networkx as nx
import pytest

from n2n.io.readers import ReadError, read_graph
from tests.io.readers.formats.reading import SMALL, pairs, read, same


def edges(*texts: str) -> set[frozenset[str]]:
    return {frozenset(text.split("-")) for text in texts}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("graph { a -- b -- c; a -- c }", edges("a-b", "b-c", "a-c")),
        (
            "digraph G {\n  main -> parse -> execute;\n  main -> init\n}",
            edges("main-parse", "parse-execute", "main-init"),
        ),
        ("strict graph { a--b b--a }", edges("a-b")),
        ("digraph { A -> {B C} }", edges("A-B", "A-C")),
        ("digraph { {A B} -> {C D} -> E }", edges("A-C", "A-D", "B-C", "B-D", "C-E", "D-E")),
        ("digraph { subgraph cluster_0 { a0 -> a1; label=x } start -> a0 }", edges("a0-a1", "start-a0")),
        ('graph { "a b" -- "c\\"d" -- "e" + "f" }', edges('a b-c"d', 'c"d-ef')),
        ('digraph { a:f0:n -> b:f1 [weight=2, label="x -> y"] }', edges("a-b")),
        ("graph { // a -- z\n /* b -- z */\n  # c -- z\n a -- b }", edges("a-b")),
        (
            "graph { node [shape=box]; edge [color=red]; rankdir=LR; a -- -1.5 }",
            {frozenset({"a", "-1.5"})},
        ),
        ("GRAPH { a -- <b <i>c</i>> }", {frozenset({"a", "<b <i>c</i>>"})}),
    ],
)
def test_the_grammar_of_edges(text, expected):
    reading = read("g.txt", text)
    assert pairs(reading.graph) == expected
    assert "DOT" in reading.report.notes[0]


def test_attributes_of_nodes_are_kept_but_not_how_they_are_drawn():
    text = 'digraph { a [team="red", shape=box]; b [team=blue]; c [team="red"] d; a -> b -> c [team=x] }'
    graph = read("g.gv", text).graph
    assert (graph.names(), graph.classes()) == (["a", "b", "c", "d"], ["red", "blue", "red", ""])


def test_a_graph_comes_back():
    club = nx.karate_club_graph()
    nodes = [f'  {node} [club="{facts["club"]}"];' for node, facts in club.nodes(data=True)]
    text = "\n".join(["graph {", *nodes, *(f"  {a} -- {b};" for a, b in club.edges()), "}"])
    graph = read("club.dot", text).graph
    assert same(graph, club)
    assert graph.classes() == [club.nodes[node]["club"] for node in club]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("graph { a -- b", "line 1: a { is never closed"),
        ("graph {\n a -- ; }", 'line 2: a name is expected and not ";"'),
        ("graph {\n a [x=1 }", "line 2: a name is expected"),
        ("graph { a -- <b }", "line 1: a < is never closed"),
        ("graph { ? }", 'line 1: "\\? }" cannot be read as DOT'),
        ("graph { " + "{" * 60 + "}" * 60 + "}", "subgraphs are nested more than 50 deep"),
        ("digraph { {" + " ".join(map(str, range(20))) + "} -> {" + " ".join(map(str, range(20, 40))) + "} }",
         "edges, at most 100 are allowed"),
        ("graph { " + " ".join(map(str, range(60))) + "}", "it has 51 nodes, at most 50"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(text, words):
    with pytest.raises(ReadError, match=words):
        read_graph(("g.dot", text.encode()), limits=SMALL)
