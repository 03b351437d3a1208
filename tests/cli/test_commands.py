"""Every command on the smallest graph: what it prints and writes, and that a mistake is one sentence."""

import json
import re
import subprocess
import sys

import click
import numpy as np
import pytest

import n2n
from n2n.cli import commands, main
from n2n.files.assets import APP

PROGRAM = [sys.executable, "-m", "n2n"]


def start(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run([*PROGRAM, *words], capture_output=True, text=True, cwd=APP.parent, check=False)


def printed(capsys, *words) -> str:
    assert main([str(word) for word in words]) == 0
    return capsys.readouterr().out


def test_a_command_runs_from_a_shell():
    done = start("taps", "karate")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Karate club: 34 nodes, 78 edges, 2 classes\n")
    done = start("taps", "nowhere")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    pipe = f"{' '.join(PROGRAM)} datasets | head -1"
    done = subprocess.run(pipe, shell=True, capture_output=True, text=True, cwd=APP.parent, check=True)
    assert (done.stdout.split()[0], done.stderr) == ("key", "")


def test_the_help_loads_nothing_heavy():
    program = (
        "import sys\nfrom n2n.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=APP.parent
    )
    assert not {"torch", "numba", "networkx", "streamlit"} & set(done.stdout.split())
    assert all(name in done.stdout for name in commands.commands)


@pytest.mark.parametrize("name", commands.commands)
def test_every_command_and_option_has_help(name, capsys):
    assert commands.commands[name].short_help
    assert all(one.help for one in commands.commands[name].params if isinstance(one, click.Option))
    assert f"n2n {name}" in printed(capsys, name, "--help")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["taps", "coral"], "There is no dataset 'coral': use one of cora, citeseer, "),
        (["taps", "cora", "--k", "0"], "k is 0: the number of positives per node must be"),
        (["taps", "cora", "--k", "one"], "Invalid value for '--k': 'one' is not a valid integer: see `"),
        (["taps", "cora", "--seed", "-1"], "Invalid value for '--seed': -1 is not in the range x>=0"),
        (["taps"], "Missing argument 'DATASET': see `python -m n2n taps --help`."),
        (["tap"], "No such command 'tap'"),
        ([], "Missing command: see `python -m n2n --help`."),
        (["explore", "--port", "70000"], "Invalid value for '--port': 70000 is not in the range 1<=x<=65535"),
        (["results", "nosuch"], "There is no dataset 'nosuch': use one of cora, "),
        (["results", "cora", "--rows", "GCNN"], "Table 1 has no row 'GCNN': choose among MLP, GCN"),
        (["results", "--rows", "GCN"], "--rows, --recipe and --epochs need a DATASET: see `"),
        (["reproduce", "table1", "--minutes", "0"], "minutes is 0: give a budget above 0."),
        (["reproduce", "table1", "--datasets", "nosuch"], "There is no dataset 'nosuch'"),
        (["reproduce", "table1", "--datasets", "karate"], "Table 1 has no dataset 'karate'"),
        (["robustness", "karate", "--methods", "GNN"], "There is no method 'GNN'"),
        (["cold-start", "karate", "--share", "0.9"], "share is 0.9, which hides 31 of 34 nodes: on Karate"),
        (
            ["cold-start", "karate", "--k", "many"],
            "Invalid value for '--k': 'many' is neither a",
        ),
        (["convert", "nothing.csv", "g"], "nothing.csv: there is no such file."),
        (["synthesize", "--nodes", "10", "--edges", "4", "g"], "nodes is 10 and classes 40: a class needs 3"),
        (["synthesize", "--nodes", "2000", "--edges", "400", "/proc/g"], "/proc/"),
    ],
)
def test_a_mistake_of_the_user_is_one_sentence(words, sentence, capsys):
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"n2n: {sentence}")
    assert err.count("\n") == 1
    assert err.endswith(".\n")


