import numpy as np
import pytest

from n2n.io.readers import ReadError, preview, read_graph, read_with_report
from n2n.io.readers.sources import Given
from n2n.io.readers.tables import open_text

EDGES = b"source,target\nanna,ben\nben,cleo\ncleo,anna\n"


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|", " "])
@pytest.mark.parametrize("header", [True, False])
def test_separator_and_header_are_found(delimiter, header):
    text = EDGES.decode().replace(",", delimiter)
    text = text if header else text.partition("\n")[2]
    [look] = preview(("graph.txt", text.encode()))
    assert (look.columns.delimiter, look.columns.header) == (delimiter, header)
    assert read_graph(("graph.txt", text.encode())).node_names == ("anna", "ben", "cleo")


def test_comments_blank_lines_quotes_and_spaces_are_understood():
    text = b'# from somewhere\n# id id\n\n"a b", c\r\n\r\nc ,"d,e"\r\n\r\n'
    graph = read_graph(("e.csv", text))
    assert graph.node_names == ("a b", "c", "d,e")
    assert graph.neighbours(1).tolist() == [0, 2]


def test_text_in_a_column_of_numbers_is_told_with_its_line():
    rows = b"".join(b"n%d,%d\n" % (i, i) for i in range(500))
    with pytest.raises(ReadError, match=r'nodes.csv, line 502: "old" is not a number'):
        read_graph({"edges.csv": b"n1,n2\n", "nodes.csv": b"id,age\n" + rows + b"last,old\n"})


def test_the_line_of_a_row_counts_comments_and_blank_lines():
    text = open_text(Given("e.csv", b"# a comment\nsource,target\n\na,b\r\n\r\nc,d\n"))
    assert text.lines == ("source,target", "a,b", "c,d")
    assert [text.line_of(row, header=True) for row in (0, 1)] == [4, 6]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_runs_of_spaces_separate_columns(end):
    text = end.join(["# from  to", "   1    2", "  10    1  ", "", "2  3"])
    graph = read_graph(("e.txt", text.encode()))
    assert (graph.node_names, graph.num_edges) == (("1", "2", "3", "10"), 3)
    with pytest.raises(ReadError, match=r"e\.txt, line 3: 3 columns instead of 2"):
        read_graph(("e.txt", b"# a\n  1  2\n 2   3   4\n"))


def test_spaces_inside_quotation_marks_stay():
    assert read_graph(("e.txt", b'"a  b" c\nc d\n')).node_names == ("a  b", "c", "d")


@pytest.mark.parametrize(
    "text",
    [
        "1 2\n# the second half\n2 3\n%\n",
        "sep=;\nsource;target\n1;2\n2;3\n",
        "1 2 {}\n2 3 {'weight': 4, 'kinds': {'a': 1}}\n",
        "1\t2 0.5\n2\t3 1\n",
    ],
)
def test_what_programs_write_beside_the_edges_is_no_edge(text):
    graph = read_graph(("e.csv", text.encode()))
    assert (graph.node_names, graph.num_edges) == (("1", "2", "3"), 2)


def test_a_name_may_begin_with_the_sign_of_a_comment():
    assert read_graph(("tags.csv", b"a,#b\n#b,c\n")).node_names == ("a", "#b", "c")


def test_decimal_commas_are_numbers_and_told():
    nodes = "id;team;height\nanna;red;1,75\nben;red;2\ncleo;blue;1,6\ndora;blue;0,5\n"
    reading = read_with_report({"edges.csv": b"anna;ben\nben;cleo\ncleo;dora\n", "nodes.csv": nodes.encode()})
    np.testing.assert_allclose(reading.graph.x[:, 0], [1.75, 2, 1.6, 0.5])
    assert reading.graph.node_names == ("anna", "ben", "cleo", "dora")
    assert any(
        "semicolon-separated, with decimal commas, with a header" in note for note in reading.report.notes
    )


def test_a_comma_that_may_stand_for_thousands_makes_no_feature_and_no_name():
    nodes = b'id,views\na,"1,234"\nb,"22,500"\nc,999\n'
    graph = read_graph({"edges.csv": b"a,b\nb,c\n", "nodes.csv": nodes})
    assert (graph.num_features, graph.node_names) == (0, ("a", "b", "c"))


def test_a_header_stands_above_decimal_commas():
    graph = read_graph(("kanten.csv", "\ufeffVon;Nach;Gewicht\r\nAnna;Ben;1,5\r\nBen;Cleo;2\r\n".encode()))
    assert graph.node_names == ("Anna", "Ben", "Cleo")
