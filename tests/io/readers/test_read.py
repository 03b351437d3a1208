"""What is read is what was written: tables, markup, made features."""

import numpy as np
import pytest

from n2n.io.readers import ReadError, read_graph, read_with_report

EDGES = b"source,target\nanna,ben\nben,cleo\ncleo,anna\n"
NODES = (
    b"id,team,age,height,city\n"
    b"cleo,red,30,1.5,Rome\nanna,blue,20,1.75,Oslo\nben,,25,2,Rome\ndora,red,9,1,Oslo\n"
)


def test_a_table_of_nodes_gives_order_labels_and_features():
    reading = read_with_report({"edges.csv": EDGES, "people.csv": NODES})
    graph = reading.graph
    assert graph.node_names == ("cleo", "anna", "ben", "dora")
    assert graph.class_names == ("blue", "red")
    assert graph.y.tolist() == [1, 0, -1, 1]
    np.testing.assert_allclose(graph.x, [[30, 1.5], [20, 1.75], [25, 2], [9, 1]])
    report = reading.report
    assert (report.isolated, report.unlabelled, report.class_sizes) == (1, 1, {"blue": 1, "red": 2})
    assert any('labels "team"' in note for note in report.notes)
    assert any('edges from "source" to "target"' in note for note in report.notes)


@pytest.mark.parametrize("kind", ["degree", "spectral", "projection"])
def test_features_can_be_made_and_are_named(kind):
    reading = read_with_report(("friends.csv", EDGES), features=kind)
    assert reading.graph.num_features > 0
    assert reading.graph.name.startswith("friends, ")
    assert any(f"these were made: {kind}" in note for note in reading.report.notes)


def test_made_features_do_not_replace_given_ones():
    files = {"edges.csv": EDGES, "people.csv": NODES}
    assert read_graph(files, features="degree").num_features == 2


def test_markup_is_read_with_the_attributes_of_its_nodes():
    text = b"""graph [ node [ id 5 label "a" team "red" age 3 ] node [ id 7 label "b" team "blue" age 4 ]
                       edge [ source 5 target 7 ] ]"""
    reading = read_with_report(("g.gml", text))
    graph = reading.graph
    assert (graph.node_names, graph.classes(), graph.x.tolist()) == (("a", "b"), ["red", "blue"], [[3], [4]])
    assert reading.report.notes == (
        'g.gml: GML, nodes by "id", names "label", labels "team", 1 column of features.',
    )


def test_two_graphs_at_once_are_refused():
    with pytest.raises(ReadError, match=r"^e.csv: g.gml is already a graph: give one of the two\."):
        read_graph({"g.gml": b"graph [ ]", "e.csv": EDGES})
