"""Settings declare themselves and refuse what they do not allow; recipes and names are the paper's."""

import dataclasses
import re
import subprocess
import sys

import pytest

import n2n
from n2n.methods.base import ALL, SEEDS, MethodSettings, Spec
from n2n.methods.identity import MethodName
from n2n.methods.recipes import (
    DATASETS,
    baselines,
    find_baseline,
    hyper_parameters,
    paper_key,
    recipe_table,
)
from n2n.methods.registry import settings_for, settings_from
from n2n.paper.experiments import families
from n2n.paper.reference import rows

KINDS = (n2n.Settings, n2n.BaselineSettings)
NAMES = ("N2N-TAPS-2 (JL)", "N2N (PT&FT)", "GCN", "DGI", "Graph-MLP", "DeepWalk")
TUNED = [(name, framework) for name in DATASETS for framework in ("JL", "URL")]


def difference(a, b) -> dict:
    return {name: value for name, value in a.to_dict().items() if value != b.to_dict()[name]}


@pytest.mark.parametrize("kind", KINDS)
def test_every_setting_has_label_help_and_bounds(kind):
    for name, spec in kind.specs().items():
        assert spec.label, name
        assert spec.help.endswith("."), name
        if spec.low is None:
            continue
        default = getattr(kind(), name)
        for bound, beyond in ((spec.low, -1), (spec.high, 1)):
            good = float(bound) if isinstance(default, float) else int(bound)
            assert getattr(kind(**{name: good}), name) == good
            with pytest.raises(ValueError, match=rf"^{name} is .*: expected a "):
                kind(**{name: good + beyond})


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"tau": 0}, "tau is 0: expected a number from 0.01 to 1000."),
        ({"tau": float("nan")}, "tau is nan: expected"),
        ({"tau": "5"}, "tau is '5'"),
        ({"k": 1.5}, "k is 1.5: expected a whole number from 1 to 1000, or 'all'."),
        ({"k": True}, "k is True"),
        ({"k": "some"}, "k is 'some'"),
        ({"epochs": ALL}, "epochs is 'all'"),
        ({"framework": "SSL"}, "framework is 'SSL': expected one of 'JL', 'URL', 'PT&FT'."),
        ({"include_self": 1}, "include_self is 1: expected True or False."),
        ({"temperature": 1}, "There is no setting 'temperature': choose among k, sampler"),
    ],
)
def test_what_is_out_of_range_is_refused_in_one_sentence(wrong, message):
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        n2n.Settings().replace(**wrong)


def test_settings_are_frozen_and_survive_a_dictionary_and_their_own_code():
    for settings in (
        n2n.Settings(k=ALL, tau=2.0, include_self=True),
        n2n.BaselineSettings("GAT", heads=4, seed=3),
    ):
        with pytest.raises(dataclasses.FrozenInstanceError):
            settings.epochs = 1
        assert settings_from(settings.to_dict()) == settings
        assert eval(f"n2n.{settings.constructor}") == settings
        assert hash(settings) == hash(settings.replace())
    assert n2n.BaselineSettings("GCN").constructor == "BaselineSettings(method='GCN')"
    assert [n2n.Settings.describe(*pair) for pair in (("tau", 0.25), ("width", 8), ("bias", False))] == [
        "τ = 0.25",
        "D = 8",
        "Bias: no",
    ]
    assert Spec("", "", 0, 0.5).range == "a number from 0 to 0.5"


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_is_closest_to_itself_and_repetitions_differ_in_their_seeds(name):
    settings = settings_for(name, "cora")
    assert settings.closest_recipe("cora") == (settings.recipes[0], {})
    assert settings.replace(width=16, snapshots=3).closest_recipe("cora")[1] == {"width": 16}
    assert settings.replace(width=16).as_recipe("cora") == settings
    drawn, fixed = settings.with_seed(4, fixed_split=False), settings.with_seed(4, fixed_split=True)
    assert [getattr(drawn, seed) for seed in SEEDS] == [4, 4, 4]
    assert fixed.split_seed == 0
    assert settings.replace(split="random").with_seed(4, fixed_split=True).split_seed == 4
    assert drawn.without_seeds() == fixed.without_seeds() == settings


def test_what_a_method_reads():
    assert n2n.Settings().relevant == tuple(n2n.Settings.specs())
    assert set(MethodSettings.specs()) <= set(n2n.BaselineSettings.specs())
    read = {name for method in baselines() for name in n2n.BaselineSettings(method).relevant}
    assert read == set(n2n.BaselineSettings.specs())
    both = n2n.Settings("PT&FT", epochs=7, finetune_epochs=5)
    assert (both.stages, both.total_epochs) == (("pretext", "fine-tune"), 12)


@pytest.mark.parametrize("name", DATASETS)
def test_text_and_released_are_what_the_paper_prints_and_its_code_does(name):
    hyper = hyper_parameters()[name]
    for framework, tau in (("JL", hyper["tau_jl"]), ("URL", hyper["tau_url"])):
        found = n2n.Settings.for_dataset(name, framework, ALL, recipe="text")
        assert (found.tau, found.alpha, found.dropout) == (tau, hyper["alpha_jl"], hyper["dropout"])
        assert (found.weight_decay, found.learning_rate) == (hyper["l2"], hyper["learning_rate"])
        assert (found.epochs, found.width, found.depth) == (hyper["epochs"], hyper["hidden_units"], 1)
        assert (found.similarity, found.include_self, found.patience) == ("cosine", False, 0)
        released = n2n.Settings.for_dataset(name, framework, ALL, recipe="released")
        url = {"dropout": 0.2, "epochs": 510, "loss_on_logits": True} if framework == "URL" else {}
        changed = {"similarity": "dot", "include_self": True, "weight_decay": 0.0} | url
        assert difference(released, found).items() <= changed.items()


