"""Tables and figures of the reproduction carry what the cells say."""

import pytest

from n2n.methods.registry import settings_for
from n2n.paper import EXPERIMENTS, Cell, Line, compare
from n2n.paper.comparing import NOT_PRINTED, NOT_REPRODUCED, NOT_RUN, REPRODUCED
from n2n.paper.printed import Score, table1
from n2n.paper.results import Summary, seeds_for
from n2n.plots import attempts, paper_figures, reproduction

TITLES = {"cora": "Cora", "photo": "Photo"}


def cell(row, test, seed=0, dataset="cora", **changes) -> Cell:
    settings = seeds_for(settings_for(row, dataset).replace(**changes), dataset, seed)
    values = {"test": test, "ms_per_epoch": 1.0}
    machine = {"processor": "abacus", "cores": 2}
    return Cell("accuracy", row, dataset, settings.to_dict(), values, 1.0, {}, machine, "a command")


def lines_of(*cells, name="table1", datasets=("cora",)) -> list[Line]:
    return compare(name, cells, datasets=datasets)


LINES = [
    Line("GCN", "cora", Score(84.0, 0.1), Summary(84.5, 0.5, 5), 0.5, REPRODUCED),
    Line("SGC", "cora", Score(84.0, 0.2), Summary(88.0, 0.5, 5), 4.0, NOT_REPRODUCED),
    Line("GAT", "cora", Score(85.0, 0.3), None, None, NOT_RUN),
    Line("MLP", "cora", None, Summary(75.0, 0.5, 5), None, NOT_PRINTED),
    Line("GCN", "photo", Score(90.0, 0.1), None, None, NOT_RUN),
]


def test_counts_are_those_of_the_printed_numbers():
    unprinted = Line("MLP", "photo", None, None, None, NOT_RUN)
    assert reproduction.counts([*LINES, unprinted]) == {REPRODUCED: 1, NOT_REPRODUCED: 1, NOT_RUN: 2}


def test_every_status_has_a_sign_and_colours_of_its_own():
    for table in (reproduction.MARKS, reproduction.COLOURS, *reproduction._TEXT.values()):
        assert len(set(table.values())) == len(table) == 4
    assert reproduction.text_colour(REPRODUCED, True) != reproduction.text_colour(REPRODUCED, False)


def test_the_dots_are_the_values():
    figure = reproduction.dots(LINES, TITLES)
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
        (NOT_REPRODUCED, "SGC", 88.0, 0.5),
        (NOT_PRINTED, "MLP", 75.0, 0.5),
    }
    assert [note.text for note in figure.layout.annotations] == ["Cora", "Photo"]
    shown = [trace.name for trace in figure.data if trace.showlegend]
    assert len(shown) == len(set(shown)) == 4
    assert list(figure.layout.yaxis.categoryarray) == ["MLP", "GAT", "SGC", "GCN"]
    symbols = {trace.marker.symbol for trace in figure.data if trace.mode == "markers"}
    assert len(symbols) == 4


def test_times_stand_on_a_log_axis():
    figure = reproduction.dots(
        [Line("GCN", "cora", 2.0, 20.0, 10.0, REPRODUCED)], {"cora": "Cora"}, times=True
    )
    assert figure.layout.xaxis.type == "log"
    assert {trace.x[0] for trace in figure.data if trace.mode == "markers"} == {2.0, 20.0}


def test_no_line_draws_nothing():
    assert not reproduction.dots([], {}).data
    assert reproduction.height([], {}) > 0


def test_table_and_numbers_are_what_the_cells_say():
    lines = lines_of(cell("GCN", 0.84), cell("GCN", 0.86, seed=1))
    table = reproduction.table(lines, {"cora": "Cora"})
    row = table["method"].index("GCN")
    assert [table[name][row] for name in table] == [
        "GCN",
        "Cora",
        "84.72 ± 0.08",
        "85.00 ± 1.41",
        2,
        "+0.28",
        "✓ reproduced",
    ]
    numbers = reproduction.numbers(lines)
    assert [numbers[name][row] for name in numbers] == [
        "GCN", "cora", 84.72, 0.08, 85.0, 1.41, 2, 0.28, REPRODUCED, "paper", "a command", "abacus, 2 cores",
    ]  # fmt: skip
    assert len(table["method"]) == len(EXPERIMENTS["table1"].rows)


