"""What all settings can do, whatever the method."""

import pytest

import n2n
from n2n.methods.base import SEEDS, STAGES, MethodSettings, common
from n2n.methods.registry import settings_for

NAMES = ("N2N-TAPS-2 (JL)", "N2N (PT&FT)", "GCN", "DGI", "Graph-MLP", "DeepWalk")


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_is_closest_to_itself(name):
    settings = settings_for(name, "cora")
    recipe, changes = settings.closest_recipe("cora")
    assert (recipe, changes) == (settings.recipes[0], {})
    assert settings.replace(width=16, snapshots=3).closest_recipe("cora")[1] == {"width": 16}
    assert settings.replace(width=16).as_recipe("cora") == settings
    assert settings.note("cora").endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_repetitions_differ_in_their_seeds_only(name):
    settings = settings_for(name, "cora")
    drawn, fixed = settings.with_seed(4, fixed_split=False), settings.with_seed(4, fixed_split=True)
    assert [getattr(drawn, seed) for seed in SEEDS] == [4, 4, 4]
    assert fixed.split_seed == 0
    assert settings.replace(split="random").with_seed(4, fixed_split=True).split_seed == 4
    assert drawn.without_seeds() == fixed.without_seeds() == settings


def test_stages_follow_from_the_framework():
    both = n2n.Settings("PT&FT", epochs=7, finetune_epochs=5)
    assert (both.stages, both.total_epochs) == (("pretext", "fine-tune"), 12)
    for name in NAMES:
        settings = settings_for(name, "cora")
        assert settings.stages == STAGES[settings.framework]


def test_every_setting_is_relevant_unless_the_method_says_so():
    assert n2n.Settings().relevant == tuple(n2n.Settings.specs())
    assert set(MethodSettings.specs()) <= set(n2n.BaselineSettings.specs())


def test_a_common_setting_takes_words_of_its_own():
    field = common("epochs", 7, help="How long.")
    assert field.default == 7
    assert field.metadata["spec"].help == "How long."
    assert field.metadata["spec"].high == MethodSettings.specs()["epochs"].high
