import gzip
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import scipy.sparse as sp

import n2n
import n2n.io.convert as convert_module

RNG = np.random.default_rng(0)
# Repeats, self-loops and edges in both directions.
EDGES = RNG.integers(0, 60, (2, 900))
WORDS = np.array([f"né {i:02d}" for i in range(60)])


def text(pairs, header="", delimiter=","):
    return header + "".join(f"{a}{delimiter}{b}\n" for a, b in pairs.T)


def expected(pairs):
    """The graph of pairs of whole numbers, in ascending order."""
    ids, number = np.unique(pairs, return_inverse=True)
    return ids, n2n.Graph.from_edges(number.reshape(2, -1), x=None, num_nodes=len(ids))


def same(found, files):
    """Whether a folder holds what `read_graph` reads from the same files."""
    wanted = n2n.read_graph([os.fspath(file) for file in files])
    same_edges(found, wanted)
    assert (found.ids(), found.names(), found.class_names) == (
        wanted.ids(),
        wanted.names(),
        wanted.class_names,
    )
    np.testing.assert_array_equal(found.y, wanted.y)
    np.testing.assert_array_equal(sp.csr_array(found.x).toarray(), sp.csr_array(wanted.x).toarray())


def same_edges(found, wanted):
    np.testing.assert_array_equal(found.indptr, wanted.indptr)
    np.testing.assert_array_equal(found.indices, wanted.indices)
    assert found.dropped == wanted.dropped


@pytest.mark.parametrize(
    "content",
    [
        text(EDGES),
        text(EDGES, "source,target\n"),
        text(EDGES, "# a comment\n# FromNodeId\tToNodeId\n", "\t"),
        text(EDGES, delimiter=" "),
        text(EDGES, delimiter=";").replace("\n", "\r\n"),
    ],
    ids=["plain", "header", "snap", "spaces", "windows"],
)
def test_whole_numbers_keep_their_order(content, tmp_path):
    (tmp_path / "edges.csv").write_text(content)
    found = n2n.convert(tmp_path / "edges.csv", tmp_path / "out")
    same_edges(found, expected(EDGES)[1])
    assert found.node_names is None
    assert (found.name, found.provenance, found.num_features, found.has_labels) == (
        "edges",
        "edges.csv",
        0,
        False,
    )


def test_numbers_with_gaps_become_names(tmp_path):
    pairs = EDGES * 10 - 100
    (tmp_path / "edges.csv").write_text(text(pairs))
    found = n2n.convert(tmp_path / "edges.csv", tmp_path / "out")
    ids, wanted = expected(pairs)
    same_edges(found, wanted)
    assert found.node_names == list(map(str, ids))


