"""What is read: files of every kind, with the graph that they hold."""

import io
import json

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.io
import scipy.sparse as sp

import n2n
from n2n.io.samples import samples
from n2n.reading import read_with_report
from tests.io import published
from tests.io.corpus import npz, zipped

EDGES = "source,target\nanna,ben\nben,cleo\ncleo,anna\n"
PEOPLE = "id,team,age,height,city\ncleo,red,30,1.5,Rome\n"
PEOPLE += "anna,blue,20,1.75,Oslo\nben,,25,2,Rome\ndora,red,9,1,Oslo\n"
KONECT = (
    "% asym positive\n% 4 5 5\n1\t2 1 1082008561\n3\t4 1 1082123439\n5\t2 1 1082382191\n3\t1 1 1082414391\n"
)
BANNER = "%%MatrixMarket matrix coordinate pattern symmetric\n"
CLUB = nx.node_link_data(nx.karate_club_graph(), edges="links")
CYCLE = np.array([[0, 1, 2, 3], [1, 2, 3, 0]])
CSR = sp.csr_array((np.ones(4), (CYCLE[0], CYCLE[1])), shape=(4, 4))
MASKS = {f"{part}_mask": np.arange(4) == number for number, part in enumerate(("train", "val", "test"))}


def parquet(**columns) -> bytes:
    out = io.BytesIO()
    pd.DataFrame(columns).set_axis(
        [7, 8, 9][: len(columns["id" if "id" in columns else "source"])]
    ).to_parquet(out)
    return out.getvalue()


def parts(prefix: str, matrix, dot: str = "_") -> dict:
    return {f"{prefix}{dot}{part}": getattr(matrix, part) for part in ("data", "indices", "indptr", "shape")}


