"""PubMed as LINQS publishes it."""

import numpy as np
import pytest

from n2n.io.readers import ReadError, read_with_report

NODES = (
    "NODE\tpaper\ncat=1,2,3:label\tnumeric:w-rat:0.0\tnumeric:w-insulin:0.0\tstring:summary\n"
    "12187484\tlabel=1\tw-rat=0.093\tsummary=w-rat\n2344352\tlabel=3\tw-insulin=0.5\tw-rat=0.1\tsummary=x\n"
    "14654069\tlabel=1\tsummary=\n"
)
EDGES = (
    "DIRECTED\tcites\nNO_FEATURES\n33824\tpaper:12187484\t|\tpaper:2344352\n"
    "7\tpaper:14654069\t|\tpaper:12187484\n"
)


def read(nodes: str = NODES, edges: str = EDGES):
    return read_with_report({"P.NODE.paper.tab": nodes.encode(), "P.DIRECTED.cites.tab": edges.encode()})


def test_papers_their_words_and_citations():
    reading = read()
    graph = reading.graph
    assert graph.names() == ["12187484", "2344352", "14654069"]
    assert graph.edges().tolist() == [[0, 0], [1, 2]]
    assert (graph.class_names, graph.y.tolist()) == (("1", "3"), [0, 1, 0])
    np.testing.assert_allclose(graph.x.toarray(), [[0.093, 0.0], [0.1, 0.5], [0.0, 0.0]], rtol=1e-6)
    assert reading.report.notes[0].startswith("P.NODE.paper.tab: papers of LINQS")


@pytest.mark.parametrize(
    ("nodes", "edges", "words"),
    [
        (NODES.replace("0.093", "much"), EDGES, "line 3: the weight of a word is not a number"),
        (NODES.replace("0.093", "inf"), EDGES, "the weight of a word is not a finite number"),
        (NODES, EDGES + "8\tpaper:1\t|\n", 'line 5: "8 paper:1 |" does not name two papers'),
        ("NODE\tpaper\n", EDGES, "there is a header but no row below it"),
    ],
)
def test_what_is_wrong_is_told(nodes, edges, words):
    with pytest.raises(ReadError, match=words):
        read(nodes, edges)
