"""The paper's values of each dataset."""

from n2n.methods.hyperparameters import DATASETS, hyper_parameters, paper_key


def test_every_dataset_of_the_paper_has_its_values():
    assert set(hyper_parameters()) == set(DATASETS)
    assert hyper_parameters()["pubmed"].learning_rate == 0.01
    assert {values.width for values in hyper_parameters().values()} == {512}


def test_a_dataset_is_found_by_key_and_title():
    assert [paper_key(name) for name in ("cora", "Cora", "CORA")] == ["cora"] * 3
    assert [paper_key(name) for name in ("karate", "texas", "my graph")] == [""] * 3
