"""Bad and hostile files: a clear sentence or a correct graph, and nothing else."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from n2n.reading import ReadError, read_graph
from tests.io import corpus

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def temporary(tmp_path_factory):
    return tmp_path_factory.mktemp("temporary")


@pytest.fixture(scope="module")
def found(temporary):
    """What became of each of them, in one process with an empty folder as its temporary one."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.io.corpus_worker"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(temporary)},
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_every_bad_file_ends_in_a_sentence_or_a_graph(found):
    assert not found["wrong"], "\n".join(f"{name}\n{why}" for name, why in found["wrong"].items())
    assert len(found["answers"]) == found["cases"] >= 200  # no two have the same name


def test_most_of_them_are_refused(found):
    assert sum(map(bool, found["answers"].values())) > 200


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("an edge list with three columns in one row", "edges.csv, line 2: 3 columns instead of 2"),
        ("an edge list with an empty target", "edges.csv, line 2: the target is empty."),
        ("a zero byte", "edges.csv, line 2: byte 0x00"),
        ("a table of nodes with NaN", 'nodes.csv, line 3: feature "age" is missing or not a finite number.'),
        ("a table of nodes with a node twice", 'nodes.csv, line 4: node "a" occurs twice.'),
        ("a table of nodes with a node missing", 'edges.csv, line 3: node "c" is not in nodes.csv.'),
        ("a table of nodes with sparse with a word", 'nodes.csv, line 3: "2:x" has no number'),
        ("a zip with a bomb", 'graph.zip: "edges.csv" in it grows more than 200 times'),
        ("a zip with a bomb of small parts", "graph.zip: unpacked it is larger than the 4 MB"),
        ("an npz with a bomb", "g.npz: unpacked it is larger than the 4 MB"),
        ("a zip with the path ../edges.csv", 'graph.zip: "../edges.csv" in it points outside the archive'),
        ("a zip with too many files", "graph.zip: the archive has more than 20 files"),
        ("an npz with pickled edges", 'g.npz: "edge_index" in it is pickled'),
        ("pickle 4 called graph.pt", "graph.pt: it is a pickle (such as a .pt file), which could run code"),
        ("a GraphML file with a billion laughs", "g.graphml, line 1: it declares a document type"),
        ("a GraphML file with an outer entity", "g.graphml, line 1: it declares a document type"),
        ("a GraphML file with an outer address", "g.graphml, line 1: it declares a document type"),
        ("an npz with a huge shape", "is not as large as its header says"),
        ("an edge list with more rows than allowed", "edges.csv: it has 40,000 edges, at most 30,000"),
        ("a GraphML file with too many nodes", "it has 20,001 nodes, at most 20,000 are allowed"),
        (
            "a GML file beside a table with other ids",
            'nodes.csv: none of its ids ("x", …) is a node of g.gml.',
        ),
        ("a GML file beside a table with features of some", 'node "2" of g.gml has no row in it.'),
        ("two GML files", "h.gml: g.gml and this one both have edges: ignore one of them."),
        ("too large", "edges.csv: all files together are larger than the 3 MB allowed"),
    ],
)
def test_the_sentence_says_where_and_why(found, name, reason):
    assert reason in found["answers"][name]


@pytest.mark.parametrize(
    "name", ["the id '-1'", "the id '007'", "the id '=1+1'", "edges in utf-8-sig", "the id '💥'"]
)
def test_odd_ids_are_still_a_graph(found, name):
    assert found["answers"][name] == ""
    if name.startswith("the id"):
        graph = read_graph(next(files for case, files in corpus.bad_files() if case == name))
        assert (graph.num_nodes, graph.num_edges) == (3, 2)
        assert eval(name.removeprefix("the id ")) in graph.node_names


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(("e.csv", "nodes.csv", "g.net", "g.sif", "g.json", "g.gml", "g.mtx", "g.graphml")),
    st.text(alphabet='ab012 ,;|\t\n"{}[]*:%#<>-', max_size=80) | st.binary(max_size=80),
)
def test_any_content_ends_in_a_sentence_or_a_graph(name, content):
    data = content.encode() if isinstance(content, str) else content
    with suppress(ReadError):
        read_graph({name: data, "other.csv": b"a,b\nb,c\n"} if name == "nodes.csv" else (name, data))


def test_the_whole_corpus_takes_little_memory_and_leaves_nothing_on_disk(found, temporary):
    assert found["megabytes"] < 200  # the files themselves may be 3 MB, unpacked 4 MB
    assert not list(temporary.iterdir())
