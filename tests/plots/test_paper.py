"""Dot plots of printed and measured numbers carry both."""

import json

from n2n.paper import compare, load, reference
from n2n.paper.differences import paired_differences
from n2n.paper.results import SHIPPED
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
from n2n.plots import paper
from tests.measurements import measurement, results, scored

TITLES = {"cora": "Cora", "photo": "Photo"}
COMMITTED = load(SHIPPED)


def test_every_verdict_has_colours_of_its_own():
    assert set(paper.LOOKS) == {*SCORE_VERDICTS, *TIME_VERDICTS, NOT_PRINTED, NOT_COMPARED}
    for together in (
        (REPRODUCED, ABOVE, BELOW, NOT_RUN, NOT_PRINTED),
        (SAME_ORDER, OTHER_ORDER, NOT_COMPARED),
    ):
        assert len({paper.LOOKS[verdict] for verdict in together}) == len(together)
    symbols = {look.symbol for look in paper.LOOKS.values()}
    assert len(symbols) == len(paper.LOOKS) - 1, "two that agree are circles"


def test_the_dots_are_the_values():
    found = compare("table1", COMMITTED, ["MLP", "GCN", "SGC"], list(TITLES))
    figure = paper.dots(found, TITLES)
    drawn = {
        (trace.name, trace.y[i], trace.x[i], round(trace.error_x.array[i], 2))
        for trace in figure.data
        if trace.mode == "markers"
        for i in range(len(trace.x))
    }
    printed, measured = found[found.printed.notna()], found[found.measured.notna()]
    assert drawn == {
        *(("printed", one.row, one.printed, one.printed_sd) for one in printed.itertuples()),
        *((one.verdict, one.row, one.measured, one.measured_sd) for one in measured.itertuples()),
    }
    assert [note.text for note in figure.layout.annotations] == ["Cora", "Photo"]
    assert list(figure.layout.yaxis.categoryarray) == ["SGC", "GCN", "MLP"]


def test_times_stand_on_a_log_axis():
    found = compare("table3", COMMITTED, ["GCN"], ["cora"])
    figure = paper.dots(found, {"cora": "Cora"}, times=True)
    assert figure.layout.xaxis.type == "log"
    drawn = {trace.x[0] for trace in figure.data if trace.mode == "markers"}
    assert drawn == {1.68, found.measured.item()}


def test_nothing_draws_nothing():
    nothing = compare("table1", results(), [], [])
    assert not paper.dots(nothing, {}).data
    assert paper.height(nothing, {}) > 0


def test_the_expected_scores_mark_the_chosen_method():
    known = compare("table1", COMMITTED, datasets=["cora"])
    printed = next(t for t in paper.dots(known, TITLES, chosen="N2N (URL)").data if t.name == "printed")
    assert dict(zip(printed.y, printed.x, strict=True))["<b>N2N (URL)</b>"] == 88.2


def test_panels_in_a_row_share_one_title_of_the_axis():
    titles = TITLES | {"cs": "CS"}
    figure = paper.dots(compare("table1", COMMITTED, ["GCN"], list(titles)), titles)
    named = [axis.title.text for axis in figure.select_xaxes()]
    assert named == [None, "test micro-F1 (%)", None], "three would overlap on a phone"


def test_figure_3_draws_measured_and_printed_over_k():
    rows = [scored(f"GraphSAGE-Mean-TAPS-{k}", 0.8 + k / 100) for k in (2, 1, 5)]
    found = compare("fig3", results(*rows, scored("N2N-TAPS-3 (JL)", 0.87)), datasets=["cora"])
    traces = {trace.name: trace for trace in paper.over_k(found, {"cora": "Cora"}).data}
    measured = traces["GraphSAGE, neighbours by TAPS, measured"]
    assert (list(measured.x), list(measured.y)) == ([1, 2, 5], [81.0, 82.0, 85.0])
    assert list(traces["N2N by TAPS, JL, measured"].y) == [87.0]
    printed = [reference.printed_score(f"N2N-TAPS-{k} (JL)", "cora")[0] for k in range(1, 6)]
    assert list(traces["N2N by TAPS, JL, printed"].y) == printed
    assert not any("random" in name for name in traces)


def test_figures_4_to_6_carry_their_values():
    rows = [measurement("TAPS-1", kind="smoothness", sampled=0.1, graph=0.05)]
    for seed in (0, 1):
        rows.append(measurement("Random-1", "cora", seed, "smoothness", sampled=0.2 + seed / 10, graph=0.1))
    table = paper.smoothness_table(compare("fig4", results(*rows), datasets=["cora"]))
    assert (table["k"], table["taps"], table["random_mean"]) == (["1", "1"], [0.1, 0.05], [0.25, 0.1])
    bars = paper.sizes(json.dumps({"sizes": [2, 5], "counts": [7, 1]})).data[0]
    assert (list(bars.x), list(bars.y)) == ([2, 5], [7, 1])
    rows = [{"largest": 9, "purity": 0.8}, {"largest": 3, "purity": 0.9}]
    bars = paper.purity(json.dumps({"rows": rows})).data[0]
    assert (list(bars.y), list(bars.customdata)) == ([0.8, 0.9], [9, 3])


def test_every_difference_is_a_point_with_its_interval():
    known = paired_differences(COMMITTED)
    figure = paper.intervals(known, {"cora": "Cora"}, " (best test)")
    drawn = [(trace.name, x) for trace in figure.data for x in trace.x]
    assert sorted(drawn) == sorted(zip(known.verdict, known["mean"], strict=True))
    assert "best test" in figure.layout.xaxis.title.text
