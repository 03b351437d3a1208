"""Several tables of nodes."""

import pytest

from n2n.io.readers import ReadError, read_graph, read_with_report

EDGES = b"source,target\na,b\nb,c\n"
LABELS = b"id,label\na,x\nb,y\nc,x\nd,y\n"
FEATURES = b"id,age,mass\nc,3,1\na,1,1\nb,2,1\n"


def test_labels_and_features_may_be_in_two_tables():
    reading = read_with_report({"edges.csv": EDGES, "labels.csv": LABELS, "features.csv": FEATURES})
    graph = reading.graph
    assert (graph.names(), graph.classes()) == (["c", "a", "b"], ["x", "x", "y"])
    assert graph.x.tolist() == [[3, 1], [1, 1], [2, 1]]
    assert (
        "Rows of labels.csv left out, since their nodes are not in features.csv: 1." in reading.report.notes
    )


def test_two_tables_of_features_stand_side_by_side():
    more = b"id,height\na,7\nb,8\nc,9\n"
    graph = read_graph({"edges.csv": EDGES, "features.csv": FEATURES, "nodes2.csv": more})
    assert graph.x.toarray().tolist() == [[3, 1, 9], [1, 1, 7], [2, 1, 8]]


def test_what_does_not_fit_is_told():
    with pytest.raises(ReadError, match=r"labels.csv and this table both have labels"):
        read_graph({"edges.csv": EDGES, "labels.csv": LABELS, "nodes.csv": LABELS})
    with pytest.raises(ReadError, match=r'^nodes2\.csv: node "c" has no features here\.'):
        read_graph({"edges.csv": EDGES, "features.csv": FEATURES, "nodes2.csv": b"id,height\na,7\nb,8\n"})
    with pytest.raises(ReadError, match=r'^labels\.csv, line 6: node "a" occurs twice\.'):
        read_graph({"edges.csv": EDGES, "labels.csv": LABELS + b"a,x\n", "features.csv": FEATURES})
