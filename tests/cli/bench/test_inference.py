"""`n2n bench inference` measures and writes what the Compare page reads."""

from n2n.cli import main
from n2n.paper import points


def test_times_are_printed_and_written(tmp_path, capsys, monkeypatch):
    path = tmp_path / "times.csv"
    words = ["bench", "inference", "--graphs", "karate", "--methods", "MLP", "DeepWalk", "--nodes", "1"]
    assert main([*words, "--out", str(path)]) == 0
    said = capsys.readouterr().out
    assert "µs per new node" in said
    assert "DeepWalk" not in said
    monkeypatch.setattr(points, "INFERENCE_FILE", path)
    points.inference_times.cache_clear()
    assert list(points.inference_times()) == [("karate", "MLP")]
    points.inference_times.cache_clear()


def test_no_nodes_are_refused(capsys):
    assert main(["bench", "inference", "--nodes", "0"]) != 0
    assert "--nodes is 0" in capsys.readouterr().err
