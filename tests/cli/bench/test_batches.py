"""`bench batches` on a small graph."""

from n2n.cli import main


def test_both_modes_are_told(monkeypatch, capsys):
    def quick(cls, name, framework="JL", k=1, batch_size=0):
        return cls(framework=framework, k=k, batch_size=batch_size, epochs=2, evaluate_every=1, width=8)

    monkeypatch.setattr("n2n.Settings.for_dataset", classmethod(quick))
    assert main(["bench", "batches", "--graphs", "karate", "--seeds", "2", "--batch-size", "10"]) == 0
    printed = capsys.readouterr().out
    assert "all nodes" in printed
    assert "batches of 10" in printed
