import pytest

from n2n.io.readers import read_graph, read_with_report

EDGES = b"source,target\nanna,ben\nben,cleo\ncleo,anna\n"


def test_numbers_keep_their_order_and_other_numbers_become_names():
    graph = read_graph(("e.csv", b"2,0\n0,1\n"))
    assert graph.node_names is None
    assert graph.neighbours(0).tolist() == [1, 2]
    assert read_graph(("e.csv", b"10,-3\n-3,700\n")).node_names == ("-3", "10", "700")
    assert read_graph(("e.csv", b"1,01\n01,2\n")).node_names == ("1", "01", "2")
    assert read_graph(("e.csv", b"5,99999999999999999999\n")).node_names == ("5", "99999999999999999999")
    assert read_graph(("e.csv", b"5,9000000000000000000\n")).node_names == ("5", "9000000000000000000")


def test_edges_that_mean_nothing_are_dropped_and_counted():
    report = read_with_report(("e.csv", b"a,b\na,b\nb,a\na,a\nb,c\n")).report
    assert (report.nodes, report.edges, report.self_loops, report.repeats, report.one_way) == (3, 2, 1, 1, 1)


def test_nodes_that_the_table_lacks_are_added_where_they_need_no_features():
    reading = read_with_report({"edges.csv": EDGES, "nodes.csv": b"id,label\nanna,x\nben,y\n"})
    assert reading.graph.node_names == ("anna", "ben", "cleo")
    assert reading.graph.y.tolist() == [0, 1, -1]
    assert "Nodes that have edges but no row in nodes.csv, and so no label: 1." in reading.report.notes


@pytest.mark.parametrize(
    ("labels", "y", "names"),
    [
        (["0", "1", "-1"], [0, 1, -1], ("Class 0", "Class 1")),
        (["3", "10", "3"], [0, 1, 0], ("3", "10")),
        (["part 10", "part 9", ""], [1, 0, -1], ("part 9", "part 10")),
        (["1.5", "x", "1.5"], [0, 1, 0], ("1.5", "x")),
        (["", "", ""], [-1, -1, -1], ()),
    ],
)
def test_labels_are_numbers_or_words(labels, y, names):
    table = "id,label\n" + "".join(f"{i},{label}\n" for i, label in enumerate(labels))
    graph = read_graph({"edges.csv": b"source,target\n0,1\n1,2\n", "nodes.csv": table.encode()})
    assert (graph.y.tolist(), graph.class_names) == (y, names)
