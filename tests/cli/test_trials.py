"""`python -m n2n trials`."""

import n2n
from n2n.cli import main
from n2n.paper.trials import read_trials


def test_trials_go_on_where_they_ended(tmp_path, monkeypatch, capsys):
    small = n2n.Settings(k=2, width=8, epochs=2, evaluate_every=2)
    monkeypatch.setattr("n2n.methods.registry.settings_for", lambda method, dataset: small)
    in_batches = staticmethod(lambda *recipe, batch_size: small.replace(batch_size=batch_size))
    monkeypatch.setattr(n2n.Settings, "for_dataset", in_batches)
    monkeypatch.setattr("n2n.graph.catalogue.load", lambda name: n2n.load("karate"))
    words = ["trials", "--datasets", "cora", "--methods", "N2N-TAPS-5 (JL)", "--out", str(tmp_path / "t.csv")]
    assert main([*words, "--folds", "1"]) == 0
    first = read_trials(tmp_path / "t.csv")
    assert {one.fold for one in first} == {0}
    assert main([*words, "--folds", "2"]) == 0
    both = read_trials(tmp_path / "t.csv")
    assert both[: len(first)] == first
    assert len(both) == 2 * len(first)
    assert "twice the epochs" in capsys.readouterr().out
    assert main([*words, "--folds", "9"]) == 2
    assert "--folds is 9" in capsys.readouterr().err
