"""A table of nodes beside a file with edges and nodes."""

import numpy as np
import pytest

from n2n.io.readers import ReadError, read_graph, read_with_report
from tests.io.readers import published

BLOGS = {"blogs.gml": published.polblogs()}


def table(first: str, nodes, *, age: bool = True) -> bytes:
    rows = (
        f"{node},{'ab'[place % 2]}{',' + str(place) if age else ''}\n" for place, node in enumerate(nodes)
    )
    return f"{first},team{',age' if age else ''}\n{''.join(rows)}".encode()


@pytest.mark.parametrize(("first", "nodes"), [("id", range(1, 13)), ("node", published.BLOGS)])
def test_the_table_is_matched_by_ids_or_by_names(first, nodes):
    reading = read_with_report(BLOGS | {"people.csv": table(first, nodes)})
    graph = reading.graph
    assert graph.node_names == tuple(published.BLOGS)
    assert graph.ids() == [str(node) for node in range(1, 13)]
    assert graph.class_names == ("a", "b")
    assert graph.x[:, 0].tolist() == list(range(12))
    by = "ids" if first == "id" else "names"
    assert f"people.csv was matched with the {by} of the nodes in blogs.gml." in reading.report.notes


def test_rows_and_nodes_that_do_not_match_are_counted():
    reading = read_with_report(BLOGS | {"people.csv": table("id", [3, 1, 99], age=False)})
    assert reading.graph.num_nodes == 12
    assert reading.graph.y[:3].tolist() == [1, -1, 0]
    assert "Nodes of blogs.gml without a row in people.csv: 10." in reading.report.notes
    assert "Rows of people.csv that match no node of blogs.gml were left out: 1." in reading.report.notes


def test_what_the_table_lacks_comes_from_the_file():
    features = b"id,age\n" + b"".join(b"%d,%d.5\n" % (node, node) for node in range(1, 13))
    graph = read_graph(BLOGS | {"nodes.csv": features})
    assert graph.num_classes == 2
    np.testing.assert_allclose(graph.x[:, 0], np.arange(1, 13) + 0.5)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (table("id", ["x", "y"]), 'none of its ids ("x", …) is a node of blogs.gml.'),
        (table("id", [1, 2]), 'node "3" of blogs.gml has no row in it.'),
        (table("id", [1, 1]), 'node "1" occurs twice.'),
    ],
)
def test_a_table_that_does_not_fit_is_told(rows, words):
    with pytest.raises(ReadError) as error:
        read_graph(BLOGS | {"people.csv": rows})
    assert words in str(error.value)
