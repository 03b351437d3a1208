"""What is written is read again the same, in every form."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.graph import Graph
from n2n.io.readers import Limits, ReadError, read_graph
from n2n.io.readers.parts import unguarded
from n2n.io.writers import embeddings, graphs
from tests.graphs import random_graphs

HOSTILE = (
    "</script><img src=x onerror=alert(1)>",
    "=HYPERLINK(1)",
    "-x;y,z",
    'say "no"',
    "'@quoted",
    "plain",
)


@pytest.fixture(scope="module")
def hostile() -> Graph:
    """A graph whose names are as bad as they can be, with features, a public split and nodes of no class."""
    rng = np.random.default_rng(0)
    x = sp.random_array((30, 12), density=0.2, rng=rng, dtype=np.float32, format="csr")
    x.data = rng.standard_normal(x.nnz).astype(np.float32)
    names = [f"{HOSTILE[i % 6]} {i}" for i in range(30)]
    y = rng.integers(-1, 6, 30)
    y[:6] = range(6)
    split = n2n.Split(np.arange(6), np.arange(6, 12), np.arange(12, 30))
    return Graph.from_edges(
        rng.integers(0, 30, (2, 70)),
        x=x,
        y=y,
        class_names=HOSTILE,
        node_names=names,
        public=split,
        name="bad",
    )


@pytest.fixture(scope="module")
def karate():
    return n2n.load("karate")


def same_edges(one: Graph, other: Graph) -> bool:
    return np.array_equal(one.indptr, other.indptr) and np.array_equal(one.indices, other.indices)


@pytest.mark.parametrize("form", graphs.FORMS)
@pytest.mark.parametrize("which", ["hostile", "karate"])
def test_a_graph_is_the_same_again(form, which, request):
    graph = request.getfixturevalue(which)
    data = graphs.export_graph(graph, form)
    again = read_graph((f"graph.{graphs.FORMS[form]}", data))
    assert same_edges(again, graph)
    assert (again.y == graph.y).all()
    assert again.class_names == graph.class_names
    assert again.node_names == graph.node_names
    if form in ("npz", "CSV", "safetensors"):
        difference = np.abs(sp.csr_array(again.x) - sp.csr_array(graph.x))
        assert again.x.shape == graph.x.shape
        assert difference.max() == 0
    if form in ("npz", "safetensors") and graph.public is not None:
        assert (again.public.test == graph.public.test).all()


@settings(max_examples=15, deadline=None)
@given(random_graphs(max_nodes=25))
def test_any_graph_is_the_same_again(graph):
    for form, ending in graphs.FORMS.items():
        again = read_graph((f"graph.{ending}", graphs.export_graph(graph, form)))
        assert same_edges(again, graph), form
        assert (again.y == graph.y).all(), form


@pytest.mark.parametrize("form", ["GraphML", "GEXF"])
def test_markup_carries_subgraphs_colours_and_positives(form, karate):
    import io

    import networkx as nx

    parts = n2n.partition(n2n.rank(karate).top(1))
    data = graphs.export_graph(karate, form, parts)
    found = (nx.read_graphml if form == "GraphML" else nx.read_gexf)(io.BytesIO(data))
    assert [found.nodes[str(i)]["subgraph"] for i in range(34)] == parts.membership.tolist()
    chosen = {frozenset((i, j)) for i, j in zip(*parts.positives.pairs(), strict=True)}
    marked = {frozenset(map(int, pair)) for pair in found.edges() if found.edges[pair]["positive"]}
    assert marked == chosen
    node = found.nodes["0"]
    colour = node["viz"]["color"] if form == "GEXF" else node
    assert (colour["r"], colour["g"], colour["b"]) == (0, 0x72, 0xB2)


@pytest.mark.parametrize("form", embeddings.FORMS)
def test_an_embedding_is_the_same_again_to_the_last_bit(form, hostile):
    rng = np.random.default_rng(1)
    h = rng.standard_normal((30, 7)).astype(np.float32)
    h[0] = [0, -0.0, 1e-38, 3.4e38, 1 / 3, 1e-45, -1]
    data = embeddings.export_embeddings(hostile, h, form)
    again = embeddings.read_embeddings((f"h.{embeddings.FORMS[form]}", data))
    assert again.h.dtype == np.float32
    assert np.array_equal(again.h, h)
    assert again.nodes == hostile.node_names
    assert again.classes == tuple(hostile.class_names[label] if label >= 0 else "" for label in hostile.y)


@pytest.mark.parametrize("form", embeddings.FORMS)
def test_a_damaged_embedding_is_told(form, karate):
    data = embeddings.export_embeddings(karate, np.eye(34), form)
    with pytest.raises(ReadError):
        embeddings.read_embeddings((f"h.{embeddings.FORMS[form]}", data[: len(data) // 2]))


def test_a_parquet_file_keeps_to_the_limits(karate):
    data = embeddings.export_embeddings(karate, np.eye(34), "Parquet")
    for limits in (Limits(nodes=33), Limits(values=100)):
        with pytest.raises(ReadError):
            embeddings.read_embeddings(("h.parquet", data), limits)


def test_what_cannot_be_exported_is_told(karate):
    with pytest.raises(ValueError, match="the form is 'xlsx'"):
        graphs.export_graph(karate, "xlsx")
    with pytest.raises(ValueError, match="the form is 'xlsx'"):
        embeddings.export_embeddings(karate, np.eye(34), "xlsx")
    with pytest.raises(ValueError, match="expected 34 rows"):
        embeddings.export_embeddings(karate, np.eye(3), "CSV")


def test_large_features_are_written_sparsely(karate, monkeypatch):
    monkeypatch.setattr(graphs, "_DENSE", 10)
    graph = karate.replace(x=sp.csr_array(karate.x))
    again = read_graph(("g.safetensors", graphs.export_graph(graph, "safetensors")))
    assert (again.x != graph.x).nnz == 0


@given(st.text(st.characters(exclude_characters="\n\r\t", exclude_categories=["Cs", "Cc"]), max_size=8))
def test_a_guarded_cell_is_read_as_it_was(text):
    import pyarrow as pa

    from n2n.files.csv import escape_formula

    assert unguarded(pa.chunked_array([[escape_formula(text)]])).to_pylist() == [text] or text.startswith("'")


@given(st.text(st.sampled_from("'=+-@a1"), max_size=5))
def test_guarding_can_be_undone(text):
    import pyarrow as pa

    from n2n.files.csv import escape_formula

    assert unguarded(pa.chunked_array([[escape_formula(text)]])).to_pylist() == [text]
