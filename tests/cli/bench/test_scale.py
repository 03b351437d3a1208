import re

import n2n
from n2n.cli import main
from n2n.cli.bench import scale


def test_every_step_is_measured(capsys):
    words = ["--nodes", "2000", "--edges", "9000", "--features", "40"]
    assert main(["bench", "scale", *words]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^2,000 nodes, [89],\d{3} edges", out)
    for step in ("synthesize", "convert from Parquet", "TAPS, k = 1"):
        assert re.search(rf"{step} +[\d.]+ +[\d,]+ +\d+\.\d\d", out)


def test_a_graph_that_is_there(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(scale, "_warm_up", lambda folder: None)  # no time is looked at here
    n2n.load("karate").save(tmp_path / "g")
    assert main(["bench", "scale", "--graph", str(tmp_path / "g"), "--no-convert", "--k", "2"]) == 0
    out = capsys.readouterr().out
    assert "34 nodes, 78 edges" in out
    assert "synthesize" not in out
    assert "TAPS, k = 2" in out


def test_a_step_that_fails(capfd):
    assert main(["bench", "scale", "--graph", "nowhere"]) == 2
    assert "nowhere does not exist" in capfd.readouterr().err


def test_peak_memory_is_that_of_the_process(tmp_path):
    took = scale.measure("datasets")
    assert 10e6 < took.peak < 3e9
    assert "karate" in took.out
