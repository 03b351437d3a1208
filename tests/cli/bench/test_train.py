"""`python -m n2n bench train` on the smallest graph."""

from n2n.cli import main
from n2n.cli.bench import train


def test_the_table_has_every_contestant(capsys, monkeypatch):
    monkeypatch.setattr(train, "_peak_memory", lambda name: 0.5)  # a process of its own takes seconds
    monkeypatch.setattr("n2n.cli.bench.networks.WIDTH", 8)
    monkeypatch.setattr(train, "GROWTH", (200,))
    assert main(["bench", "train", "--graphs", "karate", "--rounds", "1"]) == 0
    printed = capsys.readouterr().out
    dense = (f"{name} (dense features)" for name in ("GCN", "GraphSAGE-Mean", "DGI"))
    for name in ("MLP (floor)", "N2N-TAPS-1 (JL) sampled", "N2N (URL) exact", *dense):
        assert f"\n{name} " in printed
    assert "Peak memory of training N2N-TAPS-1 (JL): 0.50 GB in all." in printed
    assert "Growth with N" in printed
    assert printed.splitlines()[-1].split()[0] == "200"
