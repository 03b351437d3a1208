"""Which files hold one table of another format, and the files of OGB among others."""

from n2n.io.readers import Limits
from n2n.io.readers.formats.tables import read_table, without_ogb
from n2n.io.readers.sources import Given

LIMITS = Limits()


def test_json_holds_features_only_beside_other_files_and_by_its_name():
    features = Given("my_features.json", b'{"0": [1], "2": [0]}')
    assert read_table(features, "json", LIMITS, alone=False).x.toarray().tolist() == [[0, 1], [1, 0]]
    assert read_table(features, "json", LIMITS, alone=True) is None
    assert read_table(features._replace(name="graph.json"), "json", LIMITS, alone=False) is None
    assert read_table(features, "csv", LIMITS, alone=False) is None


def test_of_ogb_the_edges_stay_with_the_notes_of_all_files():
    files = [
        Given("num-node-list.csv", b"2\n", notes=("packed",)),
        Given("edge.csv", b"0,1\n", doubts=("old",)),
        Given("node_year.csv", b"2013\n2014\n"),
    ]
    [edges], frame = without_ogb(files, LIMITS)
    assert (edges.name, edges.data, edges.doubts) == ("edge.csv", b"0,1\n", ("old",))
    assert edges.notes == ("packed", "Files of the OGB layout that are not used: node_year.csv.")
    assert frame.table.num_rows == 2
    assert without_ogb(files[1:], LIMITS) == (files[1:], None)