@pytest.mark.parametrize("bug", [lambda: np.ones(2) + np.ones(3), lambda: {}["a"]])
def test_an_error_of_the_program_keeps_its_traceback(bug, monkeypatch):
    """A message for the user is raised by n2n itself; what a library raises is a bug."""
    monkeypatch.setattr("n2n.load", lambda *_, **__: bug())
    for words in (["taps"], ["train"], ["cold-start"], ["robustness"]):
        with pytest.raises((ValueError, LookupError)):
            main([*words, "karate"])


def test_taps_describes_a_graph(capsys):
    out = printed(capsys, "taps", "cora")
    assert "Cora: 2,708 nodes, 5,278 edges, 7 classes" in out
    assert re.search(r"TAPS, k = 1 +2,708 +0\.163 +0\.042\n", out)
    assert re.search(r"all neighbours +10,556 +0\.190 +0\.190\n", out)
    assert "397 subgraphs, the largest of 114 nodes; 0 nodes are alone." in out
    assert "2,434 of 5,278 edges (46%) have no common neighbour." in out
    other = printed(capsys, "taps", "cora", "--seed", 1)
    first, second = (re.findall("TAPS, .*|random, .*", text) for text in (out, other))
    assert (first[0] == second[0], first[1] == second[1]) == (True, False), "the seed is of the random row"
    out = printed(capsys, "taps", "citeseer", "--k", "2")
    assert "Isolated nodes (each is its own positive and in no pair): 48\n" in out


def test_folders_are_written_once(tmp_path, capsys):
    edges, graph, positives = (tmp_path / name for name in ("edges.csv", "g", "p"))
    edges.write_text("anna,ben\nben,anna\nben,ben\nben,cleo\n")
    (tmp_path / "nodes.csv").write_text("id,label,age\nanna,x,1\nben,y,2\ncleo,x,3\n")
    convert = ["convert", edges, graph, "--nodes", tmp_path / "nodes.csv", "--name", "people"]
    out = printed(capsys, *convert)
    assert "g: 3 nodes, 2 edges, 2 classes, 1 features; " in out
    assert "Dropped: 1 self-loops, 0 repeats; edges that came in one direction only: 1" in out
    assert n2n.open_graph(graph).name == "people"
    numbers = [
        "--nodes",
        "1_000",
        "--edges",
        "4_000",
        "--classes",
        "4",
        "--features",
        "8",
        "--accuracy",
        "0.7",
    ]
    synthesize = ["synthesize", *numbers, tmp_path / "s"]
    assert "Bayes accuracy of the features 0.7" in printed(capsys, *synthesize)
    assert n2n.open_graph(tmp_path / "s").num_nodes == 1000
    taps = ["taps", graph, "--out", positives]
    assert printed(capsys, *taps).startswith(f"{positives}: 3 positives of 3 nodes, 2 edges ranked in ")
    assert n2n.Positives.open(positives).indices.tolist() == [1, 0, 1]
    for words in (convert, synthesize, taps):
        assert main(list(map(str, words))) == 2
        assert "exists already" in capsys.readouterr().err
        printed(capsys, *words, "--replace")


def test_datasets_are_listed_with_their_facts(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("N2N_DATA", str(tmp_path))
    facts, _, places = printed(capsys, "datasets").partition("\n\n")
    rows = {line.split()[0]: line for line in facts.splitlines()[1:]}
    assert list(rows) == list(n2n.catalogue())
    for key, info in n2n.catalogue().items():
        numbers = [f"{number:,}" for number in (info.nodes, info.edges, info.features, info.classes)]
        assert (info.title in rows[key], rows[key].split()[-4:]) == (True, numbers)
        assert ("bundled" in rows[key]) == info.bundled != (info.source in places)
    assert str(tmp_path) in places


def test_cold_start_is_a_table_and_a_file(tmp_path, capsys):
    words = ["cold-start", "karate", "--methods", "MLP", "--methods", "GCN", "--epochs", "3"]
    out = printed(capsys, *words, "--out", tmp_path / "a")
    assert "7 of 34 nodes were hidden with 31 edges" in out
    assert "features and edges" in out
    found = json.loads((tmp_path / "a").read_text())
    assert [score["method"] for score in found["scores"]] == ["MLP", "GCN", "GCN"]
