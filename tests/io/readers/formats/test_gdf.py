"""GDF: the examples of Gephi's documentation."""

import pytest

from n2n.io.readers import ReadError, read_graph
from tests.io.readers.formats.reading import SMALL, pairs, read

GDF = """nodedef>name VARCHAR,label VARCHAR,class VARCHAR, visible BOOLEAN,width DOUBLE,color VARCHAR
s1,SiteA,blog,true,10.0,'114,116,177'
s2,"Site, B",forum,true,10.986123,'219,116,251'
s3,SiteC,blog,true,10.986123,'192,208,223'
edgedef>node1 VARCHAR,node2 VARCHAR,directed BOOLEAN,color VARCHAR
s1,s2,true,'114,116,177'
s2,s3,true,'219,116,251'
s3,s2,true,'192,208,223'
"""


def test_nodes_edges_names_and_classes():
    reading = read("g.gdf", GDF)
    graph = reading.graph
    assert graph.names() == ["SiteA", "Site, B", "SiteC"]
    assert (graph.class_names, graph.y.tolist()) == (("blog", "forum"), [0, 1, 0])
    assert pairs(graph) == {frozenset({"SiteA", "Site, B"}), frozenset({"Site, B", "SiteC"})}
    assert reading.report.one_way == 1
    more = read("g.gdf", GDF + "s3,s4,true,red\n").graph
    assert (more.num_nodes, more.y.tolist()) == (4, [0, 1, 0, -1])


def test_nodes_that_only_edges_name_are_told():
    lacking = 'g.gdf: its list of nodes lacks 2 that edges name, such as "s4"; they were added.'
    assert lacking in read("g.gdf", GDF + "s3,s4,true,red\ns4,s5,true,red\n").report.warnings()
    edges = "edgedef>node1,node2\na,b\n"
    for text in (GDF, edges, edges + "nodedef>name\na\nb\n"):
        assert not any("list of nodes" in one for one in read("g.gdf", text).report.warnings())


def test_the_smallest_form():
    text = 'nodedef> name\na\nb\n"c,d"\nedgedef> node1,node2\na,b\nb,"c,d"\n'
    assert pairs(read("g.txt", text).graph) == {frozenset("ab"), frozenset({"b", "c,d"})}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nodedef>name\na\na\n", "line 3: this node occurs twice"),
        ("nodedef>name\na,b\n", "line 2: 2 values for 1 columns"),
        ("edgedef>node1,node2\na\n", "line 2: the name of a node is empty"),
        ("nodedef>name\n" + "".join(f"n{i}\n" for i in range(60)), "it has 51 nodes, at most 50"),
        ("edgedef>node1,node2\n" + "a,b\n" * 101, "it has 101 edges, at most 100"),
    ],
)
def test_what_is_wrong_is_told(text, words):
    with pytest.raises(ReadError, match=words):
        read_graph(("g.gdf", text.encode()), limits=SMALL)
