"""The graph of a command: a dataset, a file, several files, a folder."""

import re

import networkx as nx
import pytest

import n2n
from n2n.cli import main
from n2n.cli.graphs import find_graph, load_graph
from n2n.training.run import Run

QUICK = ["--width", "8", "--epochs", "3", "--evaluate-every", "1"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the karate club in files; it is the current one."""
    monkeypatch.chdir(tmp_path)
    club = nx.karate_club_graph()
    nx.write_graphml_xml(club, "club.graphml")
    (tmp_path / "my.csv").write_text("".join(f"{a},{b}\n" for a, b in club.edges()))
    rows = (f"{node},{club.nodes[node]['club']},{node % 5},{node % 3}\n" for node in club)
    (tmp_path / "people.csv").write_text("id,club,age,grade\n" + "".join(rows))
    return tmp_path


def test_files_and_datasets_are_told_apart(folder):
    assert find_graph("karate") is n2n.catalogue()["karate"]
    assert find_graph("my.csv").name == "my.csv"
    (folder / "cora").mkdir()
    assert find_graph("cora") is n2n.catalogue()["cora"]
    assert find_graph("./cora").is_dir()
    assert load_graph("karate").name == "Karate club"


def test_taps_of_a_file_says_what_it_was_taken_for(folder, capsys):
    assert main(["taps", "my.csv"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("my: 34 nodes, 78 edges, 0 classes\n")
    assert "There are no labels, so there is no smoothness and no purity.\n" in out
    assert err == 'my.csv: edges from "column 1" to "column 2"; comma-separated, without a header.\n'


def test_a_table_of_nodes_goes_with_it_and_the_label_can_be_chosen(folder, capsys):
    assert main(["taps", "my.csv", "--nodes", "people.csv"]) == 0
    assert "34 nodes, 78 edges, 2 classes" in capsys.readouterr().out
    assert main(["taps", "my.csv", "--nodes", "people.csv", "--label", "grade"]) == 0
    assert "34 nodes, 78 edges, 3 classes" in capsys.readouterr().out
    graph = load_graph("my.csv", nodes=["people.csv"], label="grade")
    assert graph.x.shape == (34, 1)
    assert (graph.y == [node % 3 for node in range(34)]).all()


def test_training_on_a_file_with_labels(folder, capsys):
    assert main(["train", "club.graphml", *QUICK, "--out", str(folder / "runs")]) == 0
    out, err = capsys.readouterr()
    assert "club has no features, so spectral ones are computed.\n" in out
    assert "N2N-TAPS-1 (JL) on club, spectral features, split 'paper', 3 epochs at most.\n" in out
    assert "The paper does not use this graph" in out
    assert 'club.graphml: GraphML, nodes by "id", labels "club", 0 columns of features.\n' in err
    run = Run.load(folder / "runs" / "seed0.n2n")
    assert run.graph_name == "club, spectral features"


def test_training_without_labels_gives_embeddings_and_says_so(folder, capsys):
    words = ["train", "my.csv", "--features", "degree", *QUICK, "--out", str(folder / "runs")]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "N2N-TAPS-1 (URL) on my, degree buckets" in out
    assert re.search(r"seed +last loss +epochs +ms/epoch\n0 ", out)
    assert "has no labels, so there is no score" in out
    assert Run.load(folder / "runs" / "seed0.n2n").embeddings.shape == (34, 8)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["taps", "yours.csv"], "There is no file 'yours.csv': check its path, or use one of the datasets"),
        (["taps", "yours"], "There is no dataset 'yours': use one of cora, citeseer, "),
        (["train", "my.csv", "--framework", "JL"], "Graph 'my, spectral features' has no labels, which "),
        (["train", "my.csv", "--features", "magic"], "Invalid value for '--features': 'magic' is not one of"),
        (["train", "karate", "--label", "club"], "--label is for a graph that comes from a file"),
        (["train", "karate", "--nodes", "people.csv"], "--nodes is for a graph that comes from a file"),
        (["taps", "my.csv", "--label", "club"], "--label is 'club', but no file describes nodes"),
        (
            ["taps", "my.csv", "--nodes", "people.csv", "--label", "clubs"],
            "There is no column 'clubs' of nodes: use one of id, club, age, grade.",
        ),
        (["taps", "my.csv", "--nodes", "nobody.csv"], "nobody.csv: there is no such file."),
        (
            ["train", "my.csv", "--nodes", "people.csv", "--features", "degree"],
            "my has features already (2): leave out --features.",
        ),
    ],
)
def test_a_mistake_is_one_sentence(folder, words, sentence, capsys):
    assert main(words) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[-1].startswith(f"n2n: {sentence}")
    assert lines[-1].endswith(".")


def test_a_suspicious_file_is_told(folder, capsys):
    (folder / "rows.csv").write_text("".join(f"pp,p{i}\n" for i in range(40)))
    assert main(["taps", "rows.csv"]) == 0
    assert 'Warning: All 40 edges touch node "pp"' in capsys.readouterr().err
