"""Matrix Market as scipy writes it, from its specification, and damaged."""

import io

import networkx as nx
import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

from n2n.io.readers import ReadError, read_graph
from tests.io.readers.formats.reading import SMALL, pairs, read, same

# The example of the format's specification, made square and symmetric.
MTX = b"""%%MatrixMarket matrix coordinate real symmetric
%
% a comment
  5  5  4
    1     1   1.000e+00
    2     1   1.050e+01
    3     2   2.500e-01
    5     3   3.332e+01
"""


def matrix(n: int = 12, symmetric: bool = True) -> sp.coo_array:
    found = sp.random_array((n, n), density=0.15, rng=np.random.default_rng(0))
    return sp.coo_array(found + found.T if symmetric else found)


def test_the_size_line_is_no_edge_and_isolated_nodes_stay():
    reading = read("g.mtx", MTX)
    graph = reading.graph
    assert graph.names() == ["1", "2", "3", "4", "5"]
    assert pairs(graph) == {frozenset("12"), frozenset("23"), frozenset("35")}
    assert (reading.report.self_loops, reading.report.isolated) == (1, 1)
    empty = b"%%MatrixMarket matrix coordinate pattern general\n4 4 1\n1 2\n"
    assert read("g.mtx", empty).graph.names() == ["1", "2", "3", "4"]


@pytest.mark.parametrize("field", ["real", "integer", "pattern"])
@pytest.mark.parametrize("symmetry", ["general", "symmetric"])
def test_what_scipy_writes_is_read_as_scipy_reads_it(field, symmetry):
    written = matrix(symmetric=symmetry == "symmetric")
    if field == "integer":
        written = sp.coo_array((np.ones(written.nnz, int), written.coords), shape=written.shape)
    out = io.BytesIO()
    scipy.io.mmwrite(out, written, field=field, symmetry=symmetry)
    expected = nx.from_scipy_sparse_array(scipy.io.mmread(io.BytesIO(out.getvalue()), spmatrix=False))
    graph = read("g.txt", out.getvalue()).graph
    assert same(graph, nx.relabel_nodes(expected, lambda node: node + 1))


def test_a_dense_array_of_matrix_market():
    out = io.BytesIO()
    scipy.io.mmwrite(out, matrix(5).toarray())
    assert same(
        read("g.mtx", out.getvalue()).graph,
        nx.relabel_nodes(nx.from_numpy_array(matrix(5).toarray()), lambda node: node + 1),
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (MTX.replace(b"  5  5  4", b"  5  6  4"), "line 4: it has 5 rows and 6 columns"),
        (MTX.replace(b"  5  5  4", b"99 99 4"), "line 4: it has 99 nodes, at most 50"),
        (MTX.replace(b"  5  5  4", b"5 5 999"), "line 4: it has 999 edges, at most 100"),
        (MTX.replace(b"  5  5  4", b"5 5 90"), "line 4: it has 4 entries and not 90, as its header says"),
        (MTX.replace(b"  5  5  4", b"5 5"), "line 4: its sizes are not whole numbers"),
        (MTX.replace(b"coordinate", b"hyper"), "line 1: .* is not a Matrix Market header"),
        (MTX.replace(b"    5     3", b"    9     3"), "line 8: row or column 9 does not exist: there are 5"),
        (b"%%MatrixMarket matrix array real general\n40 40\n1\n", "it has 1,600 values, at most 500"),
        (b"%%MatrixMarket matrix array real general\n9 9\n1\n", "line 2: it has 1 entries and not 81"),
        (b"%%MatrixMarket matrix coordinate real general\n", "it ends before its sizes"),
        (
            MTX.replace(b"2     1   1.050e+01", b"b     1"),
            "an entry does not begin with two whole numbers|columns",
        ),
        (MTX.replace(b"    3     2   2.500e-01\n", b"3\n"), "line 7: 1 column instead of 3"),
    ],
)
def test_what_is_wrong_in_matrix_market_is_told(text, words):
    with pytest.raises(ReadError, match=words):
        read_graph(("g.mtx", text), limits=SMALL)


@pytest.mark.parametrize("symmetry", ["symmetric", "skew-symmetric"])
def test_half_a_dense_array(symmetry):
    half = np.triu(matrix(5).toarray(), 1)
    whole = half + half.T if symmetry == "symmetric" else half - half.T
    out = io.BytesIO()
    scipy.io.mmwrite(out, whole, symmetry=symmetry)
    expected = nx.relabel_nodes(nx.from_numpy_array(np.abs(whole)), lambda node: node + 1)
    assert same(read("g.mtx", out.getvalue()).graph, expected)


def test_what_ends_the_process_in_scipy_is_read_or_told():
    assert read_graph(("g.mtx", MTX[:-5] + b"e")).num_edges == 3
    with pytest.raises(ReadError):
        read_graph(("g.mtx", b"%%MatrixMarket matrix array real general\n0 0\n1\n"))
