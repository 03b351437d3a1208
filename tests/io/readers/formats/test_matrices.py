"""Adjacency matrices as square tables of text."""

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp

from n2n.io.readers import ReadError, read_graph
from tests.io.readers.formats.reading import SMALL, read, same


def matrix(n: int = 12, symmetric: bool = True) -> sp.coo_array:
    found = sp.random_array((n, n), density=0.15, rng=np.random.default_rng(0))
    return sp.coo_array(found + found.T if symmetric else found)


@pytest.mark.parametrize("delimiter", [",", " ", "\t", ";"])
@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_square_tables_are_adjacency_matrices(delimiter, named, weighted):
    found = matrix(8).toarray().round(2) if weighted else (matrix(8).toarray() > 0).astype(int)
    names = [f"n{i}" for i in range(8)] if named else [str(i) for i in range(8)]
    rows = [delimiter.join(map(str, row)) for row in found.tolist()]
    if named:
        header = delimiter.join(["id" if delimiter == " " else "", *names])
        rows = [header, *(f"{name}{delimiter}{row}" for name, row in zip(names, rows, strict=True))]
    reading = read("m.txt", "\n".join(rows))
    expected = nx.relabel_nodes(nx.from_numpy_array(found), dict(enumerate(names)))
    assert same(reading.graph, expected)
    assert reading.graph.names() == names
    assert "an adjacency matrix" in reading.report.notes[0]


@pytest.mark.parametrize(
    "text", ["0 2 0 5\n2 0 1 0\n0 1 0 3\n5 0 3 0\n", "0 1 0 1\n0 0 1 0\n0 0 0 1\n1 0 0 0\n"]
)
def test_small_matrices_are_symmetric_or_of_ones(text):
    found = np.array([line.split() for line in text.splitlines()], float)
    assert same(read("m.txt", text).graph, nx.from_numpy_array(found))


@pytest.mark.parametrize(
    "text",
    [
        "0 1\n1 0\n",  # two edges
        "0 1 0.5\n1 2 0.25\n2 0 1.0\n",  # three edges with weights
        "source,target,weight\n0,1,5\n1,2,5\n2,0,7\n",
    ],
)
def test_a_short_edge_list_is_not_taken_for_a_matrix(text):
    assert "edges from" in read("e.txt", text).report.notes[0]


def test_a_matrix_keeps_to_the_limits():
    text = "\n".join(" ".join("1" * 40) for _ in range(40)).encode()
    with pytest.raises(ReadError, match=r"^m\.txt: it has 1,600 values, at most 500 are allowed\."):
        read_graph(("m.txt", text), limits=SMALL)
