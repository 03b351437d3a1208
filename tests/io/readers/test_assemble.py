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
        (["1.0", "2.0", "1.0"], [0, 1, 0], ("1", "2")),
        (["1", "2", "1"], [0, 1, 0], ("1", "2")),
    ],
)
def test_labels_are_numbers_or_words(labels, y, names):
    table = "id,label\n" + "".join(f"{i},{label}\n" for i, label in enumerate(labels))
    graph = read_graph({"edges.csv": b"source,target\n0,1\n1,2\n", "nodes.csv": table.encode()})
    assert (graph.y.tolist(), graph.class_names) == (y, names)


@pytest.mark.parametrize(
    ("rows", "y", "names"),
    [
        ("0,1,red\n1,2,blue\n2,1,red\n", [0, 1, 0], ("red", "blue")),
        ("0,7,red\n1,3,blue\n2,-1,\n", [1, 0, -1], ("blue", "red")),
        ("0,1,\n1,2,blue\n2,1,\n", [0, 1, 0], ("Class 1", "blue")),
        ("0,0,red\n1,1,blue\n2,0,red\n", [0, 1, 0], ("red", "blue")),
    ],
)
def test_no_class_is_empty_and_names_stay_with_their_numbers(rows, y, names):
    table = f"id,class,class_name\n{rows}".encode()
    reading = read_with_report({"edges.csv": b"source,target\n0,1\n1,2\n", "nodes.csv": table})
    assert (reading.graph.y.tolist(), reading.graph.class_names) == (y, names)
    assert min(reading.report.class_sizes.values()) > 0


def test_names_are_shown_and_ids_are_kept():
    nodes = b"id,name,team\n" + b"".join(b"n%d,Ann %d,%d\n" % (i, i, i % 2) for i in range(6))
    edges = b"source,target\nn0,n1\nn4,n5\n"
    graph = read_graph({"edges.csv": edges, "nodes.csv": nodes})
    assert graph.names() == [f"Ann {i}" for i in range(6)]
    assert graph.ids() == [f"n{i}" for i in range(6)]
    assert graph.neighbours(4).tolist() == [5]


def test_two_nodes_of_one_name_keep_both_their_names():
    nodes = b"id,name\n1,Ann\n2,Ben\n3,Ann\n4,\n5,Cleo\n6,Dora\n"
    reading = read_with_report({"edges.csv": b"source,target\n1,2\n3,7\n", "nodes.csv": nodes})
    assert reading.graph.names() == ["Ann (1)", "Ben", "Ann (3)", "4", "Cleo", "Dora", "7"]
    assert reading.graph.ids() == ["1", "2", "3", "4", "5", "6", "7"]
    assert "Nodes that share their name with another, and so have their id behind it: 2." in (
        reading.report.notes
    )


def test_a_name_that_is_the_id_of_another_node_leaves_the_ids():
    nodes = b"id,name\n1,2\n2,\n3,a\n4,b\n5,c\n6,d\n"
    graph = read_graph({"edges.csv": b"source,target\n1,2\n", "nodes.csv": nodes})
    assert len(set(graph.names())) == 6


def test_an_endless_name_is_cut():
    nodes = "id,name\n" + "".join(f"{i},{i}{'x' * 5000}\n" for i in range(6))
    graph = read_graph({"edges.csv": b"source,target\n1,2\n", "nodes.csv": nodes.encode()})
    assert {len(name) for name in graph.names()} == {1000}
