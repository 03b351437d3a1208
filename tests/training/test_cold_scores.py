"""What a cold start found, to be kept and compared."""

import math

from n2n.training.cold_scores import ColdScore, ColdStartResult, shipped

SCORES = (ColdScore("MLP", False, 0.6, 2.0, 100, 40), ColdScore("GCN", True, 0.9, 9.0, 300, 50))
FOUND = ColdStartResult("Cora", "paper", 0, 100, 400, 70, SCORES)


def test_what_was_found_can_be_kept():
    assert ColdStartResult.from_json(FOUND.to_json()) == FOUND
    assert [score.given for score in FOUND.scores] == ["features alone", "features and edges"]


def test_chance_is_two_standard_errors_of_a_difference():
    assert math.isclose(FOUND.chance, 2 * math.sqrt(0.9 * 0.1 / 100 + 0.9 * 0.1 / 100))


def test_only_what_was_measured_ships():
    assert shipped("cora").graph_name == "Cora"
    assert shipped("karate") is None
