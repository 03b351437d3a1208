"""The values of baselines on each dataset, and where they come from."""

import pytest

from n2n.methods.baselines.catalogue import baselines
from n2n.methods.baselines.recipes import EPOCHS_ELSEWHERE, recipe_note, recipe_values
from n2n.methods.hyperparameters import DATASETS, hyper_parameters


@pytest.mark.parametrize("dataset", DATASETS)
def test_dropout_is_the_papers_unless_the_method_says_otherwise(dataset):
    assert recipe_values(dataset, "GCN")["dropout"] == hyper_parameters()[dataset].dropout
    assert recipe_values(dataset, "SGC")["dropout"] == 0.0
    assert recipe_values(dataset, "DGI")["dropout"] == 0.0


def test_what_a_baseline_declares_wins():
    for name, baseline in baselines().items():
        values = recipe_values("cora", name)
        assert baseline.values.items() <= values.items()
    assert recipe_values("pubmed", "GCN")["weight_decay"] == 1e-4
    assert recipe_values("pubmed", "SGC")["weight_decay"] == 5e-5


def test_another_graph_has_coras_values_for_longer():
    assert recipe_values("my graph", "GCN") == recipe_values("cora", "GCN") | {
        "epochs": EPOCHS_ELSEWHERE,
        "evaluate_every": 5,
        "patience": 100,
    }
    assert recipe_note("my graph", "GCN").startswith("The paper does not use this graph")
