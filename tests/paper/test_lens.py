"""How far methods move from one protocol to another."""

from n2n.paper.protocol import DEFAULT, Protocol

from n2n.paper import compare, lens
from tests.cells import cell


def scored(row, test, last, seed=0, **changes):
    made = cell(row, test, seed, **changes)
    made.values["last_test"] = last
    return made


def look(cells, after):
    both = (compare("table1", cells, datasets=["cora"], protocol=one) for one in (DEFAULT, after))
    return lens.look_through(*both, protocols=(DEFAULT, after))


def test_methods_move_by_the_mean_over_runs_that_have_both_scores():
    cells = [scored("GCN", 0.86, 0.85), cell("GCN", 0.5, 1), scored("SGC", 0.85, 0.87), cell("MLP", 0.7)]
    seen = look(cells, Protocol("last"))
    assert [(shift.method, shift.points) for shift in seen.shifts] == [("SGC", 2.0), ("GCN", -1.0)]
    assert (seen.swapped, seen.pairs, seen.leaders) == (1, 1, (("cora", "GCN", "SGC"),))
    first, second = lens.sentences(seen, {"cora": "Cora"})
    assert "the 2 methods measured under both move by +0.50 points on average, SGC most, by +2.00." in first
    assert second.endswith("On Cora SGC is first instead of GCN.")


def test_a_ranking_that_stays_and_nothing_to_compare():
    seen = look([scored("GCN", 0.86, 0.85), scored("SGC", 0.8, 0.79)], Protocol("last"))
    assert lens.sentences(seen, {})[1] == "The ranking of the methods does not change."
    assert lens.sentences(look([cell("GCN", 0.8)], Protocol("last")), {}) == (
        "Nothing shown here has been measured under both protocols.",
    )


def test_another_split_compares_the_means():
    cells = [cell("GCN", 0.86), cell("GCN", 0.88, 1), cell("GCN", 0.8, split="public")]
    assert look(cells, Protocol(split="public")).shifts[0].points == -7.0


def test_points_of_the_best_test_epoch_have_their_mark():
    made = cell("GCN", 0.8)
    made.values["best_test"] = 0.83
    seen = look([made], Protocol("best test"))
    assert "+3.00 (best test)" in lens.sentences(seen, {})[0]
    assert list(lens.shift_table(seen)) == ["method", "points (best test)", "columns"]
