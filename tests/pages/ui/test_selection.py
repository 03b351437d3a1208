"""Marked nodes: listed with their classes and subgraphs, in the address, with their graph."""

import n2n
from tests.pages.app import open_page
from tests.pages.training import button


def test_marked_nodes_are_listed_with_their_classes_and_subgraphs():
    graph = n2n.load("karate")
    app = open_page("embeddings", dataset="karate", nodes="0,1,2,33")
    nodes, classes, subgraphs = (frame.value for frame in app.dataframe)
    assert list(nodes["node"]) == [0, 1, 2, 33]
    assert list(nodes["class"]) == [graph.class_names[label] for label in graph.y[[0, 1, 2, 33]]]
    assert (list(classes["class"]), list(classes["nodes"])) == (["Mr. Hi", "Officer"], [3, 1])
    assert list(classes["share"]) == [0.75, 0.25]
    parts = n2n.partition(n2n.rank(graph).top(1))
    assert dict(zip(subgraphs["subgraph"], subgraphs["nodes"], strict=True)) == {
        number: int((parts.membership[[0, 1, 2, 33]] == number).sum())
        for number in set(parts.membership[[0, 1, 2, 33]].tolist())
    }
    button(app, "Unmark").click().run()
    assert "nodes" not in app.query_params
    assert not app.subheader


def test_marks_stay_with_their_graph():
    app = open_page("embeddings", dataset="karate", nodes="0,1")
    app.selectbox(key="dataset").select("cora").run()
    assert not app.exception
    assert not app.subheader
    assert "nodes" not in app.query_params
