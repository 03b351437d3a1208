"""What was tried for a number, told from the cells."""

from n2n.paper.summary import Summary

from n2n.paper import attempts, compare
from tests.cells import cell


def line_of(*cells):
    return next(line for line in compare("table1", cells, datasets=["cora"]) if line.row == "N2N (JL)")


def test_what_was_tried_names_the_settings_that_differ():
    cells = [
        cell("N2N (JL)", 0.80),
        cell("N2N (JL)", 0.70, tau=77.0),
        cell("N2N (JL)", 0.72, seed=1, tau=77.0),
        cell("N2N (JL)", 0.60, split="random"),
        cell("GCN", 0.50, dropout=0.1),
    ]
    assert attempts.others(line_of(*cells), cells) == {"τ = 77": Summary(71.0, 1.41, 2)}
    assert attempts.others(line_of(), cells) == {}