# Files, nodes, edges, classes, and the shape of the features.
CASES = {
    "a table of nodes": ({"edges.csv": EDGES, "people.csv": PEOPLE}, 4, 3, ("blue", "red"), 2),
    "tabs": ({"e.tsv": EDGES.replace(",", "\t")}, 3, 3, (), 0),
    "Windows lines, semicolons": ({"e.csv": EDGES.replace(",", ";").replace("\n", "\r\n")}, 3, 3, (), 0),
    "old Mac lines": ({"e.csv": EDGES.replace("\n", "\r")}, 3, 3, (), 0),
    "numbers keep their order": ({"e.csv": "2,0\n0,1\n"}, 3, 2, (), 0),
    "runs of spaces": ({"e.txt": " 1  2\n 2  3 \n"}, 3, 2, (), 0),
    "a comment below": ({"e.txt": "# a\n1 2\n# b\n2 3\n"}, 3, 2, (), 0),
    "KONECT": ({"out.opsahl": KONECT}, 5, 4, (), 0),
    "KONECT, bipartite": ({"out.women": "% bip unweighted\n% 3 3 4\n1 1 \n1 2 \n2 2 \n2 3 \n"}, 5, 4, (), 0),
    "SNAP, with labels": ({"e.txt": "0 1\n1 2\n", "e-labels.txt": "0 7\n1 8\n2 7\n"}, 3, 2, ("7", "8"), 0),
    "missing labels": ({"e.csv": EDGES, "n.csv": "id,label\nanna,x\nben,NA\ncleo,x\n"}, 3, 3, ("x",), 0),
    "part 10 after part 9": (
        {"e.csv": "0,1\n1,2\n", "nodes.csv": "id,label\n0,part 10\n1,part 9\n2,\n"}, 3, 2, ("part 9",
            "part 10"), 0,
    ),
    "class numbers with names": (
        {"e.csv": "0,1\n1,2\n", "nodes.csv": "id,class,class_name\n0,7,red\n1,3,blue\n2,-1,\n"}, 3, 2,
            ("blue", "red"), 0,
    ),
    "labels and features apart": (
        {"e.csv": EDGES, "label.csv": "id,label\nben,x\nanna,y\ncleo,x\n",
            "features.csv": "id,p,q\nben,1,2\nanna,3,4\ncleo,5,6\n"},
        3, 3, ("x", "y"), 2,
    ),
    "Neo4j": ({"rels.csv": ":START_ID,role,:END_ID,:TYPE\na,x,b,T\nb,y,c,T\n",
        "nodes.csv": "personId:ID,name,:LABEL\na,Ann,X\nb,Ben,Y\nc,Cleo,X\n"}, 3, 2, ("X", "Y"), 0),
    "Gephi, both tables": ({"x [Edges].csv": "Id,Source,Target,Type\n0,a,b,Undirected\n1,b,c,Undirected\n",
        "x [Nodes].csv": "Id,Label,timeset,modularity_class\na,Ann,,0\nb,Ben,,1\nc,Cleo,,0\n"}, 3, 2,
        ("Class 0", "Class 1"), 0),
    "decimal commas": ({"e.csv": EDGES, "n.csv": "id;a\nanna;1,5\nben;2,25\ncleo;3,0\n"}, 3, 3, (), 1),
    "sparse features": ({"e.csv": EDGES, "n.csv": "id,words\nanna,0:1 4:2\nben,\ncleo,1:0.5\n"}, 3, 3, (), 5),
    "sparse features with names": ({"e.csv": EDGES, "n.csv": "id,words\nanna,b:1;r:2\nben,\ncleo,r:3\n"}, 3,
        3, (), 2),
    "Parquet": ({"e.parquet": parquet(source=["a", "b"], target=["b", "c"], weight=[1, 2])}, 3, 2, (), 0),
    "Parquet, whole numbers as floats": ({"e.parquet": parquet(source=[0.0, 1.0], target=[1, 2])}, 3, 2, (),
        0),
    "Parquet with nodes": (
        {"e.parquet": parquet(source=["a", "b"], target=["b", "c"]), "n.parquet": parquet(id=["a", "b", "c"],
            label=["x", "y", "x"], f=[1.5, 2, 3])},
        3, 2, ("x", "y"), 1,
    ),
    "polblogs": ({"p.gml": published.polblogs()}, 12, 31, ("Class 0", "Class 1"), 0),
    "karate": ({"k.gml": published.karate()}, 12, 31, (), 0),
    "Gephi": ({"g.gexf": published.gephi_gexf("1.3", "http://www.gexf.net/1.3")}, 12, 31, ("Class 0",
        "Class 1", "Class 2"), 1),
    "igraph": ({"i.graphml": published.igraph_graphml()}, 12, 31, ("Class 0", "Class 1"), 0),
    "yEd": ({"y.graphml": published.yed_graphml()}, 12, 31, ("switch0", "switch1"), 0),
    "a GML file with a table": (
        {"k.gml": published.karate(), "n.csv": "id,age\n" + "".join(f"{i},{i}.5\n" for i in range(1, 13))},
            12, 31, (), 1,
    ),
    "networkx's JSON": ({"g.json": json.dumps(CLUB)}, 34, 78, ("Mr. Hi", "Officer"), 0),
    "d3, ends by position": (
        {
            "g.json": '{"nodes": [{"name": "a", "group": 1}, {"name": "b", "group": 2}],'
            '"links": [{"source": 0, "target": 1}]}'
        },
        2, 1, ("1", "2"), 0,
    ),
    "vis.js": ({"g.json": '{"nodes": [{"id": 1}, {"id": 2}], "edges": [{"from": 1, "to": 2}]}'}, 2, 1, (), 0),
    "Pajek": ({"g.net": '*Vertices 3\n1 "a b" 0.1 0.2\n2 "c"\n*Arcs\n1 2 5\n*Edgeslist\n2 3 1\n'}, 3, 2, (),
        0),
    "SIF": ({"g.sif": "a pp b c\nd\nb pd c\n"}, 4, 3, (), 0),
    "Matrix Market": ({"g.mtx": BANNER + "% c\n4 4 3\n2 1\n3 1\n4 2\n"}, 4, 3, (), 0),
    "networkrepository": ({"soc.mtx": "4 4 3\n2 1\n3 1\n4 2\n"}, 4, 3, (), 0),
    "a matrix with names": ({"m.csv": ",a,b,c\na,0,1,0.5\nb,1,0,0\nc,0.5,0,0\n"}, 3, 2, (), 0),
    "a matrix of 0 and 1": ({"m.txt": "0 1 1\n1 0 0\n1 0 0\n"}, 3, 2, (), 0),
    "edge_index, x, y": ({"g.npz": npz(edge_index=CYCLE, x=np.eye(4), y=[1, 2, 1, -1])}, 4, 4, ("1", "2"), 4),
    "pairs in rows, one-hot labels": ({"g.npz": npz(edges=CYCLE.T, labels=np.eye(4)[[0, 1, 1, 0], :2])}, 4, 4,
        ("Class 0", "Class 1"), 0),
    "a dense adjacency": ({"g.npz": npz(adj=CSR.toarray(), features=np.ones((4, 2)))}, 4, 4, (), 2),
    "scipy.sparse.save_npz": ({"g.npz": npz(format=b"csr", **parts("", CSR, ""))}, 4, 4, (), 0),
    "gnn-benchmark": ({"g.npz": npz(**parts("adj", CSR), **parts("attr", CSR), labels=[0, 1, 0, 1],
        class_names=["x", "y"])}, 4, 4, ("x", "y"), 4),
    "gnn-benchmark, with dots": ({"g.npz": npz(**parts("adj_matrix", CSR, "."), attr_matrix=np.eye(4),
        labels=[0, 1, 0, 1])}, 4, 4, ("Class 0", "Class 1"), 4),
    "texts as labels": ({"g.npz": npz(edge_index=CYCLE, y=np.array(["b", "", "a", "NA"]))}, 4, 4, ("a", "b"),
        0),
    "geom-gcn, positions of ones": (
        {"out1_graph_edges.txt": "node_id\tnode_id\n0\t1\n",
            "n.txt": "node_id\tfeature\tlabel\n1\t0,2\t1\n0\t1\t0\n"}, 2, 1, ("Class 0", "Class 1"), 3,
    ),
    "a zip with a README": ({"g.zip": zipped({"x/edges.csv": EDGES.encode(), "x/README.md": b"# hi"})}, 3, 3,
        (), 0),
    "Latin-1": ({"e.csv": "source,target\nÄpfel,Öl\nÖl,Übel\n".encode("latin-1")}, 3, 2, (), 0),
    "UTF-16": ({"e.csv": "source,target\nÄpfel,Öl\nÖl,Übel\n".encode("utf-16")}, 3, 2, (), 0),
}  # fmt: skip