@pytest.mark.parametrize("key", TUNED)
@pytest.mark.parametrize("k", [1, 5, "all"])
def test_tuned_is_what_the_table_and_its_note_say(key, k):
    table = recipe_table()["n2n"]
    tuned = table[key[0]][key[1]]
    changes = table["tuned"][tuned["base"]] | tuned["changes"]
    changes |= tuned.get("k1", {}).get("changes", {}) if k == 1 else {}
    found = n2n.Settings.for_dataset(*key, k)
    assert found == n2n.Settings.for_dataset(*key, k, recipe="tuned")
    assert set(difference(found, n2n.Settings.for_dataset(*key, k, recipe=tuned["base"]))) <= set(changes)
    assert {name: found.to_dict()[name] for name in changes} == changes
    why = found.note(key[0]).partition(" on held-out nodes")[0]
    number = r"([\d.]*\d)"
    for name, pattern in {"samples": f"{number} sampled nodes", "tau": f"τ = {number}"}.items():
        for value in re.findall(pattern, why):
            assert float(value) == getattr(found, name)


def test_recipes_of_other_graphs_and_frameworks():
    found = n2n.Settings.for_dataset("Amazon Photo", "URL", 4, sampler="random")
    assert (found.framework, found.k, found.sampler) == ("URL", 4, "random")
    assert found == n2n.Settings.for_dataset("photo", "URL", 4, sampler="random")
    for name in ("karate", "texas", "my own graph"):
        own = n2n.Settings.for_dataset(name, "JL", "all")
        elsewhere = recipe_table()["n2n"]["elsewhere"]["changes"]
        assert difference(own, n2n.Settings(k="all")).items() <= elsewhere.items()
        assert "does not use this graph" in n2n.Settings().note(name)
        assert n2n.Settings.for_dataset(name, recipe="text") == n2n.Settings.for_dataset(
            "cora", recipe="text"
        )
        gcn = n2n.BaselineSettings.for_dataset(name, "GCN")
        assert gcn == n2n.BaselineSettings.for_dataset("cora", "GCN").replace(
            epochs=200, evaluate_every=5, patience=100
        )
    assert n2n.Settings.for_dataset("cora", "PT&FT").patience == 0, "fine-tuning is never left out"
    batches = n2n.Settings.for_dataset("pubmed", batch_size=1024)
    assert (batches.epochs, batches.learning_rate, batches.patience) == (25, 0.01, 0)
    with pytest.raises(ValueError, match=r"^There is no recipe 'best': choose one of tuned, text, released"):
        n2n.Settings.for_dataset("cora", recipe="best")
    assert [paper_key(name) for name in ("cora", "Cora", "karate")] == ["cora", "cora", ""]


def test_the_table_of_baselines():
    printed = [row for row in rows("table1") if row in baselines()]
    assert list(baselines())[: len(printed) + 1] == ["MLP", *printed]
    for name, baseline in baselines().items():
        for declared in (baseline.reads, baseline.values, *baseline.by_dataset.values()):
            assert set(declared) <= set(n2n.BaselineSettings.specs())
        found = n2n.BaselineSettings.for_dataset("cora", name).to_dict()
        assert (baseline.values | baseline.by_dataset.get("cora", {})).items() <= found.items()
    assert n2n.BaselineSettings.for_dataset("pubmed", "GCN").weight_decay == 1e-4
    assert n2n.BaselineSettings.for_dataset("cora", "DGI").dropout == 0.0
    for find in (find_baseline, lambda name: settings_for(name, "cora")):
        with pytest.raises(ValueError, match="There is no method 'GNN': choose among MLP, GCN"):
            find("GNN")
    with pytest.raises(ValueError, match="method is 'GNN': expected one of 'MLP', 'GCN'"):
        n2n.BaselineSettings("GNN")


def test_settings_are_known_without_torch():
    code = "import sys, n2n; n2n.BaselineSettings.for_dataset('cora', 'GAT'); print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("GCN", MethodName("GCN")),
        ("N2N (URL)", MethodName("N2N", "URL")),
        ("N2N-TAPS-1 (JL)", MethodName("N2N", "JL", "taps", 1)),
        ("N2N-Random-12 (PT&FT)", MethodName("N2N", "PT&FT", "random", 12)),
        ("GraphSAGE-Mean-TAPS-3", MethodName("GraphSAGE-Mean", "", "taps", 3)),
        ("N2N (JL), recipe text", MethodName("N2N", "JL", variant="recipe text")),
    ],
)
def test_a_label_and_a_name_are_one(label, name):
    assert MethodName.parse(label) == name
    assert name.label == label


def test_names_are_the_papers():
    for row in (*rows("table1"), *rows("table3")):
        assert MethodName.parse(row).label == row
    for row in families():
        assert settings_for(row, "cora").name == row
    with pytest.raises(ValueError, match="The name of a method is empty"):
        MethodName.parse("")
    assert n2n.Settings(alpha=0).name == "N2N-TAPS-1 (JL), without InfoNCE", "only the baseline is called MLP"
    assert n2n.BaselineSettings("GCN", k=2, sampler="taps").name == "GCN"
