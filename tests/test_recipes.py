"""Recipes: the paper's values where the paper is meant, one visible table where it is not."""

import pytest

from n2n import paper
from n2n.recipes import RECIPES, TUNED, note_for, settings_for


@pytest.mark.parametrize("name", paper.DATASETS)
@pytest.mark.parametrize("framework", ["JL", "URL"])
def test_the_text_recipe_is_the_papers(name, framework):
    printed, s = paper.hyper_parameters()[name], settings_for(name, framework, recipe="text")
    assert (s.dropout, s.weight_decay, s.learning_rate) == (
        printed.dropout,
        printed.l2,
        printed.learning_rate,
    )
    assert (s.alpha, s.epochs, s.width, s.similarity) == (printed.alpha, 1000, 512, "cosine")
    assert s.tau == (printed.tau_jl if framework == "JL" else printed.tau_url)
    assert "as the paper writes them" in note_for(name, framework, recipe="text")


def test_the_released_recipe_is_what_the_code_does():
    s = settings_for("cora", "URL", "all", recipe="released")
    assert (s.similarity, s.include_self, s.weight_decay) == ("dot", True, 0)
    assert (s.dropout, s.epochs, s.loss_on_logits) == (0.2, 510, True)
    joint = settings_for("cora", "JL", "all", recipe="released")
    assert (joint.dropout, joint.epochs, joint.loss_on_logits) == (0.6, 1000, False)


@pytest.mark.parametrize("name", paper.DATASETS)
@pytest.mark.parametrize("framework", ["JL", "URL"])
@pytest.mark.parametrize("k", [1, 5, "all"])
def test_without_a_recipe_only_the_table_departs_from_one(name, framework, k):
    tuned = TUNED[name, framework]
    base = settings_for(name, framework, k, recipe=tuned.base)
    chosen = settings_for(name, framework, k)
    assert chosen == settings_for(name, framework, k, recipe="tuned")
    listed = set(tuned.changes) | set(tuned.changes_by_k.get("one" if k == 1 else "many", {}))
    assert {key for key, value in chosen.to_dict().items() if value != base.to_dict()[key]} <= listed
    assert tuned.why in note_for(name, framework, k)


def test_other_graphs_get_the_common_values_and_say_so():
    assert settings_for("karate").tau == 5
    assert settings_for("my own graph", k="all").k == "all"
    assert "does not use this graph" in note_for("karate")


def test_an_unknown_recipe_is_refused():
    with pytest.raises(ValueError, match=f"no recipe 'best': choose one of {', '.join(RECIPES)}"):
        settings_for("cora", recipe="best")