def test_what_was_tried_names_the_settings_that_differ():
    cells = [
        cell("N2N (JL)", 0.80),
        cell("N2N (JL)", 0.70, tau=77.0),
        cell("N2N (JL)", 0.72, seed=1, tau=77.0),
        cell("N2N (JL)", 0.60, split="random"),
        cell("GCN", 0.50, dropout=0.1),
    ]
    line = next(line for line in lines_of(*cells) if line.row == "N2N (JL)")
    assert attempts.others(line, cells) == {"τ = 77": Summary(71.0, 1.41, 2)}
    unmeasured = next(line for line in lines_of() if line.row == "N2N (JL)")
    assert attempts.others(unmeasured, cells) == {}
    assert "held-out micro-F1" in attempts.note("N2N (JL)", "cora")


def test_figure_3_draws_measured_and_printed_over_k():
    cells = [cell(f"GraphSAGE-Mean-TAPS-{k}", 0.8 + k / 100) for k in (2, 1, 5)]
    cells.append(cell("N2N-TAPS-3 (JL)", 0.87))
    figure = paper_figures.over_k(lines_of(*cells, name="fig3"), {"cora": "Cora"})
    found = {trace.name: trace for trace in figure.data}
    measured = found["GraphSAGE, neighbours by TAPS, measured"]
    assert (list(measured.x), list(measured.y)) == ([1, 2, 5], [81.0, 82.0, 85.0])
    assert list(found["N2N by TAPS, JL, measured"].y) == [87.0]
    printed = found["N2N by TAPS, JL, printed"]
    assert list(printed.y) == [table1()[f"N2N-TAPS-{k} (JL)"]["cora"].mean for k in range(1, 6)]
    assert not any("random" in name for name in found)


def test_figures_4_to_6_carry_their_values():
    measured = {f"TAPS-{k}": {"sampled": k / 10, "graph": k / 100} for k in (1, 2)}
    measured |= {"Random-1": {"sampled": 0.3, "graph": 0.03}, "All": {"sampled": 0.9, "graph": 0.9}}
    lines = [Line(row, "cora", None, values, None, NOT_PRINTED) for row, values in measured.items()]
    table = paper_figures.smoothness_table(lines)
    assert table["k"] == ["1", "1", "all", "all"]  # two positives have nothing to be compared with
    assert (table["taps"], table["random_mean"]) == ([0.1, 0.01, 0.9, 0.9], [0.3, 0.03, 0.9, 0.9])
    taps, random = paper_figures.smoothness_bars(table, "sampled").data
    assert (list(taps.y), list(random.y)) == ([0.1, 0.9], [0.3, 0.9])
    assert random.name == "random, one draw"
    bars = paper_figures.sizes(
        Line("TAPS-1", "cora", None, {"sizes": [2, 5], "counts": [7, 1]}, None, NOT_PRINTED)
    ).data[0]
    assert (list(bars.x), list(bars.y)) == ([2, 5], [7, 1])
    rows = [{"largest": 9, "purity": 0.8}, {"largest": 3, "purity": 0.9}]
    bars = paper_figures.purity(Line("TAPS-1", "cora", None, {"rows": rows}, None, NOT_PRINTED)).data[0]
    assert list(bars.y) == [0.8, 0.9]
    assert list(bars.customdata) == [9, 3]


@pytest.mark.parametrize(("row", "expected"), [("N2N-TAPS-3 (URL)", 3), ("GraphSAGE-Mean-Random-5", 5)])
def test_a_row_of_figure_3_names_its_curve(row, expected):
    series, k = paper_figures.series_of(row)
    assert series in paper_figures.SERIES
    assert k == expected
