from dataclasses import replace

import pytest

from n2n.io.readers import Columns, ReadError, preview, read_graph, read_with_report
from n2n.io.readers.columns import guess

EDGES = b"source,target\nanna,ben\nben,cleo\ncleo,anna\n"
NODES = (
    b"id,team,age,height,city\n"
    b"cleo,red,30,1.5,Rome\nanna,blue,20,1.75,Oslo\nben,,25,2,Rome\ndora,red,9,1,Oslo\n"
)


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
    with pytest.raises(ReadError, match="column 9 is needed, but there are only 5 columns"):
        read_graph(files, columns={"people.csv": replace(people.columns, label=8)})
    with pytest.raises(ReadError, match="column 1 is used for two things"):
        read_graph(files, columns={"people.csv": replace(people.columns, label=0)})


@pytest.mark.parametrize(
    ("file", "header", "expected"),
    [
        ("e.csv", ["from", "to", "weight"], Columns("edges")),
        ("e.csv", ["weight", "u", "v"], Columns("edges", source=1, target=2)),
        ("people.csv", ["name", "x", "y"], Columns("nodes", label=2)),
        ("people.csv", ["id", "subject", "word"], Columns("nodes", label=1, features=(2,))),
        ("nodes.csv", ["n", "p", "q"], Columns("nodes", features=(1, 2))),
    ],
)
def test_names_of_columns_and_of_the_file_tell_what_they_mean(file, header, expected):
    assert guess([header, ["1", "2", "3"], ["4", "5", "6"]], file, ",") == expected


def test_the_meaning_is_told_in_words():
    columns = Columns("nodes", id=0, label=2, features=(1,))
    assert columns.words(["name", "age", "team"]) == 'nodes by "name", labels "team", 1 column of features'
    assert Columns("edges").words(["a", "b", "c"]) == 'edges from "a" to "b"; 1 more not used'


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        ("person,other,since\nanna,ben,May\nben,cleo,June\n", True),
        ("person,other,since\nanna,ben,2001\n", True),
        ("user,friend\nanna,ben\nben,cleo\n", True),
        ("person,other\nother,anna\nperson,ben\n", False),
        ("anna,ben\nben,dora\n", False),
    ],
)
def test_a_header_is_known_by_its_words_unless_they_are_ids(rows, header):
    assert guess([line.split(",") for line in rows.splitlines()], "e.csv", ",").header is header


def test_the_name_is_told_in_words():
    words = Columns("nodes", id=0, name=1, label=2).words(["id", "title", "team"])
    assert words == 'nodes by "id", names "title", labels "team", 0 columns of features'


@pytest.mark.parametrize(
    ("header", "names"),
    [
        (",source,target", ("a", "b", "c")),
        (",person,other", ("a", "b", "c")),
        ("Unnamed: 0,0,1", ("a", "b", "c")),
    ],
)
def test_the_index_column_of_pandas_is_no_node(header, names):
    graph = read_graph(("e.csv", f"{header}\n0,a,b\n1,b,c\n".encode()))
    assert (graph.node_names, graph.num_edges) == (names, 2)


def test_the_index_of_pandas_is_the_id_of_nodes_without_another():
    edges = b"0,1\n1,2\n"
    graph = read_graph({"edges.csv": edges, "nodes.csv": b",label,age\n0,x,3\n1,y,4\n2,x,5\n"})
    assert (graph.node_names, graph.classes(), graph.num_features) == (None, ["x", "y", "x"], 1)
    named = read_graph({"edges.csv": b"a,b\nb,c\n", "nodes.csv": b",id,label\n0,a,x\n1,b,y\n2,c,x\n"})
    assert (named.names(), named.classes()) == (["a", "b", "c"], ["x", "y", "x"])


@pytest.mark.parametrize("values", ["2019-03-01 12:00", "1.2.2020", "true", "0.5"])
def test_a_word_above_dates_numbers_or_truth_values_is_a_header(values):
    rows = f"anna,ben,{values}\nben,cleo,{values}\n"
    assert read_graph(("e.csv", ("friend,of,added\n" + rows).encode())).names() == ["anna", "ben", "cleo"]


TRIPLES = "anna,likes,ben\nben,likes,cleo\ncleo,knows,anna\ndora,knows,ben\n"


@pytest.mark.parametrize(
    "text",
    [
        TRIPLES,
        TRIPLES.replace(",", ";"),
        "subject,predicate,object\n" + TRIPLES,
        "person,relation,friend\n" + TRIPLES,
        TRIPLES.replace("likes", "0.5").replace("knows", "2"),
    ],
)
def test_triples_are_edges_from_the_first_to_the_third_column(text):
    reading = read_with_report(("facts.csv", text.encode()))
    assert sorted(reading.graph.names()) == ["anna", "ben", "cleo", "dora"]
    assert reading.graph.num_edges == 4
    if "subject" not in text:
        assert "facts.csv: triples (a node, a relation, a node), edges from" in reading.report.notes[0]


@pytest.mark.parametrize(
    "third",
    [
        ("1", "2", "1", "3"),
        ("0.5", "0.25", "1", "3"),
        ("2020-01-02", "2020-01-03", "2020-01-02", "2021-01-02"),
        ("friend", "friend", "family", "friend"),
        ("anna", "ben", "cleo", "dora"),
    ],
)
@pytest.mark.parametrize("nodes", ["anna,ben ben,cleo cleo,anna dora,ben", "u1,i1 u2,i1 u1,i2 u3,i2"])
def test_a_third_column_of_weights_dates_or_kinds_is_no_end(nodes, third):
    rows = "".join(f"{pair},{value}\n" for pair, value in zip(nodes.split(), third, strict=True))
    reading = read_with_report(("e.csv", rows.encode()))
    assert {name for pair in nodes.split() for name in pair.split(",")} == set(reading.graph.names())
    assert not any("relation" in doubt for doubt in reading.report.suspicions)


@pytest.mark.parametrize("third", ["{}", "thing{}"])
def test_where_a_relation_is_likely_but_not_sure_the_columns_must_be_given(third):
    rows = "".join(f"{i},likes,{third.format(i + 1)}\n" for i in range(8))
    with pytest.raises(ReadError, match="its second column may be a target or a relation"):
        read_graph(("e.csv", rows.encode()))
    chosen = {"e.csv": Columns("edges", header=False, target=2)}
    assert read_graph(("e.csv", rows.encode()), columns=chosen).num_edges == 8