@pytest.mark.parametrize("kind", ["gz", "parquet", "csv"])
def test_ids_as_text(kind, tmp_path):
    pairs = WORDS[EDGES]
    path = tmp_path / {"gz": "edges.csv.gz", "parquet": "it's.parquet", "csv": "edges.csv"}[kind]
    if kind == "parquet":
        pq.write_table(pa.table({"weight": EDGES[0], "source": pairs[0], "target": pairs[1]}), path)
    else:
        data = text(pairs, "source,target\n").encode()
        path.write_bytes(gzip.compress(data) if kind == "gz" else data)
    found = n2n.convert(path, tmp_path / "out")
    assert set(found.node_names) == set(WORDS)
    same(found, [path])
    assert sorted(item.name for item in tmp_path.iterdir()) == sorted([path.name, "out"])


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_table_of_nodes(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(convert_module, "_BLOCK", 100)
    order = RNG.permutation(70)  # ten more nodes than have edges
    table = {"id": order, "label": [["red", "blue", ""][i % 3] for i in order], "age": order / 4}
    (tmp_path / "edges.csv").write_text(text(EDGES))
    path = tmp_path / f"people.{kind}"
    if kind == "parquet":
        pq.write_table(pa.table(table), path)
    else:
        rows = zip(*table.values(), strict=True)
        path.write_text("id,label,age\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
    found = n2n.convert(tmp_path / "edges.csv", tmp_path / "out", nodes=path)
    assert (found.num_nodes, found.class_names) == (70, ("blue", "red"))
    same(found, [tmp_path / "edges.csv", path])


@pytest.mark.parametrize(
    ("edges", "nodes"),
    [
        ("07,7\n7,8\n8,x\n", None),
        ("10,-3\n-3,700\n", None),
        ("a b {'weight': 4}\nb c {}\n", None),
        ("# c\n 1  2\n 2   3\n", None),
        ("a,b\nb,c\n", "id,label\nb,2\na,0\nd,1\n"),
        ("a,b\nb,c\n", "id,class,class_name,name\nb,7,red,B\na,3,blue,A\n"),
        ("a,b\nb,c\n", "id,words\na,0:1 3:2\nb,\nc,1:0.5\n"),
        ("a,b\n" * 60 + "a,z\n", "id,f\na,1\nb,2\n"),
        ("id,start,end\n0,a,b\n1,b,c\n2,c,a\n", "id,label\na,1\nb,2\nc,1\n"),
        (",a,b,c\na,0,1,0.5\nb,1,0,0\nc,0.5,0,0\n", None),
        ("a,'=b\n'=b,c\nc,a\n", "id,label\na,'=x\n'=b,y\nc,'=x\n"),
        ("*Vertices 3\n*Edges\n1 2\n2 3\n", None),
    ],
)
def test_both_importers_give_the_same_graph(edges, nodes, tmp_path):
    files = [tmp_path / "edges.csv", *([tmp_path / "nodes.csv"] if nodes else [])]
    for file, content in zip(files, (edges, nodes), strict=False):
        file.write_text(content)
    same(n2n.convert(files[0], tmp_path / "out", nodes=files[1] if nodes else None), files)


def test_the_column_of_the_classes_can_be_named(tmp_path):
    (tmp_path / "e.csv").write_text("a,b\nb,c\n")
    (tmp_path / "n.csv").write_text("id,label\nb,30\na,4\n")
    files = {"edges": tmp_path / "e.csv", "path": tmp_path / "out", "nodes": tmp_path / "n.csv"}
    found = n2n.convert(**files, label="label")
    assert (found.classes(), found.class_names) == (["30", "4", ""], ("4", "30"))
    with pytest.raises(ValueError, match=r'n\.csv: there is no column "class" for the labels'):
        n2n.convert(**files, label="class", replace=True)


def test_other_files_are_read_in_memory(tmp_path):
    (tmp_path / "g.gml").write_text(
        'graph [ node [ id 0 label "a" ] node [ id 1 label "b" ] edge [ source 0 target 1 ] ]'
    )
    found = n2n.convert(tmp_path / "g.gml", tmp_path / "out")
    assert (found.num_nodes, found.num_edges) == (2, 1)


@pytest.mark.parametrize(
    ("edges", "nodes", "words"),
    [
        ("0,1\n,2\n1,0\n", None, r"edges.csv, line 2: the source is empty"),
        ("0,1\n1,2,3\n", None, r"edges.csv, line 2: 3 columns instead of 2"),
        ("source,target\n", None, "edges.csv: there is a header but no row"),
        ("", None, "edges.csv: the file is empty"),
        ("0\n1\n", None, "edges.csv: it has only one column"),
        ("reader,book\n1,2\n2,3\n", None, 'edges.csv: "2" is in both columns, "reader" and "book"'),
        ("1," * 150 + "1\n" + "0," * 150 + "1\n", None, "edges.csv: it has 151 columns, like a matrix"),
        ("0,1\n", "id,label\n0,a\n0,b\n", 'nodes.csv, line 3: node "0" occurs twice'),
        ("0,1\n", "id,size,age\n0,1,2\n", 'edges.csv: node "1" is not in nodes.csv'),
        (
            "0,1\n",
            "id,age\n0,1\n1,inf\n",
            'nodes.csv, line 3: feature "age" is missing',
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(edges, nodes, words, tmp_path):
    (tmp_path / "edges.csv").write_text(edges)
    (tmp_path / "nodes.csv").write_text(nodes or "")
    table = tmp_path / "nodes.csv" if nodes else None
    with pytest.raises(ValueError, match=words):
        n2n.convert(tmp_path / "edges.csv", tmp_path / "out", nodes=table)
    assert sorted(item.name for item in tmp_path.iterdir()) == ["edges.csv", "nodes.csv"]


def test_other_mistakes(tmp_path):
    (tmp_path / "edges.csv").write_text("0,1\n")
    with pytest.raises(ValueError, match="no such file"):
        n2n.convert(tmp_path / "nothing.csv", tmp_path / "out")
    (tmp_path / "cut.csv.gz").write_bytes(gzip.compress(text(EDGES).encode())[:-20])
    with pytest.raises(ValueError, match=r"cut\.csv\.gz: it cannot be"):
        n2n.convert(tmp_path / "cut.csv.gz", tmp_path / "out")
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 no PAR1")
    with pytest.raises(ValueError, match=r"bad\.parquet: it is damaged"):
        n2n.convert(tmp_path / "bad.parquet", tmp_path / "out")
    (tmp_path / "latin.csv").write_bytes("é,b\n".encode("latin-1"))
    with pytest.raises(ValueError, match=r"latin\.csv, line 1: some characters are not UTF-8"):
        n2n.convert(tmp_path / "latin.csv", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_killed_and_started_again(tmp_path):
    pairs = RNG.integers(0, 50_000, (2, 300_000))
    (tmp_path / "edges.csv").write_text(text(pairs))
    out = tmp_path / "out"
    command = [sys.executable, "-m", "n2n", "convert", str(tmp_path / "edges.csv"), str(out)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    # The database is in the folder that is being written: the conversion is under way.
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob(".out.*.part/edges")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not out.exists()
    assert [item.name for item in tmp_path.iterdir() if item.suffix == ".part"]
    with pytest.raises(ValueError, match="does not exist"):
        n2n.open_graph(out)
    found = n2n.convert(tmp_path / "edges.csv", out)
    same_edges(found, expected(pairs)[1])
    assert sorted(os.listdir(tmp_path)) == ["edges.csv", "out"]
