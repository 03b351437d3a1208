"""The methods that can be compared and the runs that a comparison consists of."""

import pytest

import n2n
from n2n.methods.identity import MethodName
from n2n.methods.recipes import baselines
from n2n.methods.registry import settings_for
from n2n.paper.experiments import N2N_ROWS
from n2n.paper.lineup import N2N, comparison_runs, families


def test_every_row_and_every_baseline_is_there_under_its_own_name():
    assert set(N2N_ROWS) | set(baselines()) < set(families())
    for method in families():
        assert settings_for(method, "cora").name == method


def test_the_family_of_n2n_is_told_from_the_others():
    assert {name for name in families() if MethodName.parse(name).is_n2n} == set(N2N_ROWS)
    assert MethodName.parse("N2N-TAPS-1 (JL), τ = 3").is_n2n
    assert families()["N2N (URL)"] == N2N


@pytest.mark.parametrize(("split", "drawn"), [("paper", 0), ("public", 0), ("random", 1)])
def test_a_seed_draws_the_split_only_where_it_is_drawn(split, drawn):
    graph = n2n.load("cora")
    runs = comparison_runs(["GCN", "N2N (JL)"], "cora", graph, split, seeds=2)
    assert [(s.name, s.seed) for s in runs] == [("GCN", 0), ("N2N (JL)", 0), ("GCN", 1), ("N2N (JL)", 1)]
    assert {s.split for s in runs} == {split}
    assert [s.split_seed for s in runs] == [0, 0, drawn, drawn]


def test_epochs_are_cut_but_never_added():
    full = settings_for("N2N (JL)", "cora").epochs
    graph = n2n.load("cora")
    for epochs, expected in ((7, 7), (100_000, full), (None, full)):
        assert comparison_runs(["N2N (JL)"], "cora", graph, epochs=epochs)[0].epochs == expected


def test_a_split_that_the_graph_lacks_is_refused():
    with pytest.raises(ValueError, match="no public split"):
        comparison_runs(["GCN"], "karate", n2n.load("karate"), "public")
