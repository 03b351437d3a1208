"""Recipes: the paper's values where the paper is meant, one visible table where it is not."""

import pytest

from n2n.methods import hyperparameters as paper
from n2n.methods.n2n.recipes import ELSEWHERE, RECIPES, TUNED, note_for, settings_for
from n2n.methods.n2n.settings import Settings, specs

FRAMEWORKS = "JL", "URL"


def difference(a: Settings, b: Settings) -> dict:
    return {name: value for name, value in a.to_dict().items() if value != b.to_dict()[name]}


@pytest.mark.parametrize("name", paper.DATASETS)
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_text_is_what_the_paper_prints(name, framework):
    hyper, found = paper.hyper_parameters()[name], settings_for(name, framework, "all", recipe="text")
    assert found.tau == (hyper.tau_jl if framework == "JL" else hyper.tau_url)
    assert (found.alpha, found.dropout, found.weight_decay) == (hyper.alpha, hyper.dropout, hyper.l2)
    assert (found.learning_rate, found.epochs, found.width) == (hyper.learning_rate, hyper.epochs, 512)
    assert (found.similarity, found.include_self, found.depth) == ("cosine", False, 1)
    assert (found.patience, found.estimator, found.loss_on_logits) == (0, "auto", False)


@pytest.mark.parametrize("name", paper.DATASETS)
def test_released_differs_from_the_text_as_the_code_does(name):
    joint = difference(settings_for(name, recipe="released"), settings_for(name, recipe="text"))
    assert joint == {"similarity": "dot", "include_self": True, "weight_decay": 0.0}
    url = settings_for(name, "URL", recipe="released")
    assert (url.dropout, url.epochs, url.loss_on_logits) == (0.2, 510, True)
    assert (url.similarity, url.include_self, url.weight_decay, url.bias) == ("dot", True, 0.0, False)


@pytest.mark.parametrize("key", TUNED)
@pytest.mark.parametrize("k", [1, 5, "all"])
def test_tuned_differs_only_where_the_table_says(key, k):
    tuned = TUNED[key]
    changes = tuned.changes | (tuned.single if k == 1 else {})
    found = settings_for(*key, k)
    base = settings_for(*key, k, recipe=tuned.base)
    assert set(difference(found, base)) <= set(changes)
    assert {name: found.to_dict()[name] for name in changes} == changes


def test_every_graph_of_the_paper_is_in_the_table():
    assert set(TUNED) == {(name, framework) for name in paper.DATASETS for framework in FRAMEWORKS}


def test_no_recipe_means_the_tuned_one():
    assert settings_for("cora", "URL", 3) == settings_for("cora", "URL", 3, recipe="tuned")
    assert note_for("cora", "URL", 3) == note_for("cora", "URL", 3, recipe="tuned")


def test_the_callers_choices_are_kept():
    found = settings_for("Amazon Photo", "URL", 4, sampler="random")
    assert (found.framework, found.k, found.sampler) == ("URL", 4, "random")
    assert found == settings_for("photo", "URL", 4, sampler="random")


@pytest.mark.parametrize("name", ["karate", "chameleon", "texas", "my own graph"])
def test_a_graph_the_paper_does_not_use(name):
    found = settings_for(name, "JL", "all")
    assert difference(found, Settings(k="all")).items() <= ELSEWHERE.items()
    assert "does not use this graph" in note_for(name)
    assert settings_for(name, recipe="text") == settings_for("cora", recipe="text")


def test_fine_tuning_is_never_left_out():
    assert settings_for("cora", "PT&FT").patience == 0
    assert settings_for("cora", "PT&FT").dropout == settings_for("cora", "URL").dropout


@pytest.mark.parametrize("key", TUNED)
def test_the_note_is_one_sentence_with_base_reason_and_evidence(key):
    tuned, note = TUNED[key], note_for(*key)
    assert tuned.why in note
    assert tuned.evidence in note
    assert note.endswith(".")
    assert ". " not in note
    for recipe in RECIPES[:2]:
        assert note_for(*key, recipe=recipe) != note


def test_an_unknown_recipe_is_refused():
    with pytest.raises(
        ValueError, match=r"^There is no recipe 'best': choose one of text, released, tuned\.$"
    ):
        settings_for("cora", recipe="best")


def test_for_dataset_is_the_same():
    assert Settings.for_dataset("cs", "URL", 5, recipe="text") == settings_for("cs", "URL", 5, recipe="text")


def test_the_table_names_real_settings():
    assert {name for tuned in TUNED.values() for name in (*tuned.changes, *tuned.single)} <= set(specs())
