"""Values of cells in words."""

from n2n.paper import Comparison
from n2n.paper.formatting import difference, words
from n2n.paper.printed import Score
from n2n.paper.summary import Summary


def test_scores_times_and_facts_in_words():
    assert words(Summary(85.0, 0.5, 5)) == "85.00 ± 0.50"
    assert words(Summary(85.0, 0.0, 1)) == "85.00"
    assert words({"sampled": 0.1634, "graph": 0.0421}) == "0.163 of the pairs, 0.042 of all edges"
    assert words({"subgraphs": 1200, "largest": 114, "purity": 0.5}) == "1,200, the largest 114, purity 0.500"
    assert words({"rows": [{"purity": 0.91}, {"purity": 1.0}]}) == "purity by size 0.91 1.00"


def test_a_difference_is_points_or_a_factor():
    score = Comparison("GCN", "cora", Score(84.0, 0.1), Summary(85.0, 0.5, 5), 1.0, "reproduced")
    assert difference(score) == "+1.00"
    assert difference(Comparison("GCN", "cora", 2.0, 20.0, 10.0, "reproduced")) == "× 10.0"
    assert difference(Comparison("GCN", "cora", 2.0, None, None, "not run")) == "–"
