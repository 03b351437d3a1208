import json
import os

import numpy as np
import pytest

import n2n
from n2n.files.folder import read_facts
from n2n.taps.positives import KIND
from n2n.taps.ranking import top_rows
from n2n.taps.sharing import StoredRanking, write_top
from tests.two_ranks import run_two_ranks


def test_alone(tmp_path):
    graph = n2n.load("karate")
    told = []
    found = write_top(graph, 2, tmp_path / "p", progress=lambda *step: told.append(step))
    np.testing.assert_array_equal(found.indices, n2n.rank(graph).top(2).indices)
    assert read_facts(tmp_path / "p", KIND)["about"] == {"sampler": "taps", "k": 2, "graph": "Karate club"}
    with pytest.raises(ValueError, match="exists already"):
        write_top(graph, 2, tmp_path / "p")
    assert write_top(graph, 1, tmp_path / "p", replace=True).num_nodes == 34


def test_two_processes_write_what_one_writes(tmp_path):
    graph = n2n.load("citeseer")  # it has nodes without neighbours
    expected = n2n.rank(graph).top(3)
    # Row by row, as the processes do, so that both find the kernels compiled.
    top_rows(graph, 3, expected.indptr, alone := np.empty_like(expected.indices), 0, graph.num_nodes)
    np.testing.assert_array_equal(alone, expected.indices)
    graph.save(tmp_path / "g")
    done = run_two_ranks("n2n.cli", "taps", str(tmp_path / "g"), "--k", "3", "--out", str(tmp_path / "p"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("positives of 3,327 nodes") == 1
    found = n2n.Positives.open(tmp_path / "p", verify=True)
    np.testing.assert_array_equal(found.indptr, expected.indptr)
    np.testing.assert_array_equal(found.indices, expected.indices)
    assert sorted(os.listdir(tmp_path)) == ["g", "p"]
    assert json.loads((tmp_path / "p" / "positives.json").read_text())["facts"]["num_nodes"] == 3327


def test_positives_are_chosen_once(tmp_path, monkeypatch):
    karate, folder = n2n.load("karate"), tmp_path / "positives"
    wanted = n2n.rank(karate).top(2)
    assert StoredRanking(karate, folder).top(2).indices.tolist() == wanted.indices.tolist()
    monkeypatch.setattr("n2n.taps.ranking.Ranking.top", lambda *_: pytest.fail("it ranks again"))
    assert StoredRanking(karate, folder).top(2).indices.tolist() == wanted.indices.tolist()
    with pytest.raises(ValueError, match="of another graph or another k"):
        StoredRanking(karate, folder).top(1)
