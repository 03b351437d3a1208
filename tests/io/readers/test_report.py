import numpy as np
import scipy.sparse as sp

from n2n.io.readers import read_with_report, report_of
from n2n.io.samples import samples
from tests.graphs import graph_of

EDGES = b"source,target\nanna,ben\nben,cleo\ncleo,anna\n"


def test_it_warns_of_what_impairs_results():
    warnings = read_with_report(("e.csv", EDGES)).report.warnings()
    assert any("no features" in warning for warning in warnings)
    assert any("no labels" in warning for warning in warnings)
    one = read_with_report({"edges.csv": EDGES, "nodes.csv": b"id,label\nanna,x\nben,x\ncleo,x\n"}).report
    assert "All labels are the same, so there is nothing to distinguish." in one.warnings()


def test_constant_features_are_counted_dense_and_sparse():
    x = np.array([[1, 0, 2], [1, 0, 3], [1, 0, 0]], np.float32)
    for form in (np.asarray, sp.csr_array):
        assert report_of(graph_of(3, [(0, 1)]).replace(x=form(x))).constant_features == 2


def test_a_class_that_is_too_small_for_a_split_is_told():
    report = report_of(graph_of(5, [(0, 1)], y=[0, 0, 0, 1, 1]))
    assert "Classes with fewer than 3 nodes: 1. They cannot be in every part of a split." in report.warnings()
    assert report.table()["how many"][:2] == [5, 1]


def test_directions_are_told_only_where_they_differ():
    once = read_with_report(("e.csv", EDGES)).report
    assert once.one_way == once.edges == 3
    assert "Edges given in one direction only" not in once.table()["what"]
    mixed = read_with_report(("e.csv", EDGES + b"ben,anna\n")).report
    rows = dict(zip(*mixed.table().values(), strict=True))
    assert rows["Edges given in one direction only"] == 2


def test_it_says_what_each_file_was_taken_for():
    taken = {}
    for sample in samples():
        for note in read_with_report(sample.files).report.notes[: len(sample.files)]:
            taken.setdefault(sample.title, []).append(note)
    assert taken["Edge list"] == [
        'edges.csv: edges from "source" to "target"; comma-separated, with a header.'
    ]
    assert taken["GML"] == [
        'graph.gml: GML, nodes by "id", names "label", labels "class", 0 columns of features.'
    ]
    assert taken["npz (this program)"] == ["graph.npz: arrays (npz)."]
    assert all(len(notes) >= 1 for notes in taken.values())
