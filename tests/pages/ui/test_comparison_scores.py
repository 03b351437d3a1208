"""What Compare says about scores: which method leads, what the split alone does, how large the splits are."""

from dataclasses import replace

import n2n
from n2n.paper.points import KEPT, Point
from pages.session import own_graphs
from pages.ui.comparison_scores import _microseconds, _moved, _sizes, _standing

OURS = Point("cora", "N2N-TAPS-1 (JL)", "paper", KEPT, 86.0, 0.2, 5, 10.0)
THEIRS = Point("cora", "GCN", "paper", KEPT, 85.0, 0.2, 5, 20.0)


def test_the_best_of_both_sides_are_compared_with_the_rule_for_chance():
    said = _standing("Cora", [THEIRS, OURS, replace(OURS, mean=80.0)], "Epoch")
    assert "the best N2N method is N2N-TAPS-1 (JL) with 86.00 ± 0.20%" in said.replace("\\", "")
    assert "+1.00 points, more than chance explains" in said
    assert "−1.00 points" in _standing("Cora", [THEIRS, replace(OURS, mean=84.0)], "Epoch"), "a minus sign"
    assert "takes 10 ms per epoch, the second 20 ms" in said
    assert "which may be chance" in _standing("Cora", [THEIRS, replace(OURS, mean=85.1)], "Epoch")
    assert "says little with one seed" in _standing("Cora", [THEIRS, replace(OURS, seeds=1)], "Epoch")


def test_one_side_alone_has_only_a_best():
    assert _standing("Cora", [THEIRS], "Epoch") == "On Cora, GCN with 85.00 ± 0.20% is the best of 1."
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
