"""Trials of changes: the right nodes, and what each change really does."""

import numpy as np
import pytest
import torch
from n2n.paper.trials import FOLDS, LAST, RECIPE

import n2n
from n2n.paper import trying
from n2n.taps.samplers import choose_positives
from n2n.training.trainer import Trainer

SMALL = n2n.Settings(framework="URL", k=2, width=8, epochs=4, evaluate_every=2)


@pytest.mark.parametrize("name", ["cora", "photo"])
def test_folds_have_no_test_node_of_the_results_where_these_are_fixed(name):
    graph = n2n.load(name)
    folds = trying.folds_of(graph)
    assert len(folds) == FOLDS
    for split in folds:
        together = np.concatenate([split.train, split.val, split.test])
        assert len(np.unique(together)) == len(together)
        if graph.public_splits:
            assert not np.isin(together, graph.split("paper").test).any()
    held_out = np.concatenate([split.test for split in folds])
    if graph.public_splits:  # each node is held out once
        assert len(np.unique(held_out)) == len(held_out) == 1708


def test_every_change_is_tried_and_nothing_twice(monkeypatch):
    graph = n2n.load("karate")
    monkeypatch.setattr("n2n.methods.registry.settings_for", lambda method, dataset: SMALL)
    short = staticmethod(lambda *recipe, batch_size: SMALL.replace(batch_size=batch_size))
    monkeypatch.setattr(n2n.Settings, "for_dataset", short)
    method = "N2N-TAPS-5 (URL)"
    found = list(trying.try_changes(graph, "cora", [method], [0], set()))
    names = [one.change for one in found]
    assert set(names) == {change.name for change in trying.CHANGES} | {LAST, *trying.readings("URL")}
    assert len(set(names)) == len(names)
    assert all(0 <= one.held_out <= 1 for one in found)
    known = {("cora", method, name, 0) for name in names if name != RECIPE}
    again = list(trying.try_changes(graph, "cora", [method], [0], known))
    assert {one.change for one in again} == {RECIPE, LAST, *trying.readings("URL")}
    assert [one.held_out for one in again] == [one.held_out for one in found[: len(again)]]


def test_what_the_changes_do():
    graph = n2n.load("karate")
    changes = {change.name: change for change in trying.CHANGES}
    assert changes["four times the epochs"].settings(SMALL, "cora").epochs == 16
    assert changes["batches"].settings(SMALL, "pubmed").batch_size == 1024
    trainer = Trainer(graph, SMALL)
    changes["TAPS mixed with random positives"].prepare(trainer, n2n.rank(graph))
    taps, random = (mean_of_positives(graph, sampler) for sampler in ("taps", "random"))
    assert trainer.model.neighbourhood(torch.eye(34)).numpy() == pytest.approx((taps + random) / 2, abs=1e-6)
    trainer = Trainer(graph, SMALL)
    changes["a rate that falls to zero"].prepare(trainer, n2n.rank(graph))
    rates = []
    for _ in trainer:
        rates.append(trainer.model.optimiser.param_groups[0]["lr"])
    assert rates == pytest.approx([SMALL.learning_rate * share for share in (0.75, 0.5, 0.25, 0)])


def mean_of_positives(graph, sampler):
    return rows_to_one(choose_positives(graph, sampler, SMALL.k, SMALL.seed))


def rows_to_one(positives):
    matrix = positives.matrix().toarray()
    return matrix / matrix.sum(1, keepdims=True)


def test_a_ranking_that_is_there_is_used():
    graph = n2n.load("karate")
    ranking = n2n.rank(graph)
    turned = n2n.Ranking(graph, ranking.common, -ranking.dependency)
    changes = {change.name: change for change in trying.CHANGES}
    trainer = Trainer(graph, SMALL)
    changes["TAPS mixed with random positives"].prepare(trainer, turned)
    mixed = (rows_to_one(turned.top(SMALL.k)) + mean_of_positives(graph, "random")) / 2
    assert trainer.model.neighbourhood(torch.eye(34)).numpy() == pytest.approx(mixed, abs=1e-6)
