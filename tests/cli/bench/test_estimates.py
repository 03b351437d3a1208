"""The comparison of estimates with runs."""

from n2n.cli import main


def test_every_run_is_listed_and_summed_up(capsys, monkeypatch):
    monkeypatch.setattr("n2n.cli.bench.estimates.BASELINES", ("MLP",))
    monkeypatch.setattr("n2n.training.estimate.TRIAL", 0.01)
    assert main(["bench", "estimates", "--graphs", "karate", "--epochs", "3", "--snapshots", "1"]) == 0
    said = capsys.readouterr().out
    for name in ("N2N-TAPS-1 (JL)", "N2N-TAPS-5 (URL)", "N2N (URL)", "MLP"):
        assert f"{name} on Karate club" in said
    assert "processor time, measured before the run" in said
    assert "of 7" in said
