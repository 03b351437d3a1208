import io
import zipfile
from dataclasses import replace

import networkx as nx
import pytest

from n2n.io.readers import Columns, Limits, ReadError, preview, read_graph, read_with_report
from n2n.io.readers.formats.markup import networkx_graph
from n2n.io.readers.sources import Given
from tests.io.readers import published

GRAPH = nx.path_graph(3)
TEXTS = {
    "graphml": "\n".join(nx.generate_graphml(GRAPH)),
    "gexf": "\n".join(nx.generate_gexf(GRAPH)),
    "gml": "\n".join(nx.generate_gml(GRAPH)),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_each_kind_is_read_and_counted_first(kind):
    file = Given(f"g.{kind}", TEXTS[kind].encode())
    found, _ = networkx_graph(file, Limits(), kind)
    assert (found.number_of_nodes(), found.number_of_edges()) == (3, 2)
    with pytest.raises(ReadError, match="it has 3 nodes, at most 2 are allowed"):
        networkx_graph(file, Limits(nodes=2), kind)
    with pytest.raises(ReadError, match="larger than the 10 bytes allowed for this kind of file"):
        networkx_graph(file, Limits(slow_bytes=10), kind)
    with pytest.raises(ReadError, match="nested more than 1 deep"):
        networkx_graph(file, Limits(depth=1), kind)


def test_an_entity_is_never_expanded():
    text = b'<!DOCTYPE x [<!ENTITY a "b">]><graphml>&a;</graphml>'
    with pytest.raises(ReadError, match="line 1: it declares a document type or an entity"):
        networkx_graph(Given("g.graphml", text), Limits(), "graphml")


GEXF = {
    "1.1draft": ("1.1", "http://www.gexf.net/1.1draft"),
    "1.2draft": ("1.2", "http://www.gexf.net/1.2draft"),
    "1.2 without www": ("1.2", "http://gexf.net/1.2draft"),
    "1.2 without draft": ("1.2", "http://www.gexf.net/1.2"),
    "1.3": ("1.3", "http://gexf.net/1.3"),
    "1.3 with www": ("1.3", "http://www.gexf.net/1.3"),
}


@pytest.mark.parametrize(("version", "address"), GEXF.values(), ids=GEXF)
def test_gexf_of_gephi_in_every_version_and_spelling(version, address):
    reading = read_with_report(("people.gexf", published.gephi_gexf(version, address)))
    graph = reading.graph
    assert graph.node_names == tuple(f"Person {i}" for i in range(12))
    assert graph.ids() == [f"{i}.0" for i in range(12)]
    assert graph.y.tolist() == [i // 4 for i in range(12)]
    assert graph.x.shape == (12, 1)
    assert graph.edges().T.tolist() == [list(pair) for pair in sorted(published.PAIRS)]
    assert reading.report.notes == (
        'people.gexf: GEXF, nodes by "id", names "label", labels "Modularity Class", 1 column of features.',
    )


def test_blogs_have_names_and_numeric_classes_and_repeated_edges_are_counted():
    reading = read_with_report(("polblogs.gml", published.polblogs()))
    graph = reading.graph
    assert graph.node_names == tuple(published.BLOGS)
    assert (graph.y.tolist(), graph.num_features) == ([0] * 6 + [1] * 6, 0)
    assert (graph.num_edges, reading.report.repeats) == (len(published.PAIRS), 3)
    found = nx.parse_gml(published.newman_gml("").decode().splitlines(), label="id")
    assert {frozenset(pair) for pair in graph.edges().T.tolist()} == {frozenset(p) for p in found.edges()}


def test_ids_from_one_are_names_where_there_are_no_others():
    graph = read_graph(("karate.gml", published.karate()))
    assert (graph.node_names, graph.node_ids) == (tuple(map(str, range(1, 13))), None)
    assert not graph.has_labels


@pytest.mark.parametrize(
    ("data", "name", "classes"),
    [
        (published.igraph_graphml(), "Actor {}", ("Class 0", "Class 1")),
        (published.yed_graphml(), "Machine {}", ("switch0", "switch1")),
    ],
)
def test_graphml_of_other_programs(data, name, classes):
    graph = read_graph(("g.graphml", data))
    found = nx.read_graphml(io.BytesIO(data))
    assert graph.node_names == tuple(name.format(i) for i in range(12))
    assert graph.ids() == list(found)
    assert graph.class_names == classes
    assert graph.y.tolist() == [0] * 6 + [1] * 6
    pairs = {frozenset((graph.ids()[a], graph.ids()[b])) for a, b in graph.edges().T.tolist()}
    assert pairs == {frozenset(pair) for pair in found.edges()}


@pytest.mark.parametrize("write", [nx.generate_graphml, nx.generate_gexf, nx.generate_gml])
def test_what_networkx_writes_of_its_own_graphs(write):
    kind = write.__name__.removeprefix("generate_")
    families = nx.les_miserables_graph()
    for community, people in enumerate(nx.community.greedy_modularity_communities(families)):
        for person in people:
            families.nodes[person]["community"] = community
    graph = read_graph((f"les.{kind}", "\n".join(write(families)).encode()))
    assert graph.node_names == tuple(families)
    assert graph.y.tolist() == [families.nodes[person]["community"] for person in families]
    pairs = {frozenset((graph.names()[a], graph.names()[b])) for a, b in graph.edges().T.tolist()}
    assert pairs == {frozenset(pair) for pair in families.edges()}


def test_attributes_are_corrected_like_columns_also_inside_a_zip():
    data = published.polblogs()
    [look] = preview(("polblogs.gml", data))
    assert look.names() == ["id", "label", "source", "value"]
    corrected = replace(look.columns, label=2, name=None, features=(3,))
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("polblogs.gml", data)
    for files in (("polblogs.gml", data), ("blogs.zip", zipped.getvalue())):
        graph = read_graph(files, columns={"polblogs.gml": corrected})
        assert graph.num_classes == 9
        assert graph.node_names == tuple(str(i) for i in range(1, 13))
        assert graph.x[:, 0].tolist() == [0] * 6 + [1] * 6
        assert graph.name == files[0].partition(".")[0]
    by_label = read_graph(("g.gml", data), columns={"g.gml": replace(look.columns, id=1, name=None)})
    assert by_label.ids() == published.BLOGS
    assert by_label.num_edges == len(published.PAIRS)
    for columns, words in (
        (Columns("edges"), "it has edges of its own"),
        (Columns("nodes", label=9), "column 10 is needed, but there are only 4 columns"),
        (Columns("nodes", id=3), 'node "0" occurs twice'),
        (Columns("nodes", features=(2,)), '"List0,Other" under "source" is not a number'),
    ):
        with pytest.raises(ReadError, match=words):
            read_graph(("g.gml", data), columns={"g.gml": columns})


@pytest.mark.parametrize("kind", ["graphml", "gexf"])
def test_a_node_that_only_an_edge_names_is_kept_and_told(kind):
    whole = read_with_report((f"g.{kind}", TEXTS[kind].encode()))
    assert not any("list of nodes" in one for one in whole.report.warnings())
    text = TEXTS[kind].replace('target="2"', 'target="x"')
    reading = read_with_report((f"g.{kind}", text.encode()))
    assert reading.graph.num_nodes == 4
    lacking = f'g.{kind}: its list of nodes lacks one that edges name, "x"; it was added.'
    assert lacking in reading.report.warnings()


def test_an_edge_to_a_node_that_gml_does_not_list_is_refused():
    with pytest.raises(ReadError, match=r"not a readable GML file .edge .* has undefined target"):
        read_graph(("g.gml", TEXTS["gml"].replace("target 2", "target 9").encode()))
