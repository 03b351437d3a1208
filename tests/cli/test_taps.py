import re

import pytest

import n2n
from n2n.cli import main


@pytest.fixture
def taps(capsys):
    def run(*words):
        assert main(["taps", *words]) == 0
        return capsys.readouterr().out

    return run


def test_the_summary_of_cora(taps):
    out = taps("cora", "--k", "1")
    assert "Cora: 2,708 nodes, 5,278 edges, 7 classes" in out
    assert re.search(r"TAPS, k = 1 +2,708 +0\.163 +0\.042\n", out)
    assert re.search(r"random, k = 1, seed 0 +2,708 +0\.1\d\d +0\.04\d\n", out)
    assert re.search(r"all neighbours +10,556 +0\.190 +0\.190\n", out)
    assert "397 subgraphs, the largest of 114 nodes; 0 nodes are alone." in out
    assert "2,434 of 5,278 edges (46%) have no common neighbour." in out
    assert re.search(r"Time: load \d+ ms, rank [\d.]+ ms, partition [\d.]+ ms\n$", out)


def test_nodes_without_a_neighbour_are_told(taps):
    out = taps("citeseer", "--k", "2")
    assert "Isolated nodes (each is its own positive and in no pair): 48\n" in out
    assert "48 nodes are alone." in out


def test_the_seed_changes_the_random_row_only(taps):
    row = re.compile(r"random.*")
    first, second = taps("cora", "--seed", "1"), taps("cora", "--seed", "2")
    assert row.search(first)[0] != row.search(second)[0]
    assert re.search(r"TAPS.*", first)[0] == re.search(r"TAPS.*", second)[0]


def test_a_folder_of_positives(taps, tmp_path):
    n2n.load("karate").save(tmp_path / "g")
    out = taps(str(tmp_path / "g"), "--out", str(tmp_path / "p"))
    assert out.startswith(f"{tmp_path / 'p'}: 34 positives of 34 nodes, 78 edges ranked in ")
    found = n2n.Positives.open(tmp_path / "p")
    assert found.indices.tolist() == n2n.rank(n2n.load("karate")).top(1).indices.tolist()
    assert main(["taps", str(tmp_path / "g"), "--out", str(tmp_path / "p")]) == 2
    taps(str(tmp_path / "g"), "--out", str(tmp_path / "p"), "--replace")


def test_the_summary_of_a_graph_whose_dependencies_are_not_kept(taps, monkeypatch):
    monkeypatch.setattr("n2n.cli.taps.LISTED_EDGES", 10)
    out = taps("karate")
    assert "With more than 10 edges the dependency of every edge is not listed." in out
    assert re.search(r"TAPS, k = 1 +34 ", out)
