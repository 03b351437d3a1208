"""Files as the collections of graphs publish them: SNAP, KONECT, networkrepository.com and LINQS."""

import io

import networkx as nx
import numpy as np
import pytest
import scipy.io

from n2n.io.readers import read_graph, read_with_report
from tests.io.readers.corpus_formats import tarred
from tests.io.readers.formats.reading import pairs, same

SNAP = (
    "# Directed graph (each unordered pair of nodes is saved once): CA-GrQc.txt\n# Nodes: 5 Edges: 4\n"
    "# FromNodeId\tToNodeId\n3466\t937\n3466\t5233\n937\t5233\n10310\t937\n"
)
KONECT = (
    "% asym positive\n% 4 5 5\n1\t2 1 1082008561\n3\t4 1 1082123439\n5\t2 1 1082382191\n3\t1 1 1082414391\n"
)
BANNER = "%MatrixMarket matrix coordinate pattern symmetric\n"
BIPARTITE = "% bip unweighted\n% 6 3 4\n1 1 \n1 2 \n2 2 \n2 3 \n3 3 \n3 4 \n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ca-GrQc.txt", SNAP),
        ("CollegeMsg.txt", "1 2 1082040961\n3 4 1082155839\n5 2 1082414391\n6 7 1082439619\n"),
        ("soc-sign-epinions.txt", SNAP.replace("\n10310\t937", "\n# a part\n10310\t937")),
        ("out.opsahl-ucsocial", KONECT),
        ("out.moreno_zebra_zebra", "% sym unweighted\n% 4 4 4\n1 2 \n1 3 \n2 3 \n3 4 \n"),
        ("bio-celegans.edges", "% sym\n1 2 0.5\n1 3 1\n2 3 1\n"),
    ],
)
def test_edge_lists_are_those_that_numpy_reads(name, text):
    expected = np.loadtxt(io.StringIO(text), int, comments=["#", "%"], usecols=(0, 1))
    reading = read_with_report((name, text.encode()))
    assert same(reading.graph, nx.Graph(expected.tolist()))
    assert not reading.report.suspicions


def test_a_title_comes_from_konects_way_of_naming():
    edges = b"% sym\n1 2\n2 3\n"
    assert read_graph(("out.moreno_zebra", edges)).name == "moreno_zebra"
    beside = {"x/meta.zebra": b"name: Zebra, one: two\n", "x/README.zebra": b"Zebras\n"}
    reading = read_with_report(("download.tsv.zebra.tar", tarred({"x/out.zebra": edges, **beside})))
    assert (reading.graph.num_edges, reading.graph.name) == (2, "zebra")
    assert "Not part of the graph, and ignored: meta.zebra, README.zebra." in reading.report.notes


def test_the_two_sides_of_a_bipartite_network_are_kept_apart():
    reading = read_with_report(("out.women", BIPARTITE.encode()))
    assert (reading.graph.num_nodes, reading.graph.num_edges) == (7, 6)
    assert frozenset({"source 1", "target 1"}) in pairs(reading.graph)
    assert "bipartite" in reading.report.notes[0]


@pytest.mark.parametrize("head", [f"%{BANNER}% from the web\n", BANNER, "% from the web\n", ""])
@pytest.mark.parametrize("name", ["soc.mtx", "soc.edges"])
def test_matrices_of_the_network_repository_with_and_without_a_banner(head, name):
    body = "6 6 4\n2 1\n3 1\n4 2\n5 4\n"
    matrix = scipy.io.mmread(io.BytesIO(f"%{BANNER}{body}".encode()))
    expected = nx.relabel_nodes(nx.from_scipy_sparse_array(matrix), lambda node: node + 1)
    assert same(read_graph((name, (head + body).encode())), expected)


def test_labels_of_snap_are_classes_though_there_are_many():
    labels = "".join(f"{node} {1 + node % 42}\n" for node in range(100))
    edges = "".join(f"{node} {node + 1}\n" for node in range(99))
    files = {"email-Eu-core.txt": edges, "email-Eu-core-department-labels.txt": labels}
    graph = read_graph({name: text.encode() for name, text in files.items()})
    assert (graph.num_classes, graph.num_features) == (42, 0)
    assert [graph.class_names[label] for label in graph.y[:3]] == ["1", "2", "3"]


def linqs(missing: int) -> dict[str, bytes]:
    """CiteSeer in small, with citations of papers that are not listed."""
    rng = np.random.default_rng(0)
    words = rng.integers(0, 2, (60, 8))
    topics = ("Agents", "DB", "IR")
    nodes = ("\t".join([f"p{i}", *map(str, words[i]), topics[i % 3]]) for i in range(60))
    edges = [f"p{i}\tp{i + 1}" for i in range(59)] + [f"ghani{i}\tp3" for i in range(missing)]
    return {"c.content": "\n".join(nodes).encode(), "c.cites": "\n".join(edges).encode()}


def test_citations_of_papers_without_words_are_left_out_and_counted():
    reading = read_with_report(linqs(missing=2))
    graph = reading.graph
    assert (graph.num_nodes, graph.num_edges, graph.num_features) == (60, 59, 8)
    assert graph.class_names == ("Agents", "DB", "IR")
    assert any("is not in c.content and so has no features: 2." in note for note in reading.report.notes)


def test_many_of_them_are_a_mistake():
    with pytest.raises(ValueError, match=r'^c\.cites, line 60: node "ghani0" is not in c\.content\.'):
        read_graph(linqs(missing=10))
