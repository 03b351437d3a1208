"""What is refused: the sentence names the file, the line and what to do."""

import pytest

import n2n
from n2n.reading import Columns, ReadError, preview
from tests.io.corpus import npz
from tests.io.test_acceptance import CYCLE, EDGES, PEOPLE, encoded

CASES = {
    "Feather": ({"g.feather": b"ARROW1\0\0"}, r"Feather \(Arrow\).*pandas\.read_feather"),
    "Feather, by its bytes": ({"g.bin": b"FEA1\0\0"}, "Feather"),
    "GDF": ({"g.gdf": "nodedef>name VARCHAR\na\n"}, "GDF.*Gephi"),
    "GDF, by its words": ({"g.txt": "nodedef>name VARCHAR\na\n"}, "GDF.*Gephi"),
    "DOT": ({"g.txt": "digraph x { a -> b }"}, "DOT.*gv2gml"),
    "METIS": ({"g.metis": "3 2\n2 3\n1\n1\n"}, "METIS.*networkit"),
    "METIS, by its lines": ({"g.txt": "4 4\n2 4\n1 3\n2 4\n1 3\n"}, "METIS"),
    "an adjacency list": ({"g.adjlist": "a b c\nb c\n"}, "adjacency list.*networkx.write_edgelist"),
    "an adjacency list, by its lines": ({"g.txt": "0 1 2\n1 2\n2 3 4 5\n3\n"}, "adjacency list"),
    "Cytoscape": ({"g.json": '{"elements": {"nodes": [], "edges": []}}'}, "Cytoscape.*GraphML or SIF"),
    "LINQS": ({"c.content": "p1\t0\t1\tAI\n"}, "LINQS.*Planetoid"),
    "OGB": ({"edge.csv": "0,1\n", "num-node-list.csv": "2\n"}, "OGB.*PygNodePropPredDataset"),
    "tar": ({"g.tar": b"x" * 600}, "tar archive.*tar -xf"),
    "a tensor file": ({"g.pt": b"\x80\x02x"}, r"pickle.*safetensors\.torch\.save_file"),
    "a partition": ({"g.clu": "*Vertices 2\n1\n2\n"}, "Pajek partition.*id and label"),
    "no file": ({}, "no file was given"),
    "no edges": ({"nodes.csv": "id,label\na,x\nb,y\n"}, "no edge list"),
    "two graphs": ({"a.json": '{"nodes": [{"id": 1}], "links": []}', "g.npz": npz(edge_index=CYCLE)},
        "already a graph"),
    "uneven rows": ({"e.csv": "a,b\nb,c,d\n"}, r"^e\.csv, line 2: 3 columns instead of 2"),
    "uneven rows below a long cell": ({"e.csv": 'source,target\n"a\nb",c\nc\n'},
        r"^e\.csv, line 4: 1 column"),
    "an empty id": ({"e.csv": "source,target\na,b\n\nb,\n"}, r"^e\.csv, line 4: the target is empty"),
    "a node twice": ({"e.csv": EDGES, "n.csv": "id,label\nanna,x\nanna,y\n"},
        r'^n\.csv, line 3: node "anna" occurs twice'),
    "a node without features": ({"e.csv": EDGES, "n.csv": "id,a\nanna,1\nben,2\n"},
        r'^e\.csv, line 4: node "cleo"'),
    "labels twice": ({"e.csv": EDGES, "label.csv": "id,label\nanna,x\nben,x\n",
        "class.csv": "id,class\nanna,x\nben,x\n"}, "both have labels"),
    "a link without ends": ({"g.json": '{"nodes": [], "links": [{}]}'}, "link 1 has no source and target"),
    "a missing vertex": ({"g.net": "*Vertices 2\n*Edges\n1 3\n"}, r'line 3: vertex "3" does not exist'),
    "a matrix that is not square": (
        {"g.mtx": "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 1\n"}, "is square"),
    "an array matrix": ({"g.mtx": "%%MatrixMarket matrix array real general\n2 2\n0\n1\n1\n0\n"},
        "save it as coordinate"),
    "overlapping masks": (
        {"e.txt": "node_id\tnode_id\n0\t1\n", "n.txt": "node_id\tfeature\tlabel\n0\t1,1\t0\n1\t0,1\t0\n",
         "g_split_0.npz": npz(train_mask=[1, 0], val_mask=[1, 0], test_mask=[0, 1])},
             "must be in only one of",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_is_refused_says_why(case):
    files, words = CASES[case]
    with pytest.raises(ReadError, match=f"(?s){words}"):
        n2n.read_graph(encoded(files))


def test_columns_can_be_corrected():
    files = encoded({"edges.csv": EDGES, "people.csv": PEOPLE})
    people = next(one for one in preview(files) if one.name == "people.csv")
    assert (people.columns.label, people.columns.features) == (1, (2, 3))
    assert people.rows()["5: city"][:2] == ["Rome", "Oslo"]
    by_city = Columns("nodes", label=4, features=(2,))
    graph = n2n.read_graph(files, columns={"people.csv": by_city})
    assert (graph.class_names, graph.num_features) == (("Oslo", "Rome"), 1)
    assert not n2n.read_graph(files, columns={"people.csv": Columns("ignore")}).has_labels
    headless = n2n.read_graph(
        ("e.csv", files["edges.csv"]), columns={"e.csv": Columns("edges", header=False)}
    )
    assert "source" in headless.node_names
    assert people.corrected(header=False).names()[0] == "column 1"
    for wrong, words in (
        (Columns("nodes", label=8), "column 9 is needed"),
        (Columns("nodes", label=0), "used for two"),
    ):
        with pytest.raises(ReadError, match=words):
            n2n.read_graph(files, columns={"people.csv": wrong})
    with pytest.raises(ReadError, match=r"^x\.csv: columns are given for it, but the files are edges\.csv"):
        n2n.read_graph(files, columns={"x.csv": by_city})
    again = n2n.read_graph(preview(files), columns={"people.csv": by_city})
    assert again.class_names == ("Oslo", "Rome")


def test_attributes_of_nodes_are_corrected_like_columns():
    gml = 'graph [ node [ id 1 label "a" x 2.5 ] node [ id 2 label "b" x 1.5 ] edge [ source 1 target 2 ] ]'
    [one] = preview(("g.gml", gml.encode()))
    assert one.names() == ["id", "label", "x"]
    graph = n2n.read_graph(
        ("g.gml", gml.encode()), columns={"g.gml": Columns("nodes", label=1, features=(2,))}
    )
    assert (graph.class_names, graph.x.tolist(), graph.num_edges) == (("a", "b"), [[2.5], [1.5]], 1)
