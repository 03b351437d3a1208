"""Shapes that suggest a misunderstanding are named; ordinary graphs are not accused."""

import pytest

import n2n
from n2n.io.readers import Columns, read_with_report
from tests.graphs import graph_of


def suspicions(files, **options) -> str:
    report = read_with_report(files, **options).report
    assert report.warnings()[: len(report.suspicions)] == report.suspicions
    return " ".join(report.suspicions)


def test_a_star_around_a_relation():
    rows = "".join(f"pp,protein{i}\n" for i in range(30)).encode()
    words = suspicions(("net.csv", rows))
    assert 'All 30 edges touch node "pp": this star may come from a column' in words
    most = suspicions(("net.csv", rows + b"protein1,protein2\n"))
    assert '30 of 31 edges touch node "pp"' in most


def test_three_nodes_out_of_a_large_file():
    assert "Only 2 nodes came out of 12,000 bytes" in suspicions(("matrix.csv", b"0,1\n" * 3000))


def test_half_of_the_nodes_alone():
    nodes = "id,label\n" + "".join(f"{i},{i % 2}\n" for i in range(40))
    edges = "source,target\n" + "".join(f"{i},{i + 1}\n" for i in range(15))
    files = {"edges.csv": edges.encode(), "nodes.csv": nodes.encode()}
    assert "24 of 40 nodes have no neighbours" in suspicions(files)


def test_loops_only():
    assert "connects a node to itself (3)" in suspicions(("e.csv", b"a,a\nb,b\nc,c\n"))


@pytest.mark.parametrize(
    ("classes", "words"),
    [
        (lambda i: i, "Every node with a label has a class of its own"),
        (lambda i: i // 2, "There are 6 classes for 12 nodes with a label"),
        (lambda i: i % 4, ""),
    ],
)
def test_more_classes_than_a_third_of_the_nodes(classes, words):
    nodes = "id,part\n" + "".join(f"{i},p{classes(i)}\n" for i in range(12))
    edges = "source,target\n" + "".join(f"{i},{i + 1}\n" for i in range(11))
    columns = {"nodes.csv": Columns("nodes", id=0, label=1)}
    found = suspicions({"edges.csv": edges.encode(), "nodes.csv": nodes.encode()}, columns=columns)
    assert words in found
    assert bool(words) == bool(found)


@pytest.mark.parametrize("key", ["karate", "cora", "citeseer", "pubmed"])
def test_ordinary_graphs_raise_no_suspicion(key):
    from n2n.io.readers.suspicions import shape_suspicions

    assert shape_suspicions(n2n.load(key)) == ()


def test_a_small_star_is_a_graph_like_others():
    from n2n.io.readers.suspicions import shape_suspicions

    assert shape_suspicions(graph_of(5, [(0, 1), (0, 2), (0, 3), (0, 4)])) == ()
