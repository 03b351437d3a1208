"""Every method is found by its name, from its settings and from a file."""

import pytest

import n2n
from n2n.methods.baselines.catalogue import baselines
from n2n.methods.registry import build, count_work, settings_for, settings_from
from n2n.paper.lineup import families


@pytest.mark.parametrize("name", families())
def test_settings_have_the_name_they_were_asked_for(name):
    settings = settings_for(name, "cora")
    assert settings.name == name
    assert settings_from(settings.to_dict()) == settings


def test_a_name_that_is_not_there_is_one_sentence():
    with pytest.raises(ValueError, match="There is no method 'GNN': choose among MLP, GCN"):
        settings_for("GNN", "cora")


@pytest.mark.parametrize("name", ["N2N-TAPS-1 (JL)", *baselines()])
def test_every_method_builds_a_model_and_counts_its_work(name):
    karate = n2n.load("karate")
    settings = settings_for(name, "karate").replace(width=8)
    model = build(karate, settings)
    assert model.embed().shape[0] == karate.num_nodes
    assert set(model.facts()) == set(settings.facts_told)
    work = count_work(karate, settings)
    assert work.dense + work.sparse + work.elements > 0
    assert work.bytes > 0


def test_a_ranking_that_exists_is_used():
    karate = n2n.load("karate")
    ranking = n2n.rank(karate)
    other = n2n.Ranking(karate, ranking.common, ranking.dependency[::-1].copy())
    settings = settings_for("N2N-TAPS-1 (JL)", "karate").replace(width=8)
    chosen = [build(karate, settings, given).neighbourhood.single.tolist() for given in (None, other)]
    assert chosen[1] == other.top(1).indices.tolist()
    assert chosen[0] != chosen[1]
