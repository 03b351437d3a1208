"""What is written is read again the same, in every format; text never becomes a formula, a tag or code."""

import csv
import io
import zipfile
from itertools import pairwise

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.exporting import html_report
from n2n.files.csv import escape_formula
from n2n.graph import Graph
from n2n.io import write
from n2n.io.code import loading_lines, run_lines
from n2n.reading import Columns
from tests.graphs import random_graphs

NASTY = (
    "</script><img src=x onerror=alert(1)>",
    "=1+1",
    "'=1+1",
    "@x",
    "-5",
    'a,"b"',
    "né 💥",
    "'; import os",
)


def again(graph: Graph, format: str) -> Graph:
    return n2n.read_graph((f"graph.{write.FORMATS[format]}", n2n.export_graph(graph, format)))


def same_edges(one: Graph, other: Graph) -> bool:
    return np.array_equal(one.indptr, other.indptr) and np.array_equal(one.indices, other.indices)


def hostile(named: bool = False) -> Graph:
    n = len(NASTY)
    return Graph.from_edges(
        [list(range(n)), [*range(1, n), 0]],
        x=sp.csr_array(np.random.default_rng(0).random((n, 3)).astype(np.float32)),
        y=[0, 1, 1, 0, -1, 1, 0, 0],
        class_names=("=cmd()", "<b>"),
        node_names=NASTY,
        node_ids=tuple(f"n{i}" for i in range(n)) if named else None,
    )


@pytest.mark.parametrize("format", write.FORMATS)
@pytest.mark.parametrize("named", [False, True])
def test_a_graph_with_hostile_names_is_the_same_again(format, named):
    graph = hostile(named)
    found = again(graph, format)
    assert same_edges(found, graph)
    assert (found.y.tolist(), found.class_names) == (graph.y.tolist(), graph.class_names)
    assert (found.names(), found.ids()) == (graph.names(), graph.ids())
    if format in ("npz", "CSV", "safetensors"):
        np.testing.assert_array_equal(sp.csr_array(found.x).toarray(), graph.x.toarray())


@settings(max_examples=15, deadline=None)
@given(random_graphs(max_nodes=25))
def test_any_graph_is_the_same_again(graph):
    for format in write.FORMATS:
        found = again(graph, format)
        assert same_edges(found, graph), format
        if format in ("npz", "safetensors"):
            assert (found.y == graph.y).all(), format
            assert found.class_names == graph.class_names, format
            continue
        # The other formats name the class of each node, so that a class without nodes is in none of them.
        used = np.unique(graph.y[graph.y >= 0])
        assert found.class_names == tuple(graph.class_names[label] for label in used), format
        assert (found.y == np.where(graph.y < 0, -1, np.searchsorted(used, graph.y))).all(), format


def test_splits_and_large_features_are_in_the_tensors(karate, monkeypatch):
    monkeypatch.setattr(write, "_DENSE", 10)
    graph = karate.replace(x=sp.csr_array(karate.x))
    split = graph.split("random", seed=1)
    graph = graph.replace(public=split, further_splits=(graph.split("random", seed=2),))
    for format in ("npz", "safetensors"):
        found = again(graph, format)
        assert (found.x != graph.x).nnz == 0
        assert [one.test.tolist() for one in found.public_splits] == [
            one.test.tolist() for one in graph.public_splits
        ]


def test_a_spreadsheet_never_sees_a_formula():
    data = n2n.export_graph(hostile(), "CSV")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            for row in csv.reader(io.StringIO(archive.read(name).decode())):
                assert not any(cell[:1] in "=@+" for cell in row if cell), row


@pytest.mark.parametrize("format", ["CSV", "GraphML", "GEXF"])
def test_more_about_nodes_and_edges_goes_with_the_graph(format, karate):
    parts, dependency = n2n.partition(n2n.rank(karate).top(1)), n2n.rank(karate).dependency
    about = {"x": np.arange(34.0), "y": np.zeros(34), "h": np.ones((34, 2)), "predicted": list("ab" * 17)}
    data = n2n.export_graph(karate, format, parts, nodes=about, edges={"dependency": dependency})
    graph = n2n.read_graph((f"g.{write.FORMATS[format]}", data))
    assert same_edges(graph, karate)
    upper = dependency[karate.sources < karate.indices]
    if format == "CSV":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            edges = list(csv.DictReader(io.StringIO(archive.read("edges.csv").decode())))
            nodes = list(csv.DictReader(io.StringIO(archive.read("nodes.csv").decode())))
        assert [float(row["dependency"]) for row in edges] == upper.tolist()
        assert (nodes[3]["x"], nodes[3]["h1"], nodes[3]["predicted"]) == ("3.0", "1.0", "b")
        return
    found = (nx.read_graphml if format == "GraphML" else nx.read_gexf)(io.BytesIO(data))
    pairs = [(str(i), str(j)) for i, j in karate.edges().T]
    np.testing.assert_allclose([found.edges[pair]["dependency"] for pair in pairs], upper)
    assert [found.nodes[str(i)]["subgraph"] for i in range(34)] == parts.membership.tolist()
    chosen = {frozenset((i, j)) for i, j in zip(*parts.positives.pairs(), strict=True)}
    assert {frozenset(map(int, pair)) for pair in found.edges() if found.edges[pair]["positive"]} == chosen
    node = found.nodes["3"]
    if format == "GEXF":
        assert (node["viz"]["position"]["x"], node["viz"]["color"]["g"]) == (3.0, 0x72)
    assert (node["h1"], node["predicted"]) == (1.0, "b")