def encoded(files: dict) -> dict[str, bytes]:
    return {name: data.encode() if isinstance(data, str) else data for name, data in files.items()}


@pytest.mark.parametrize("case", CASES)
def test_files_give_the_graph_that_they_hold(case):
    files, nodes, edges, classes, features = CASES[case]
    reading = read_with_report(encoded(files))
    graph = reading.graph
    assert (graph.num_nodes, graph.num_edges, graph.num_features) == (nodes, edges, features)
    assert graph.class_names == classes
    assert not reading.report.suspicions or case in ("Latin-1", "UTF-16")


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.title)
def test_every_sample_is_the_karate_club(sample):
    graph, karate = n2n.read_graph(sample.files), n2n.load("karate")
    assert (graph.num_nodes, graph.num_edges) == (34, 78)
    if "Pajek" not in sample.title and "Matrix Market" not in sample.title:
        np.testing.assert_array_equal(np.sort(graph.degree), np.sort(karate.degree))
    if graph.has_labels:
        assert np.bincount(graph.y).tolist() == [17, 17]


def test_labels_and_features_stay_with_their_nodes():
    graph = n2n.read_graph(encoded({"edges.csv": EDGES, "people.csv": PEOPLE}))
    rows = dict(zip(graph.names(), zip(graph.classes(), graph.x.tolist(), strict=True), strict=True))
    assert rows == {
        "anna": ("blue", [20, 1.75]), "ben": ("", [25, 2]), "cleo": ("red", [30, 1.5]), "dora": ("red", [9,
            1]),
    }  # fmt: skip


