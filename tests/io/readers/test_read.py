"""What is read is what was written: kinds, columns, ids, labels, features, reports."""

import io
from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp

import n2n
from n2n.graph import Dropped
from n2n.io.readers import Columns, Limits, ReadError, preview, read_graph, read_with_report
from n2n.io.readers.samples import samples

EDGES = b"source,target\nanna,ben\nben,cleo\ncleo,anna\n"


def pairs(graph) -> set[tuple[str, str]]:
    """The edges by the names of their ends."""
    row = np.repeat(np.arange(graph.num_nodes), graph.degree)
    ends = zip(row.tolist(), graph.indices.tolist(), strict=True)
    return {(graph.name_of(i), graph.name_of(j)) for i, j in ends}


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.title)
def test_a_sample_of_each_kind_is_the_karate_club(sample):
    club = n2n.load("karate")
    graph = read_graph(sample.files)
    assert pairs(graph) == pairs(club)
    if graph.has_labels:
        names = [graph.class_names[label] for label in graph.y]
        assert names == [club.class_names[label] for label in club.y]
    else:
        assert sample.title.startswith("Edge list")


def test_a_source_is_a_path_an_open_file_a_name_with_bytes_or_several(tmp_path):
    path = tmp_path / "edges.csv"
    path.write_bytes(EDGES)
    with path.open("rb") as file:
        graphs = [read_graph(path), read_graph(str(path)), read_graph(file), read_graph([path])]
    graphs += [read_graph(("e.csv", EDGES)), read_graph({"e.csv": EDGES}), read_graph([("e.csv", EDGES)])]
    assert {graph.num_edges for graph in graphs} == {3}
    assert [graph.name for graph in graphs] == ["edges"] * 4 + ["e"] * 3
    assert read_graph(path, name="mine").name == "mine"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("nowhere.csv", "nowhere.csv: there is no such file"),
        ([], "no file was given"),
        (EDGES, "bare data"),
        (io.StringIO("a,b"), "open as text"),
        (7, "bare data"),
        ([("e.csv", EDGES), ("e.csv", EDGES)], "two files have this name"),
        (".", "there is no such file"),
    ],
)
def test_what_is_no_source_is_told(source, words):
    with pytest.raises(ValueError, match=words):
        read_graph(source)


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|", " "])
@pytest.mark.parametrize("header", [True, False])
def test_separator_and_head_line_are_found(delimiter, header):
    text = EDGES.decode().replace(",", delimiter)
    text = text if header else text.partition("\n")[2]
    [look] = preview(("graph.txt", text.encode()))
    assert (look.columns.delimiter, look.columns.header) == (delimiter, header)
    assert read_graph(("graph.txt", text.encode())).node_names == ("anna", "ben", "cleo")


def test_numbers_keep_their_order_and_other_numbers_become_names():
    graph = read_graph(("e.csv", b"2,0\n0,1\n"))
    assert graph.node_names is None
    assert graph.neighbours(0).tolist() == [1, 2]
    assert read_graph(("e.csv", b"10,-3\n-3,700\n")).node_names == ("-3", "10", "700")
    assert read_graph(("e.csv", b"1,01\n01,2\n")).node_names == ("1", "01", "2")
    assert read_graph(("e.csv", b"5,99999999999999999999\n")).node_names == ("5", "99999999999999999999")
    assert read_graph(("e.csv", b"5,9000000000000000000\n")).node_names == ("5", "9000000000000000000")


def test_comments_blank_lines_quotes_and_spaces_are_understood():
    text = b'# from somewhere\n# id id\n\n"a b", c\r\n\r\nc ,"d,e"\r\n\r\n'
    assert pairs(read_graph(("e.csv", text))) >= {("a b", "c"), ("c", "d,e")}


def test_edges_that_mean_nothing_are_dropped_and_counted():
    report = read_with_report(("e.csv", b"a,b\na,b\nb,a\na,a\nb,c\n")).report
    assert (report.nodes, report.edges, report.self_loops, report.repeats, report.one_way) == (3, 2, 1, 1, 1)


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


