"""Options follow from the declarations of the settings."""

import click
import pytest

from n2n.cli import main
from n2n.cli.options import chosen_settings, settings_options
from n2n.methods.base import SEEDS
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.n2n.settings import Settings


def read(*words: str):
    @click.command()
    @settings_options
    def command(**options):
        return chosen_settings("cora", **options)

    return command.main(words, standalone_mode=False)


def test_without_options_the_settings_are_those_of_the_dataset():
    assert read() == Settings.for_dataset("cora")
    assert read("--method", "GAT") == BaselineSettings.for_dataset("cora", "GAT")


def test_a_recipe_is_that_of_the_framework_and_the_positives_asked_for():
    words = ("--k", "all", "--recipe", "released", "--tau", "2")
    expected = Settings.for_dataset("cora", "URL", "all", recipe="released").replace(tau=2.0)
    assert read("--framework", "URL", *words) == expected
    assert read("--method", "N2N-TAPS-1 (URL)", *words) == expected


def test_options_of_baselines():
    assert read("--method", "GAT", "--heads", "4").heads == 4
    sampled = read("--method", "GraphSAGE-Mean", "--k", "2", "--sampler", "taps", "--dropout", "0.1")
    assert (sampled.name, sampled.dropout) == ("GraphSAGE-Mean-TAPS-2", 0.1)


def test_every_setting_is_an_option(capsys):
    assert main(["train", "--help"]) == 0
    help_text = capsys.readouterr().out
    for name in (*Settings.specs(), *BaselineSettings.specs()):
        assert (f"--{name.replace('_', '-')} " in help_text) == (name not in SEEDS), name


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--tau", "-1"], "tau is -1.0: expected a number from 0.01 to 1000."),
        (["--tau", "hot"], "'--tau': 'hot' is not a valid float"),
        (["--k", "0"], "k is 0: expected a whole number from 1 to 1000, or 'all'."),
        (["--include-self", "perhaps"], "'perhaps' is not a valid boolean"),
        (["--framework", "SSL"], "'--framework': 'SSL' is not one of"),
        (["--seeds", "0"], "'--seeds': 0 is not in the range x>=1"),
        (["--recipe", "best"], "There is no recipe 'best' of N2N-TAPS-1 (JL): choose one of tuned, text"),
        (["--method", "GNN"], "There is no method 'GNN': choose among MLP, GCN"),
        (["--method", "GCN", "--tau", "2"], "GCN has no setting --tau: leave it out."),
        (["--method", "GCN", "--framework", "URL"], "GCN has no setting --framework: leave it out."),
        (["--method", "GCN", "--recipe", "text"], "There is no recipe 'text' of GCN"),
        (["--heads", "4"], "N2N-TAPS-1 (JL) has no setting --heads: leave it out."),
        (["--method", "GAT", "--heads", "0"], "heads is 0: expected a whole number from 1 to 64."),
    ],
)
def test_a_wrong_option_is_one_sentence(words, sentence, capsys):
    assert main(["train", "karate", *words]) == 2
    message = capsys.readouterr().err
    assert sentence in message
    assert message.count("\n") == 1