def test_names_are_shown_and_ids_are_kept():
    nodes = "id,name\n1,Ann\n2,Ben\n3,Ann\n4,\n5,Cleo\n6,Dora\n"
    reading = read_with_report(encoded({"edges.csv": "source,target\n1,2\n3,7\n", "nodes.csv": nodes}))
    assert reading.graph.names() == ["Ann (1)", "Ben", "Ann (3)", "4", "Cleo", "Dora", "7"]
    assert reading.graph.ids() == ["1", "2", "3", "4", "5", "6", "7"]


def test_an_apostrophe_before_a_formula_is_removed_only_where_no_ids_become_the_same():
    assert n2n.read_graph(("e.csv", b"a,'=b\n'=b,c\nc,a\n")).node_names == ("a", "=b", "c")
    assert n2n.read_graph(("e.csv", b"a,'@home\n@home,a\na,c\n")).num_nodes == 4


@pytest.mark.parametrize("several", [False, True])
def test_splits_come_with_arrays_and_with_geom_gcn(several):
    masks = {
        name: np.stack([mask, np.roll(mask, 1)], axis=1) if several else mask for name, mask in MASKS.items()
    }
    own = n2n.read_graph(("g.npz", npz(edge_index=CYCLE, **masks)))
    pair = {
        "out1_graph_edges.txt": "node_id\tnode_id\n0\t1\n2\t3\n",
        "n.txt": "node_id\tfeature\tlabel\n" + "".join(f"{i}\t1,0\t0\n" for i in (3, 1, 0, 2)),
        **{f"g_split_0.6_0.2_{i}.npz": npz(**MASKS) for i in range(1 + several)},
    }
    geom = n2n.read_graph(encoded(pair))
    for graph in (own, geom):
        assert len(graph.public_splits) == 1 + several
        ids = graph.ids()
        assert [
            [ids[i] for i in part] for part in (graph.public.train, graph.public.val, graph.public.test)
        ] == [["0"], ["1"], ["2"]]


def test_matrix_market_is_what_scipy_reads():
    rng = np.random.default_rng(0)
    matrix = sp.coo_array((rng.random((30, 30)) < 0.1) * rng.random((30, 30)))
    out = io.BytesIO()
    scipy.io.mmwrite(out, matrix)
    graph = n2n.read_graph(("m.mtx", out.getvalue()))
    expected = n2n.Graph.from_edges(
        np.stack(scipy.io.mmread(io.BytesIO(out.getvalue())).coords), x=None, num_nodes=30
    )
    np.testing.assert_array_equal(graph.indices, expected.indices)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"e.csv": "Source,Target,Type,Weight\na,b,Directed,1\nb,a,Directed,2\nb,c,Directed,2\n"},
         'e.csv: ignored are directions (column "Type") and weights (column "Weight"). 1 of 2'),
        ({"g.net": "*Vertices 3\n*Arcs\n1 2 5\n2 3 1\n"},
            "ignored are weights of 2 edges and directions. 2 of 2"),
        ({"g.json": '{"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2, "weight": 3}]}'},
         "g.json: ignored are weights of 1 edges."),
        ({"out.x": KONECT}, "out.x: ignored are directions. 4 of 4"),
    ],
)  # fmt: skip
def test_weights_and_directions_are_named_and_counted(files, words):
    assert any(words in note for note in read_with_report(encoded(files)).report.notes)
    [one] = n2n.reading.preview(encoded(files))
    assert one.ignored
