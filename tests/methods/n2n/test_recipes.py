"""Recipes: the paper's values where the paper is meant, one visible table where it is not."""

import re

import pytest

from n2n.methods import hyperparameters as paper
from n2n.methods.n2n.recipes import ELSEWHERE, RECIPES, TUNED
from n2n.methods.n2n.settings import Settings

FRAMEWORKS = "JL", "URL"


def difference(a: Settings, b: Settings) -> dict:
    return {name: value for name, value in a.to_dict().items() if value != b.to_dict()[name]}


@pytest.mark.parametrize("name", paper.DATASETS)
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_text_is_what_the_paper_prints(name, framework):
    hyper, found = paper.hyper_parameters()[name], Settings.for_dataset(name, framework, "all", recipe="text")
    assert found.tau == (hyper.tau_jl if framework == "JL" else hyper.tau_url)
    assert (found.alpha, found.dropout, found.weight_decay) == (hyper.alpha, hyper.dropout, hyper.l2)
    assert (found.learning_rate, found.epochs, found.width) == (hyper.learning_rate, hyper.epochs, 512)
    assert (found.similarity, found.include_self, found.depth) == ("cosine", False, 1)
    assert (found.patience, found.estimator, found.loss_on_logits) == (0, "auto", False)


@pytest.mark.parametrize("name", paper.DATASETS)
def test_released_differs_from_the_text_as_the_code_does(name):
    joint = difference(
        Settings.for_dataset(name, recipe="released"), Settings.for_dataset(name, recipe="text")
    )
    assert joint == {"similarity": "dot", "include_self": True, "weight_decay": 0.0}
    url = Settings.for_dataset(name, "URL", recipe="released")
    assert (url.dropout, url.epochs, url.loss_on_logits) == (0.2, 510, True)
    assert (url.similarity, url.include_self, url.weight_decay, url.bias) == ("dot", True, 0.0, False)


@pytest.mark.parametrize("key", TUNED)
@pytest.mark.parametrize("k", [1, 5, "all"])
def test_tuned_differs_only_where_the_table_says(key, k):
    tuned = TUNED[key]
    changes = tuned.changes | (tuned.single if k == 1 else {})
    found = Settings.for_dataset(*key, k)
    base = Settings.for_dataset(*key, k, recipe=tuned.base)
    assert set(difference(found, base)) <= set(changes)
    assert {name: found.to_dict()[name] for name in changes} == changes


def test_every_graph_of_the_paper_is_in_the_table():
    assert set(TUNED) == {(name, framework) for name in paper.DATASETS for framework in FRAMEWORKS}


def test_no_recipe_means_the_tuned_one():
    assert Settings.for_dataset("cora", "URL", 3) == Settings.for_dataset("cora", "URL", 3, recipe="tuned")
    s = Settings(framework="URL", k=3)
    assert s.note("cora") == s.note("cora", "tuned")


def test_the_callers_choices_are_kept():
    found = Settings.for_dataset("Amazon Photo", "URL", 4, sampler="random")
    assert (found.framework, found.k, found.sampler) == ("URL", 4, "random")
    assert found == Settings.for_dataset("photo", "URL", 4, sampler="random")


@pytest.mark.parametrize("name", ["karate", "chameleon", "texas", "my own graph"])
def test_a_graph_the_paper_does_not_use(name):
    found = Settings.for_dataset(name, "JL", "all")
    assert difference(found, Settings(k="all")).items() <= ELSEWHERE.items()
    assert "does not use this graph" in Settings().note(name)
    assert Settings.for_dataset(name, recipe="text") == Settings.for_dataset("cora", recipe="text")


def test_fine_tuning_is_never_left_out():
    assert Settings.for_dataset("cora", "PT&FT").patience == 0
    assert Settings.for_dataset("cora", "PT&FT").dropout == Settings.for_dataset("cora", "URL").dropout


@pytest.mark.parametrize("key", TUNED)
@pytest.mark.parametrize("k", [1, 5, "all"])
def test_the_note_says_what_the_settings_are(key, k):
    settings = Settings.for_dataset(*key, k)
    note = settings.note(key[0])
    why = note.partition(" on held-out nodes")[0]
    said = {
        "samples": r"(\d+) sampled nodes",
        "dropout": r"dropout ([\d.]*\d)",
        "tau": r"τ = ([\d.]*\d)",
        "alpha": r"α = ([\d.]*\d)",
    }
    for name, pattern in said.items():
        for value in re.findall(pattern, why):
            assert float(value) == getattr(settings, name)
    for recipe in RECIPES[1:]:
        assert settings.note(key[0], recipe) != note


def test_an_unknown_recipe_is_refused():
    with pytest.raises(
        ValueError, match=r"^There is no recipe 'best': choose one of tuned, text, released\.$"
    ):
        Settings.for_dataset("cora", recipe="best")


def test_the_table_names_real_settings():
    assert {name for tuned in TUNED.values() for name in (*tuned.changes, *tuned.single)} <= set(
        Settings.specs()
    )
