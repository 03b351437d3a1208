import pytest

from n2n.io.readers import Columns, ReadError, preview, read_graph, read_with_report
from tests.io.readers import published


def test_a_corrected_preview_guesses_again():
    [look] = preview(("e.csv", b"a;b,c\nd;e,f\n"))
    assert look.corrected(delimiter=";").rows() == {"1: column 1": ["a", "d"], "2: column 2": ["b,c", "e,f"]}
    assert look.corrected(header=True).names() == ["a;b", "c"]


def test_of_two_edge_lists_the_narrower_one_is_taken():
    kinds = {
        look.name: look.columns.kind
        for look in preview({"a.csv": b"a,b,c\nd,e,f\nd,g,h\n", "b.csv": b"a,b\nd,e\n"})
    }
    assert kinds == {"a.csv": "nodes", "b.csv": "edges"}


def test_a_file_that_is_not_a_table_has_no_columns():
    [look] = preview(("g.gml", b"graph [ ]"))
    assert (look.kind, look.columns, look.text) == ("gml", None, None)


def test_a_file_with_attributes_is_looked_at_like_a_table():
    [look] = preview(("blogs.gml", published.polblogs()))
    assert (look.kind, look.format) == ("gml", "GML")
    assert look.columns == Columns("nodes", id=0, name=1, label=3)
    assert list(look.rows()) == ["1: id", "2: label", "3: source", "4: value"]
    assert look.rows()["2: label"] == published.BLOGS[:5]
    assert look.corrected(label=2).columns.label == 2


def test_looks_can_be_read_instead_of_files():
    files = {"blogs.gml": published.polblogs(), "nodes.csv": b"id,team\n1,a\n2,b\n3,a\n4,b\n"}
    looks = preview(files)
    assert [look.columns.kind for look in looks] == ["nodes", "nodes"]
    one, other = read_with_report(looks), read_with_report(files)
    assert one.report == other.report
    assert one.graph.name == other.graph.name == "blogs"
    ignored = read_graph(looks, columns={"nodes.csv": Columns("ignore")})
    assert ignored.class_names == ("Class 0", "Class 1")


def test_a_table_beside_a_graph_describes_nodes_unless_it_says_otherwise():
    graph = {"g.gml": published.karate()}
    pairs = "".join(f"{node} {node % 2}\n" for node in range(1, 13)).encode()
    assert read_graph(graph | {"teams.txt": pairs}).num_classes == 2
    with pytest.raises(ReadError, match=r"g\.gml is already a graph"):
        read_graph(graph | {"more.csv": b"source,target\n1,2\n"})


def test_columns_of_a_file_that_is_not_there_are_a_mistake():
    with pytest.raises(ReadError, match=r"^f.csv: columns are given for it, but the files are e.csv\.$"):
        read_graph(("e.csv", b"a,b\n"), columns={"f.csv": Columns("edges")})
