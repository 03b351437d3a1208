"""What Compare says about scores: which method leads, what the split alone does, how large the splits are."""

import statistics
from dataclasses import replace

import pytest

import n2n
from n2n.paper.points import KEPT, Point
from pages.session import own_graphs
from pages.ui.comparison_scores import _microseconds, _moved, _sizes, _standing


def point(method: str, scores: list[float], ms: float) -> Point:
    mean, sd = statistics.mean(scores), statistics.pstdev(scores)
    by_seed = tuple(enumerate(scores))
    return Point("cora", method, "paper", KEPT, mean, sd, len(scores), ms, by_seed=by_seed)


OURS = point("N2N-TAPS-1 (JL)", [86.1, 85.9, 86.0, 86.0, 86.0], 10.0)
THEIRS = point("GCN", [85.2, 84.8, 85.1, 84.9, 85.0], 20.0)


def test_the_best_of_both_sides_are_compared_by_the_interval_over_seeds():
    said = _standing("Cora", [THEIRS, OURS, replace(OURS, mean=80.0)], "Epoch")
    assert "the best N2N method is N2N-TAPS-1 (JL) with 86.00 ± 0.06%" in said.replace("\\", "")
    assert "+1.00 points; N2N is better" in said
    assert "takes 10 ms per epoch, the second 20 ms" in said
    worse = point("N2N (JL)", [84.1, 83.9, 84.0, 84.0, 84.0], 10.0)
    assert "−1.00 points; the baseline is better" in _standing("Cora", [THEIRS, worse], "Epoch"), (
        "a minus sign"
    )
    near = point("N2N (JL)", [85.0, 85.1, 85.0, 85.0, 85.0], 10.0)
    assert "; undecided (" in _standing("Cora", [THEIRS, near], "Epoch")


@pytest.mark.parametrize(
    ("seeds", "words"), [(1, "1 common seed)"), (2, "2 common seeds)"), (0, "0 common seeds)")]
)
def test_fewer_than_three_common_seeds_decide_nothing(seeds, words):
    few = replace(OURS, by_seed=OURS.by_seed[:seeds])
    assert f"undecided ({words}" in _standing("Cora", [THEIRS, few], "Epoch")


def test_one_side_alone_has_only_a_best():
    assert _standing("Cora", [THEIRS], "Epoch") == "On Cora, GCN with 85.00 ± 0.14% is the best of 1."
    assert _standing("Cora", [], "Epoch") == ""


def test_the_method_that_depends_most_on_the_split_is_named():
    public = replace(THEIRS, split="public", mean=81.0)
    assert "moves GCN by 4.00 points: 81.00% under the public split" in _moved([OURS, THEIRS, public])
    assert "two splits yet" in _moved([OURS, THEIRS])


def test_sizes_of_splits_name_the_split_that_a_graph_lacks():
    assert "public: 140 nodes for training, 500 for validation, 1,000" in _sizes(n2n.load("cora"), "Cora")
    assert "has no public split of its own" in _sizes(n2n.load("karate"), "Karate club")


def test_times_on_an_own_graph_are_kept_with_it_alone():
    key = own_graphs.add(n2n.load("karate").replace(name="my club"), ("a.csv",), {}, None)
    try:
        found = _microseconds(key, "MLP")
        assert list(own_graphs.find(key).results._values.values()) == [found]
        assert found > 0
    finally:
        own_graphs.forget(key)
