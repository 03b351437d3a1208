"""`bench scale-training` on a small graph, without the processes that take seconds to start."""

import io
import json
from contextlib import redirect_stdout

import pytest

import n2n
from n2n.cli import main
from n2n.cli.bench import one_training, scale_training


@pytest.fixture
def folder(tmp_path):
    return str(n2n.synthesize(tmp_path / "made", nodes=300, edges=2000, classes=3, features=8).folder)


def measure_here(kind, *options, threads=None, processes=1):
    """`scale_training.measure` in this process."""
    out = io.StringIO()
    with redirect_stdout(out):
        one_training.main([kind, *options])
    return json.loads(out.getvalue().splitlines()[-1])


def test_a_table_is_printed(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(scale_training, "measure", measure_here)
    words = ["bench", "scale-training", folder, "--smaller", folder, "--steps", "3", "--batch-size", "50"]
    assert main([*words, "--width", "8", "--positives", str(tmp_path / "positives")]) == 0
    printed = capsys.readouterr().out
    for name in ("N2N in batches", "two processes", "GCN (torch-geometric)", "all nodes at once"):
        assert name in printed
    assert "times as fast as one" in printed


def test_a_training_that_fails_is_told(tmp_path):
    with pytest.raises(ValueError, match="A measured training failed"):
        scale_training.measure("n2n", str(tmp_path / "nothing"))
