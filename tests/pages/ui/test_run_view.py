"""What Train says about a run: the chosen epoch, memorised labels, Theorem 1, the best of several."""

import numpy as np

import n2n
from n2n.training.result import RunResult
from pages.ui.run_view import _best_of, _denominators, _notices, _of_what, _overfits, _selected, _theorem
from tests import legacy


def run_of(*epochs: n2n.Epoch, name: str = "a run", **settings) -> n2n.Run:
    run = legacy.Run(n2n.Settings(**settings), "Cora", list(epochs), name=name, dataset="cora")
    return run


def epoch(index: int, val: float = 0.5, train: float = 0.5, **more) -> n2n.Epoch:
    return n2n.Epoch(index, "joint", 3.0 - index, 1.0, 1.0, 0.1, train, val, val - 0.1, **more)


def test_the_best_validation_epoch_is_told_with_its_test_score():
    said = _selected(run_of(epoch(1, 0.5), epoch(2, 0.7), epoch(3, 0.6)))
    assert "best at epoch 2 (70.0%); the test score there is 60.0%, at the last evaluation 50.0%" in said
    assert said.startswith("Validation micro-F1 is best")
    without = n2n.Epoch(1, "pretext", 2.0, 2.0, None, 0.1)
    assert "2.00 at epoch 1" in _selected(run_of(without, framework="URL"))


def test_a_run_in_progress_is_not_compared():
    run = run_of(epoch(1, 0.5), epoch(2, 0.7))
    run.ask_worker = lambda: None
    said = _selected(run)
    assert "Up to epoch 2" in said
    assert "best at epoch 2" in said
    assert "The paper prints" not in said


def test_a_gap_of_five_points_is_told_with_both_numbers_and_their_epoch():
    assert _overfits(run_of(epoch(1, 0.8, 0.84))) == ""
    said = _overfits(run_of(epoch(1, 0.9, 1.0), epoch(2, 0.8, 1.0)))
    assert [word in said for word in ("epoch 2", "100.0%", "80.0%", "20 points")] == [True] * 4


def test_theorem_1_is_compared_with_what_was_recorded():
    first = epoch(1, information=1.0, feature_smoothness=0.5)
    agrees = epoch(2, information=2.0, feature_smoothness=0.2)
    differs = epoch(2, information=2.0, feature_smoothness=0.9)
    assert _theorem(run_of(first, agrees)).endswith("as Theorem 1 says.")
    assert "cosine similarity leaves free" in _theorem(run_of(first, differs))
    assert "the dot product rewards" in _theorem(run_of(first, differs, similarity="dot"))
    assert _theorem(run_of(first)) == ""


def test_of_several_runs_the_best_is_named():
    runs = [run_of(epoch(1, 0.6), name="one"), run_of(epoch(1, 0.7), name="*two*")]
    assert r"\*two\* has the best validation score, 70.0%" in _best_of(runs)
    assert _best_of(runs[:1]) == ""


def test_of_a_run_that_has_not_begun_nothing_is_said_that_is_wrong_a_moment_later():
    assert _notices([run_of()]) == ()


def test_without_scores_there_is_neither_a_split_nor_a_selection():
    said = _of_what(run_of(n2n.Epoch(1, "pretext", 2.0, 2.0, None, 0.1), framework="URL"))
    assert "split" not in said
    assert "Selection" not in said


def test_numbers_say_what_they_are_of():
    run = run_of(epoch(1), name="mine")
    run.result = RunResult(
        np.zeros((2, 2)),
        np.zeros(2),
        {"device": "cpu", "estimator": "exact", "estimator_reason": "It is small."},
        {},
    )
    said = _of_what(run)
    assert "mine: N2N-TAPS-1 (JL) on Cora, paper split (seed 0), training seed 0 on the CPU" in said
    assert said.endswith("Denominators of InfoNCE: exact: It is small\\.")
    baseline = legacy.Run(n2n.BaselineSettings.for_dataset("cora", "GCN"), "Cora", [], dataset="cora")
    assert _denominators(baseline) == ""