def test_what_cannot_be_written_is_refused(karate):
    for call, words in (
        (lambda: n2n.export_graph(karate, "xlsx"), "The format is 'xlsx'"),
        (lambda: n2n.export_graph(karate, "npz", nodes={"a": np.zeros(34)}), "has no room"),
        (lambda: n2n.export_graph(karate, "CSV", edges={"a": np.zeros(5)}), "expected 78 rows"),
        (lambda: n2n.export_embeddings(karate, np.zeros((3, 2)), "CSV"), "expected 34 rows"),
        (lambda: n2n.export_embeddings(karate, np.zeros((34, 2)), "x"), "The format is 'x'"),
    ):
        with pytest.raises(ValueError, match=words):
            call()


@pytest.mark.parametrize("format", ["npz", "Parquet", "CSV"])
@pytest.mark.parametrize("named", [False, True])
def test_an_embedding_is_exact_to_the_last_bit(format, named):
    graph, h = hostile(named), np.random.default_rng(0).normal(size=(8, 5)).astype(np.float32)
    data = io.BytesIO(n2n.export_embeddings(graph, h, format))
    if format == "npz":
        arrays = np.load(data, allow_pickle=False)
        ends, text = arrays["node_offsets"], arrays["node_text"].tobytes()
        assert [text[a:b].decode() for a, b in pairwise(ends)] == graph.names()
        np.testing.assert_array_equal(arrays["embeddings"], h)
        return
    table = pd.read_parquet(data) if format == "Parquet" else pd.read_csv(data, keep_default_na=False)
    np.testing.assert_array_equal(table[[f"h{i}" for i in range(5)]].to_numpy(np.float32), h)
    words = graph.names() if format == "Parquet" else [str(escape_formula(name)) for name in graph.names()]
    assert table["node"].tolist() == words
    assert ("id" in table) == named


def test_one_long_name_takes_no_room_in_the_others(karate):
    graph = Graph.from_edges(
        [[0], [1]], x=None, num_nodes=20_000, node_names=["x" * 1000, *map(str, range(19_999))]
    )
    for data in (n2n.export_graph(graph, "npz"), n2n.export_embeddings(graph, np.zeros((20_000, 1)), "npz")):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            assert sum(info.file_size for info in archive.infolist()) < 2_000_000


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_no_text_is_taken_for_a_formula(text):
    escaped = str(escape_formula(text))
    assert escaped in (text, f"'{text}")
    assert escaped[:1] not in tuple("=@\t\r＝") or not escaped


def test_positives_and_subgraphs_as_tables(karate):
    positives = n2n.rank(karate).top(2)
    names, ids = tuple(f"p{i}" for i in range(34)), tuple(map(str, range(34)))
    graph = karate.replace(node_names=names, node_ids=ids)
    table = write.positives_table(graph, positives)
    assert list(table) == [
        "node",
        "positive",
        "node_id",
        "positive_id",
        "rank",
        "node_class",
        "positive_class",
    ]
    assert (table["node"][0], table["node_id"][0], table["rank"][:3]) == ("p0", "0", [1, 2, 1])
    parts = n2n.partition(positives)
    assert write.partition_table(graph, parts)["subgraph"] == parts.membership.tolist()


def test_the_lines_of_python_give_the_same_graph(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = "'; raise SystemExit #.csv"
    (tmp_path / name).write_text("x,a,b\ny,b,c\n")
    columns = {name: Columns("edges", header=False, source=1, target=2)}
    lines = run_lines(loading_lines(files=[name], columns=columns, features="degree", name="Mine"), None)
    found: dict = {}
    exec(lines, found)
    assert (found["graph"].name, found["graph"].node_names) == ("Mine", ("a", "b", "c"))
    assert len(found["positives"].indices) == 3
    settings = n2n.Settings.for_dataset("cora")
    assert "n2n.load('cora')" in run_lines(loading_lines("cora"), settings)


def test_the_report_holds_everything_and_refers_to_nothing_outside():
    graph = hostile()
    report = html_report(graph, "import n2n", notes=[NASTY[0]])
    assert NASTY[0] not in report
    assert "&lt;/script&gt;&lt;img src=x" in report
    assert 'src="http' not in report
    assert 'href="http' not in report.split("plotly", 1)[0]
