"""The layouts of geom-gcn, karateclub and OGB."""

import gzip
import json

import numpy as np
import pytest
import scipy.sparse as sp

from n2n.files.assets import data_folder
from n2n.io.readers import Limits, ReadError, read_graph, read_with_report
from tests.io.readers.corpus_formats import zipped

GEOM_EDGES = b"node_id\tnode_id\n0\t1\n1\t2\n2\t3\n"
OGB = {
    "arxiv/raw/num-node-list.csv.gz": b"5\n",
    "arxiv/raw/edge.csv.gz": b"0,1\n1,2\n3,1\n",
    "arxiv/raw/num-edge-list.csv.gz": b"3\n",
    "arxiv/raw/node-feat.csv.gz": b"0.5,-1\n1,2\n0,0\n3,4\n5,6\n",
    "arxiv/raw/node-label.csv.gz": b"4\n1\nnan\n4\n1\n",
    "arxiv/raw/node_year.csv.gz": b"2013\n" * 5,
    "arxiv/split/time/train.csv.gz": b"0\n1\n",
    "arxiv/split/time/valid.csv.gz": b"3\n",
    "arxiv/split/time/test.csv.gz": b"4\n",
    "arxiv/README.md": b"# ogbn-arxiv",
    "__MACOSX/arxiv/._edge.csv": b"x",
}


def ogb(**changes: bytes) -> bytes:
    files = OGB | {next(name for name in OGB if key in name): data for key, data in changes.items()}
    return zipped(
        {name: gzip.compress(data) if name.endswith("gz") else data for name, data in files.items()}
    )


def test_the_pair_of_geom_gcn():
    nodes = b"node_id\tfeature\tlabel\n1\t0,1,0\t1\n0\t1,1,0\t2\n2\t0,0,1\t1\n3\t0,0,0\t2\n"
    files = {"out1_graph_edges.txt": GEOM_EDGES, "out1_node_feature_label.txt": nodes}
    graph = read_graph(files)
    assert graph.names() == ["1", "0", "2", "3"]
    assert graph.num_edges == 3
    assert (graph.class_names, graph.y.tolist()) == (("1", "2"), [0, 1, 0, 1])
    assert sp.csr_array(graph.x).toarray().tolist() == [[0, 1, 0], [1, 1, 0], [0, 0, 1], [0, 0, 0]]


def test_real_files_of_geom_gcn_are_read_as_torch_geometric_reads_them(dataset):
    known = dataset("texas")
    graph = read_graph(sorted((data_folder() / "WebKB" / "texas" / "raw").glob("out1_*.txt")))
    order = np.argsort([int(name) for name in graph.names()])
    renamed = np.array([int(name) for name in graph.names()])[graph.edges()]
    assert {frozenset(pair) for pair in renamed.T.tolist()} == {
        frozenset(pair) for pair in known.edges().T.tolist()
    }
    assert (graph.y[order] == known.y).all()
    assert (sp.csr_array(graph.x)[order] != sp.csr_array(known.x)).nnz == 0


def test_film_lists_the_places_of_its_features():
    nodes = b"node_id\tfeature\tlabel\n0\t5,1,0\t3\n1\t2\t2\n2\t0,2\t3\n3\t1,1\t2\n"
    x = read_graph({"a_edges.txt": GEOM_EDGES, "b.txt": nodes}).x
    assert sp.csr_array(x).toarray().tolist() == [
        [1, 1, 0, 0, 0, 1], [0, 0, 1, 0, 0, 0], [1, 0, 1, 0, 0, 0], [0, 1, 0, 0, 0, 0]
    ]  # fmt: skip


@pytest.mark.parametrize("form", ["csv", "json"])
def test_the_three_tables_of_karateclub(form):
    entries = {"0": [3, 1], "1": [], "2": [2]}
    if form == "json":
        features = json.dumps(entries | {"4": [0]}).encode()
    else:
        rows = [(node, place) for node, places in entries.items() for place in places]
        features = (
            b"node_id,feature_id,value\n" + "".join(f"{a},{b},1.0\n" for a, b in [*rows, (4, 0)]).encode()
        )
    files = {
        "musae_git_edges.csv": b"id_1,id_2\n0,1\n1,2\n2,5\n",
        "musae_git_target.csv": b"id,name,ml_target\n0,Eiryyy,0\n1,shaw,0\n2,jojo,1\n3,lex,1\n4,zoe,0\n",
        f"musae_git_features.{form}": features,
    }
    reading = read_with_report(files)
    graph = reading.graph
    assert graph.names() == ["Eiryyy", "shaw", "jojo", "lex", "zoe", "5"]
    assert graph.y.tolist() == [0, 0, 1, 1, 0, -1]
    assert graph.x.toarray().tolist() == [
        [0, 1, 0, 1], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]
    ]  # fmt: skip


