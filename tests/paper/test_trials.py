"""What could make N2N better: differences from the recipe, fold by fold."""

import pytest
from n2n.paper.trials import (
    RECIPE,
    Outcome,
    append_trial,
    effect_table,
    effects,
    read_trials,
    summary_table,
    trial_sentence,
)


def outcomes(gains, change="batches", method="N2N-TAPS-5 (JL)", dataset="cora"):
    found = [Outcome(dataset, method, RECIPE, fold, 0.8 + fold / 100, 1.0) for fold in range(len(gains))]
    for fold, gain in enumerate(gains):
        found.append(Outcome(dataset, method, change, fold, 0.8 + fold / 100 + gain / 100, 2.0))
    return found


def test_a_change_is_compared_with_the_recipe_on_the_same_folds():
    tried = outcomes([1.0, 1.1, 0.9])
    tried.append(Outcome("cora", "N2N-TAPS-5 (JL)", "batches", 4, 0.1, 1.0))  # without its recipe
    (one,) = effects(tried)
    assert (one.folds, one.recipe, one.mean, one.verdict) == (3, 81.0, 1.0, "helps")
    assert effects(outcomes([-1.0, -1.1, -0.9]))[0].verdict == "harms"
    assert effects(outcomes([-1.0, 3.0, 1.0]))[0].verdict == "undecided"
    assert effects(outcomes([1.0, 1.0])) == [], "two may be equal by chance"
    assert effect_table([one])["difference"] == ["+1.00"]


def test_graphs_are_counted_and_their_mean_is_taken():
    found = effects(outcomes([1.0, 1.1, 0.9]) + outcomes([-1.0, 0.0, 1.0], dataset="cs"))
    table = summary_table(found)
    assert [column[0] for column in table.values()] == ["JL", "batches", "+0.50", 1, 0, 2]
    said = trial_sentence(found)
    assert "above zero on some graphs for: batches (JL, 1 of 2 graphs, +0.50 points on average)." in said
    assert "Below zero: nothing. The other 0 of 1 changes" in said
    assert "one in twenty of the 2 intervals" in said
    said = trial_sentence(found + effects(outcomes([-3.0, -3.1, -2.9], dataset="physics")))
    assert said.count("batches (JL, 1 of 3 graphs, −0.67 points on average)") == 2, "it helps and harms"
    assert trial_sentence([]) == "Nothing has been tried yet."


def test_a_file_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "trials.csv"
    assert read_trials(path) == []
    tried = outcomes([0.5, -0.25])
    for one in tried:
        append_trial(one, path)
    assert [(one.change, one.fold) for one in read_trials(path)] == [(one.change, one.fold) for one in tried]
    assert [one.held_out for one in read_trials(path)] == pytest.approx([one.held_out for one in tried])
