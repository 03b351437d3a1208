"""Dot plots of printed and measured numbers carry both."""

from n2n.paper.paired import Paired
from n2n.paper.printed import Score, table1
from n2n.paper.summary import Summary
from n2n.paper.tables import scores

from n2n.paper import Comparison, compare, stored
from n2n.paper.verdicts import (
    ABOVE,
    BELOW,
    NOT_COMPARED,
    NOT_PRINTED,
    NOT_RUN,
    OTHER_ORDER,
    REPRODUCED,
    SAME_ORDER,
    SCORE_VERDICTS,
    TIME_VERDICTS,
)
from n2n.plots import paper, theme
from tests.cells import cell

TITLES = {"cora": "Cora", "photo": "Photo"}
LINES = [
    Comparison("GCN", "cora", Score(84.0, 0.1), Summary(84.5, 0.5, 5), 0.5, REPRODUCED),
    Comparison("SGC", "cora", Score(84.0, 0.2), Summary(88.0, 0.5, 5), 4.0, ABOVE),
    Comparison("GAT", "cora", Score(85.0, 0.3), None, None, NOT_RUN),
    Comparison("MLP", "cora", None, Summary(75.0, 0.5, 5), None, NOT_PRINTED),
    Comparison("GCN", "photo", Score(90.0, 0.1), None, None, NOT_RUN),
]


def test_every_status_has_colours_of_its_own():
    assert set(paper.COLOURS) == {*SCORE_VERDICTS, *TIME_VERDICTS, NOT_PRINTED, NOT_COMPARED}
    for together in (
        (REPRODUCED, ABOVE, BELOW, NOT_RUN, NOT_PRINTED),
        (SAME_ORDER, OTHER_ORDER, NOT_COMPARED),
    ):
        for colours in (paper.COLOURS, *paper.TEXT_COLOURS.values()):
            assert len({colours[verdict] for verdict in together}) == len(together)
    assert len(set(paper.SYMBOLS.values())) == len(paper.SYMBOLS) - 1, "two that agree are circles"
    assert not set(paper.TEXT_COLOURS[True].values()) & set(paper.TEXT_COLOURS[False].values())


def test_the_dots_are_the_values():
    figure = paper.dots(LINES, TITLES)
    drawn = {
        (trace.name, trace.y[i], trace.x[i], trace.error_x.array[i])
        for trace in figure.data
        if trace.mode == "markers"
        for i in range(len(trace.x))
    }
    assert drawn == {
        ("printed", "GCN", 84.0, 0.1),
        ("printed", "SGC", 84.0, 0.2),
        ("printed", "GAT", 85.0, 0.3),
        ("printed", "GCN", 90.0, 0.1),
        (REPRODUCED, "GCN", 84.5, 0.5),
        (ABOVE, "SGC", 88.0, 0.5),
        (NOT_PRINTED, "MLP", 75.0, 0.5),
    }
    assert [note.text for note in figure.layout.annotations] == ["Cora", "Photo"]
    shown = [trace.name for trace in figure.data if trace.showlegend is not False]
    assert len(shown) == len(set(shown)) == 4
    assert list(figure.layout.yaxis.categoryarray) == ["MLP", "GAT", "SGC", "GCN"]
    symbols = {trace.marker.symbol for trace in figure.data if trace.mode == "markers"}
    assert len(symbols) == 4


def test_times_stand_on_a_log_axis():
    figure = paper.dots(
        [Comparison("GCN", "cora", 2.0, 20.0, 10.0, SAME_ORDER)], {"cora": "Cora"}, times=True
    )
    assert figure.layout.xaxis.type == "log"
    assert {trace.x[0] for trace in figure.data if trace.mode == "markers"} == {2.0, 20.0}


def test_no_line_draws_nothing():
    assert not paper.dots([], {}).data
    assert paper.height([], {}) > 0


def test_the_expected_scores_mark_the_chosen_method():
    figure = paper.expected(scores(compare("table1", stored(), datasets=["cora"])), "N2N (URL)")
    chosen = figure.data[0].marker.color.index(theme.ACCENT)
    assert figure.data[0].y[chosen] == "<b>N2N (URL)</b>"
    assert figure.data[0].x[chosen] == 88.2


def test_panels_in_a_row_share_one_title_of_the_axis():
    line = LINES[0]
    many = [line, *(Comparison("GCN", key, *line_values(line)) for key in ("photo", "cs"))]
    figure = paper.dots(many, TITLES | {"cs": "CS"})
    named = [axis.title.text for axis in figure.select_xaxes()]
    assert named == [None, "test micro-F1 (%)", None], "three would overlap on a phone"
    assert all(axis.title.text for axis in paper.dots(LINES, TITLES).select_xaxes())


def line_values(line: Comparison) -> tuple:
    """All of a line but its row and column."""
    return line.printed, line.measured, line.difference, line.verdict


def test_figure_3_draws_measured_and_printed_over_k():
    cells = [cell(f"GraphSAGE-Mean-TAPS-{k}", 0.8 + k / 100) for k in (2, 1, 5)]
    cells.append(cell("N2N-TAPS-3 (JL)", 0.87))
    figure = paper.over_k(compare("fig3", cells, datasets=["cora"]), {"cora": "Cora"})
    found = {trace.name: trace for trace in figure.data}
    measured = found["GraphSAGE, neighbours by TAPS, measured"]
    assert (list(measured.x), list(measured.y)) == ([1, 2, 5], [81.0, 82.0, 85.0])
    assert list(found["N2N by TAPS, JL, measured"].y) == [87.0]
    printed = found["N2N by TAPS, JL, printed"]
    assert list(printed.y) == [table1()[f"N2N-TAPS-{k} (JL)"]["cora"].mean for k in range(1, 6)]
    assert not any("random" in name for name in found)


def test_figures_5_and_6_carry_their_values():
    def line(**values) -> Comparison:
        return Comparison("TAPS-1", "cora", None, values, None, NOT_PRINTED)

    bars = paper.sizes(line(sizes=[2, 5], counts=[7, 1])).data[0]
    assert (list(bars.x), list(bars.y)) == ([2, 5], [7, 1])
    rows = [{"largest": 9, "purity": 0.8}, {"largest": 3, "purity": 0.9}]
    bars = paper.purity(line(rows=rows)).data[0]
    assert (list(bars.y), list(bars.customdata)) == ([0.8, 0.9], [9, 3])


def test_every_difference_is_a_point_with_its_interval():
    differences = [
        Paired("cora", framework, k, 10, mean, mean - 0.5, mean + 0.5, "best test")
        for framework, k, mean in (("JL", 1, 1.0), ("JL", 3, 0.1), ("URL", 1, -1.0))
    ]
    figure = paper.intervals(differences, {"cora": "Cora"})
    assert {(trace.name, x, y) for trace in figure.data for x, y in zip(trace.x, trace.y, strict=True)} == {
        ("TAPS is better", 1.0, "Cora, k = 1"),
        ("undecided", 0.1, "Cora, k = 3"),
        ("random is better", -1.0, "Cora, k = 1"),
    }
    assert figure.data[0].error_x.array[0] == 0.5
    assert "best test" in figure.layout.xaxis.title.text
