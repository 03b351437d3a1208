"""`python -m n2n` as a user starts it."""

import subprocess
import sys
from pathlib import Path

import pytest

from n2n.cli import commands, main

ROOT = Path(__file__).parents[2]


def start(*words):
    program = [sys.executable, "-m", "n2n", *words]
    return subprocess.run(program, capture_output=True, text=True, cwd=ROOT, check=False)


def test_a_command_runs_from_a_shell():
    done = start("taps", "karate")
    assert done.returncode == 0
    assert done.stdout.startswith("Karate club: 34 nodes, 78 edges, 2 classes\n")
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["taps", "coral"], "n2n: There is no dataset 'coral': use one of cora, citeseer, "),
        (
            ["taps", "cora", "--k", "0"],
            "n2n: k is 0: the number of positives per node must be",
        ),
        (["taps", "cora", "--k", "one"], "n2n: Invalid value for '--k': 'one' is not a valid integer: see `"),
        (["taps", "cora", "--seed", "-1"], "n2n: Invalid value for '--seed': -1 is not in the range x>=0"),
        (["taps"], "n2n: Missing argument 'DATASET': see `python -m n2n taps --help`."),
        (["tap"], "n2n: No such command 'tap'"),
        ([], "n2n: Missing command: see `python -m n2n --help`."),
        (["results", "nosuch"], "n2n: There is no dataset 'nosuch': use one of cora, "),
        (["results", "cora", "--rows", "GCNN"], "n2n: Table 1 has no row 'GCNN': choose among MLP, GCN"),
        (["reproduce", "table1", "--minutes", "0"], "n2n: minutes is 0: give a budget above 0."),
        (["reproduce", "table1", "--datasets", "nosuch"], "n2n: There is no dataset 'nosuch'"),
        (["reproduce", "table1", "--datasets", "karate"], "n2n: Table 1 has no dataset 'karate'"),
    ],
)
def test_a_mistake_of_the_user_is_one_sentence(words, sentence, capsys):
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(sentence)
    assert err.count("\n") == 1
    assert err.endswith(".\n")


def test_an_error_of_the_program_keeps_its_traceback(monkeypatch):
    """A message for the user is raised by n2n itself; what a library raises is a bug."""
    import numpy as np

    monkeypatch.setattr("n2n.load", lambda *_, **__: np.ones(2) + np.ones(3))
    with pytest.raises(ValueError, match="operands could not be broadcast"):
        main(["taps", "karate"])


def test_a_mistake_ends_the_process_with_code_2_and_no_traceback():
    done = start("taps", "nowhere")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_the_help_loads_nothing_heavy():
    program = (
        "import sys\nfrom n2n.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert not {"torch", "numba", "networkx", "streamlit"} & set(done.stdout.split())
    assert all(name in done.stdout for name in commands.commands)


def test_a_reader_that_stops_early_is_no_error():
    pipe = f"{sys.executable} -m n2n datasets | head -1"
    done = subprocess.run(pipe, shell=True, capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.startswith("key ")
    assert done.stderr == ""
