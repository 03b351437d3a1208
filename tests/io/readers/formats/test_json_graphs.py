"""Graphs as JSON, as networkx and other programs write them."""

import json

import networkx as nx
import pytest

from n2n.io.readers import ReadError, read_graph
from tests.io.readers.formats.reading import SMALL, pairs, read, same

CLUB = nx.karate_club_graph()
PLAIN = [
    {"data": {"id": "a", "kind": "x"}},
    {"data": {"id": "b", "kind": "y"}},
    {"data": {"id": "ab", "source": "a", "target": "b"}},
]


@pytest.mark.parametrize(
    "content",
    [
        nx.node_link_data(CLUB, edges="edges"),
        nx.node_link_data(CLUB, edges="links"),
        nx.cytoscape_data(CLUB),
        nx.adjacency_data(CLUB),
        {"graph": {"nodes": {str(n): {"metadata": dict(CLUB.nodes[n])} for n in CLUB},
                   "edges": [{"source": str(a), "target": str(b)} for a, b in CLUB.edges()]}},
        {"nodes": [{"key": str(n), "attributes": dict(CLUB.nodes[n])} for n in CLUB],
         "edges": [{"source": str(a), "target": str(b)} for a, b in CLUB.edges()]},
        {"nodes": [{"id": n, "group": CLUB.nodes[n]["club"]} for n in CLUB],
         "edges": [{"from": a, "to": b} for a, b in CLUB.edges()]},
    ],
    ids=["networkx", "older networkx", "Cytoscape", "adjacency", "JSON Graph Format", "sigma", "vis.js"],
)  # fmt: skip
def test_nodes_links_and_classes_of_the_karate_club(content):
    graph = read("g.json", json.dumps(content)).graph
    assert same(graph, CLUB)
    assert graph.classes() == [CLUB.nodes[node]["club"] for node in CLUB]


def test_links_of_d3_may_be_places_or_ids_or_whole_nodes():
    groups = {"Myriel": 1, "Napoleon": 1, "x": 2}
    old = {"nodes": [{"name": name, "group": group} for name, group in groups.items()]}
    old["links"] = [{"source": 1, "target": 0, "value": 1}, {"source": 2, "target": 0}]
    expected = {frozenset({"Napoleon", "Myriel"}), frozenset({"x", "Myriel"})}
    graph = read("miserables.json", json.dumps(old)).graph
    assert (pairs(graph), graph.class_names) == (expected, ("1", "2"))
    new = {"nodes": [{"id": node["name"], "group": node["group"]} for node in old["nodes"]]}
    new["links"] = [{"source": "Napoleon", "target": "Myriel"}, {"source": {"id": "x"}, "target": "Myriel"}]
    assert pairs(read("miserables.json", json.dumps(new)).graph) == expected


@pytest.mark.parametrize(
    "content",
    [PLAIN, {"elements": PLAIN}, [["a", "b"]], [{"source": "a", "target": "b"}], {"a": ["b"], "b": []}],
)
def test_shorter_forms(content):
    assert pairs(read("g.json", json.dumps(content)).graph) == {frozenset("ab")}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"nodes": [', "line 1: it is not valid JSON"),
        ('{"a": 1}', "it is JSON, but not a graph"),
        ("[1, 2]", "it is JSON, but not a graph"),
        ("[" * 5000 + "]" * 5000, "its JSON is nested too deeply"),
        ('[["a", ' + "9" * 5000 + "]]", "has too long a number"),
        ('{"nodes": [{"id": 1}, {"id": 1}], "links": []}', 'node "1" occurs twice'),
        ('{"nodes": [{"id": 1}], "links": [{"source": 1}]}', "link 1 has no source and target"),
        ('{"nodes": [{"a": 1}], "links": [{"source": 0, "target": 7}]}', '"7" is not the place of one'),
        ('{"nodes": [{"id": {}}], "links": []}', "the id of a node is empty, or is not plain text"),
        (json.dumps({"nodes": [{"id": i} for i in range(60)], "links": []}), "it has 60 nodes, at most 50"),
        (json.dumps({"nodes": [], "links": [{"source": 0, "target": 1}] * 101}), "it has 101 edges"),
        (json.dumps([["a", "b"]] * 2000), "larger than the 10,000 bytes allowed for this kind"),
        ("a,b", "it is not JSON"),
    ],
)
def test_what_is_wrong_is_told(text, words):
    with pytest.raises(ReadError, match=words):
        read_graph(("g.json", text.encode()), limits=SMALL)


@pytest.mark.parametrize(
    "content",
    [
        {"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "x"}]},
        {"nodes": [{"name": "a"}, {"name": "b"}], "links": [{"source": "a", "target": "x"}]},
        {"nodes": ["a", "b"], "edges": [["a", "x"]]},
        {"elements": {"nodes": [{"data": {"id": "a"}}], "edges": [{"data": {"source": "a", "target": "x"}}]}},
    ],
)
def test_a_node_that_only_an_edge_names_is_kept_and_told(content):
    reading = read("g.json", json.dumps(content))
    assert pairs(reading.graph) == {frozenset("ax")}
    assert 'g.json: its list of nodes lacks one that edges name, "x"; it was added.' in (
        reading.report.warnings()
    )


def test_without_a_list_of_nodes_none_is_missing():
    content = {"nodes": [], "links": [{"source": "a", "target": "x"}]}
    assert not any("list of nodes" in one for one in read("g.json", json.dumps(content)).report.warnings())


def test_one_object_per_line():
    graph = read("g.jsonl", '{"source": "a", "target": "b"}\n\n{"source": "b", "target": "c"}\n').graph
    assert pairs(graph) == {frozenset("ab"), frozenset("bc")}


def test_of_a_list_of_graphs_there_must_be_one():
    one = {"nodes": {"a": {}, "b": {}}, "edges": [{"source": "a", "target": "b"}]}
    assert pairs(read("g.json", json.dumps({"graphs": [one]})).graph) == {frozenset("ab")}
    with pytest.raises(ReadError, match="it holds 2 graphs: save one of them"):
        read("g.json", json.dumps({"graphs": [one, one]}))
