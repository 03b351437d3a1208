"""Options follow from the declarations of the settings."""

import argparse

import pytest

from n2n.cli import main
from n2n.cli.options import add_output, add_settings, read_settings
from n2n.methods.base import SEEDS
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.n2n.settings import Settings


def read(*words: str):
    parser = argparse.ArgumentParser()
    parser.add_argument("dataset")
    add_settings(parser)
    return read_settings(parser.parse_args(["cora", *words]))


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


def test_the_folder_of_results_can_be_chosen(tmp_path):
    parser = argparse.ArgumentParser()
    add_output(parser, "results")
    assert parser.parse_args(["--out", str(tmp_path)]).out == tmp_path


def test_every_setting_is_an_option(capsys):
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    help_text = capsys.readouterr().out
    for name in (*Settings.specs(), *BaselineSettings.specs()):
        assert (f"--{name.replace('_', '-')} " in help_text) == (name not in SEEDS), name


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--tau", "-1"], "tau is -1.0: expected a number from 0.01 to 1000."),
        (["--tau", "hot"], "tau is 'hot': expected a number from 0.01 to 1000"),
        (["--k", "0"], "k is 0: expected a whole number from 1 to 1000, or 'all'."),
        (["--include-self", "yes"], "include_self is 'yes': expected true or false"),
        (["--framework", "SSL"], "framework"),
        (["--seeds", "0"], "--seeds is 0: give a whole number of 1 or more."),
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
