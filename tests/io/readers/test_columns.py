from dataclasses import replace

import pytest

from n2n.io.readers import Columns, ReadError, preview, read_graph
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
    with pytest.raises(ReadError, match="column 9 is needed, but there is only 5 columns"):
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
    assert columns.words(["name", "age", "team"]) == 'nodes by "name", labels "team", 1 columns of features'
    assert Columns("edges").words(["a", "b", "c"]) == 'edges from "a" to "b"; 1 more not used'