def test_a_column_of_targets_is_in_the_order_of_the_nodes():
    graph = read_graph({"edges.csv": b"id_1,id_2\n0,1\n1,2\n", "target.csv": b"target\n1\n0\n1\n"})
    assert graph.y.tolist() == [1, 0, 1]


def test_the_layout_of_ogb_in_a_zip():
    reading = read_with_report(("arxiv.zip", ogb()))
    graph = reading.graph
    assert (graph.name, graph.num_nodes, graph.num_edges, graph.num_isolated) == ("arxiv", 5, 3, 1)
    assert (graph.class_names, graph.y.tolist()) == (("1", "4"), [1, 0, -1, 1, 0])
    assert graph.x.tolist() == [[0.5, -1], [1, 2], [0, 0], [3, 4], [5, 6]]
    assert [getattr(graph.public, part).tolist() for part in ("train", "val", "test")] == [[0, 1], [3], [4]]
    notes = " ".join(reading.report.notes)
    assert notes.count("ignored: README.md") == 1
    assert "not used: num-edge-list.csv, node_year.csv" in notes


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"num-node": b"3\n4\n"}, "it does not give the number of nodes of a single graph"),
        ({"num-node": b"999999999\n"}, "it has 999,999,999 nodes, at most 2,000,000"),
        ({"node-feat": b"1,2\n3,4\n"}, "node-feat.csv: it has 2 rows for 5 nodes"),
        ({"node-feat": b"1,2\n3,x\n1,1\n1,1\n1,1\n"}, "node-feat.csv, line 2:"),
        ({"node-label": b"1\n"}, "node-label.csv: it has 1 rows for 5 nodes"),
        ({"node-label": b"1,2\n" * 5}, "it has several labels per node"),
        ({"train": b"7\n"}, "train.csv: a node in it does not exist: there are 5"),
        ({"train": b"x\n"}, "train.csv: it is not a list of the nodes"),
        ({"train": b"4\n"}, "uses node 4 twice"),
    ],
)
def test_what_is_wrong_in_ogb_is_told(changes, words):
    with pytest.raises(ReadError, match=words):
        read_graph(("arxiv.zip", ogb(**changes)))


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("features.csv", b"node_id,feature_id,value\n0,-1,1\n", "a feature is not a number of 0 or more"),
        ("features.csv", b"node_id,feature_id,value\n0,999999,1\n", "it has 1,000,000 features"),
        ("features.csv", b"node_id,feature_id,value\n0,1,nan\n", "its value is not finite"),
        ("features.json", b'{"0": 1}', "it does not give a list of features for each node"),
        ("features.json", b'{"0": ["x"]}', "a feature in it is not a whole number"),
        ("features.json", b'{"0": [99999999999999999999]}', "a feature in it is not a whole number"),
        ("n.txt", b"node_id\tfeature\tlabel\n0\t1,x\t1\n", "line 2: .* is not a list of numbers"),
        ("n.txt", b"node_id\tfeature\tlabel\n0\t1\n", "line 2: 2 columns instead of 3"),
        ("n.txt", b"node_id\tfeature\tlabel\n0\t1,2\t1\n1\t999999\t1\n", "it has 1,000,000 features"),
        ("n.txt", b"node_id\tfeature\tlabel\n0\t0.5\t1\n1\t1,2\t1\n", "neither rows of equal length"),
        ("g.clu", b"*Vertices 3\n1\n", "its partition has 1 values for 3 vertices"),
    ],
)
def test_what_is_wrong_in_a_table_of_nodes_is_told(name, data, words):
    with pytest.raises(ReadError, match=words):
        read_graph({"edges.csv": b"0,1\n1,2\n", name: data}, limits=Limits())
