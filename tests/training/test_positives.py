"""Positives that are kept in a folder."""

import pytest

import n2n
from n2n.training.positives import KeptRanking


def test_positives_are_chosen_once(tmp_path, monkeypatch):
    karate, folder = n2n.load("karate"), tmp_path / "positives"
    wanted = n2n.rank(karate).top(2)
    assert KeptRanking(karate, folder).top(2).indices.tolist() == wanted.indices.tolist()
    monkeypatch.setattr("n2n.sampling.ranking.Ranking.top", lambda *_: pytest.fail("it ranks again"))
    assert KeptRanking(karate, folder).top(2).indices.tolist() == wanted.indices.tolist()
    with pytest.raises(ValueError, match="of another graph or another k"):
        KeptRanking(karate, folder).top(1)