def test_the_guess_can_be_corrected():
    files = {"edges.csv": EDGES, "people.csv": NODES}
    people = next(look for look in preview(files) if look.name == "people.csv")
    by_city = replace(people.columns, label=4, features=(2,))
    graph = read_graph(files, columns={"people.csv": by_city})
    assert (graph.class_names, graph.num_features) == (("Oslo", "Rome"), 1)
    text = read_graph(files, columns={"people.csv": Columns("ignore")})
    assert not text.has_labels
    headless = read_graph(("e.csv", EDGES), columns={"e.csv": Columns("edges", header=False)})
    assert "source" in headless.node_names
    with pytest.raises(ReadError, match="column 9 is wanted, but there is only 5 columns"):
        read_graph(files, columns={"people.csv": replace(people.columns, label=8)})
    with pytest.raises(ReadError, match="column 1 is used for two things"):
        read_graph(files, columns={"people.csv": replace(people.columns, label=0)})


def test_a_corrected_preview_guesses_anew():
    [look] = preview(("e.csv", b"a;b,c\nd;e,f\n"))
    assert look.corrected(delimiter=";").rows() == {"1: column 1": ["a", "d"], "2: column 2": ["b,c", "e,f"]}
    assert look.corrected(header=True).names() == ["a;b", "c"]


def test_text_in_a_column_of_numbers_is_told_with_its_line():
    rows = b"".join(b"n%d,%d\n" % (i, i) for i in range(500))
    with pytest.raises(ReadError, match=r'nodes.csv, line 502: "old" is not a number'):
        read_graph({"edges.csv": b"n1,n2\n", "nodes.csv": b"id,age\n" + rows + b"last,old\n"})


def test_nodes_that_the_table_lacks_are_added_where_they_need_no_features():
    reading = read_with_report({"edges.csv": EDGES, "nodes.csv": b"id,label\nanna,x\nben,y\n"})
    assert reading.graph.node_names == ("anna", "ben", "cleo")
    assert reading.graph.y.tolist() == [0, 1, -1]
    assert "1 nodes have edges but no row in nodes.csv; they have no label." in reading.report.notes


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


def test_sparse_features_by_number_and_by_name():
    table = b"id,features\na,0:1 3:2.5\nb,\nc,1:-1;3:1\n"
    graph = read_graph({"edges.csv": b"a,b\nb,c\n", "nodes.csv": table})
    assert sp.issparse(graph.x)
    assert graph.x.toarray().tolist() == [[1, 0, 0, 2.5], [0, 0, 0, 0], [0, -1, 0, 1]]
    named = read_graph({"edges.csv": b"a,b\n", "nodes.csv": b"id,features\na,red:1 big:2\nb,big:3\n"})
    assert named.x.toarray().tolist() == [[1, 2], [0, 3]]


def test_the_files_of_the_benchmark_are_read_as_torch_geometric_reads_them(dataset):
    from n2n.datasets.folders import data_folder

    photo = dataset("photo")
    graph = read_graph(data_folder() / "Photo" / "raw" / "amazon_electronics_photo.npz")
    assert (graph.indices == photo.indices).all()
    assert (graph.y == photo.y).all()
    assert (graph.x != photo.x).nnz == 0


@pytest.mark.parametrize("kind", ["degree", "spectral", "projection"])
def test_features_can_be_made_and_are_named(kind):
    reading = read_with_report(("friends.csv", EDGES), features=kind)
    assert reading.graph.num_features > 0
    assert reading.graph.name.startswith("friends, ")
    assert any(f"these were made: {kind}" in note for note in reading.report.notes)


def test_made_features_do_not_replace_given_ones():
    files = {"edges.csv": EDGES, "people.csv": NODES}
    assert read_graph(files, features="degree").num_features == 2


def test_the_report_warns_of_what_spoils_results():
    warnings = read_with_report(("e.csv", EDGES)).report.warnings()
    assert any("no features" in warning for warning in warnings)
    assert any("no labels" in warning for warning in warnings)
    one = read_with_report({"edges.csv": EDGES, "nodes.csv": b"id,label\nanna,x\nben,x\ncleo,x\n"}).report
    assert "All labels are the same, so there is nothing to tell apart." in one.warnings()


def test_node_names_and_what_was_dropped_survive_our_own_file():
    from n2n.io.writers.graphs import export_graph

    graph = read_graph(("e.csv", b"a,b\nb,a\nb,b\nb,c\n"))
    again = read_graph(("g.npz", export_graph(graph, "npz")), limits=Limits(nodes=3))
    assert again.node_names == ("a", "b", "c")
    assert again.dropped == graph.dropped == Dropped(1, 0, 1)
