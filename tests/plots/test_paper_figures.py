"""Figures 3 to 6 of the paper carry the measured values."""

from n2n.paper import Comparison, compare
from n2n.paper.printed import table1
from n2n.paper.verdicts import NOT_PRINTED
from n2n.plots import paper_figures
from tests.cells import cell


def test_figure_3_draws_measured_and_printed_over_k():
    cells = [cell(f"GraphSAGE-Mean-TAPS-{k}", 0.8 + k / 100) for k in (2, 1, 5)]
    cells.append(cell("N2N-TAPS-3 (JL)", 0.87))
    figure = paper_figures.over_k(compare("fig3", cells, datasets=["cora"]), {"cora": "Cora"})
    found = {trace.name: trace for trace in figure.data}
    measured = found["GraphSAGE, neighbours by TAPS, measured"]
    assert (list(measured.x), list(measured.y)) == ([1, 2, 5], [81.0, 82.0, 85.0])
    assert list(found["N2N by TAPS, JL, measured"].y) == [87.0]
    printed = found["N2N by TAPS, JL, printed"]
    assert list(printed.y) == [table1()[f"N2N-TAPS-{k} (JL)"]["cora"].mean for k in range(1, 6)]
    assert not any("random" in name for name in found)


def line(**values) -> Comparison:
    return Comparison("TAPS-1", "cora", None, values, None, NOT_PRINTED)


def test_figures_5_and_6_carry_their_values():
    bars = paper_figures.sizes(line(sizes=[2, 5], counts=[7, 1])).data[0]
    assert (list(bars.x), list(bars.y)) == ([2, 5], [7, 1])
    bars = paper_figures.purity(
        line(rows=[{"largest": 9, "purity": 0.8}, {"largest": 3, "purity": 0.9}])
    ).data[0]
    assert list(bars.y) == [0.8, 0.9]
    assert list(bars.customdata) == [9, 3]
