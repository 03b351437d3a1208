"""The protocol lens moves the points without computing, and marks what was chosen on test nodes."""

import json
import re
from pathlib import Path

import pytest

from tests.measurements import scored, store
from tests.pages.app import open_page, texts
from tests.pages.test_reproduction import said

pytestmark = pytest.mark.usefixtures("empty_results")
ROOT = Path(__file__).parents[3]
MARK = "best test"
# Numbers that only the best test epoch gives, and no other rule.
SECRET = 0.9137


@pytest.fixture
def measured(empty_results):
    """Two methods with labels and two without, on Cora, whose order another rule changes."""
    scores = {
        "GCN": (0.86, 0.85, SECRET),
        "SGC": (0.85, 0.86, SECRET),
        "DGI": (0.84, 0.83, SECRET),
        "N2N-TAPS-1 (URL)": (0.83, 0.82, SECRET),
        "GraphSAGE-Mean-TAPS-1": (0.81, 0.82, SECRET),
    }
    rows = []
    for row, (test, last, best) in scores.items():
        for seed in (0, 1):
            own = {"last_test": last, "best_test": best}
            rows.append(scored(row, test, seed, **own))
            if row in ("DGI", "N2N-TAPS-1 (URL)"):
                rows.append(scored(row, test + 0.02, seed, changes={"probe": "softmax"}, **own))
    for seed in range(3):
        rows.append(scored("N2N-TAPS-3 (JL)", 0.8, seed, best_test=SECRET + seed / 1000))
        rows.append(scored("N2N-Random-3 (JL)", 0.8, seed, best_test=0.9 + seed / 1000))
    store(empty_results, *rows)
    return empty_results


def table(app):
    frames = [frame.value for frame in app.dataframe if "measured here" in frame.value]
    return frames[0].set_index("method")["measured here"].to_dict()


def test_the_switches_move_the_points(measured):
    app = open_page("reproduction", dataset="cora")
    assert table(app)["GCN"] == "86.00 ± 0.00"
    assert "Effect of this protocol" not in texts(app)
    app.radio(key="selection").set_value("last").run()
    assert table(app)["GCN"] == "85.00 ± 0.00"
    assert "The ranking changes: 1 of 10 pairs of methods swap places" in texts(app)
    assert "On Cora SGC is first instead of GCN" in texts(app)
    app.radio(key="selection").set_value("validation").run()
    app.segmented_control(key="probe").set_value("softmax").run()
    shown = table(app)
    assert (shown["DGI"], shown["GCN"]) == ("86.00 ± 0.00", "86.00 ± 0.00"), "only DGI has a probe"
    assert "move by +0.80 points on average" in texts(app)


def test_another_split_reads_other_runs_and_says_how_to_make_them(measured):
    store(measured, scored("GCN", 0.79, last_test=0.78, changes={"split": "public"}))
    app = open_page("reproduction", dataset="cora", **{"lens.split": "public"})
    shown = table(app)
    assert (shown["GCN"], shown["SGC"]) == ("79.00", "–")
    assert "GCN most, by −7.00" in texts(app)
    assert app.code[0].value == "n2n reproduce table1 --datasets cora --split public --minutes 30"
    assert "Public split" in said(app)


def test_what_was_not_measured_under_a_rule_says_so(empty_results):
    store(empty_results, scored("GCN", 0.8) | {"best_test": None})
    app = open_page("reproduction", dataset="cora", selection=MARK)
    row = app.dataframe[0].value.set_index("method").loc["GCN"]
    assert (row["measured here"], row["note"]) == ("–", "not measured under this protocol")
    assert "under this protocol" in texts(app)


@pytest.mark.parametrize("of", ["Table 1", "Figure 3"])
def test_every_number_of_the_best_test_epoch_has_its_mark(measured, of):
    app = open_page("reproduction", dataset="cora", of=of, selection=MARK, probe="logistic")
    numbers = [text for text in table(app).values() if text != "–"]
    assert numbers
    assert all(MARK in text for text in numbers)
    assert any("Best test" in warning.value for warning in app.warning)
    assert MARK in said(app), "the caption"
    digits = f"{100 * SECRET:.2f}"
    for block in texts(app).split("**"):
        for sentence in re.split(r"(?<=[.;]) ", block):
            assert digits not in sentence or MARK in sentence
    charts = [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]
    assert len(charts) == 2
    for chart in charts:
        titles = [
            axis["title"]["text"]
            for name, axis in chart["layout"].items()
            if name[1:5] == "axis" and axis.get("title", {}).get("text")
        ]
        assert any(MARK in title for title in titles), titles
    for expander in app.expander:
        if "Verdicts per table" in expander.label:
            assert MARK in expander.label


@pytest.mark.parametrize("folder", ["pages", "n2n/plots", "n2n/cli"])
def test_no_page_or_figure_reads_the_best_test_score_past_the_mark(folder):
    """It reaches them through `Protocol` alone, which carry the mark."""
    for path in (ROOT / folder).rglob("*.py"):
        assert not re.search(r"best_test\b", path.read_text()), path


@pytest.mark.parametrize("page", ["start", "compare"])
def test_pages_without_the_lens_never_show_it(measured, page):
    app = open_page(page, dataset="cora", selection=MARK)
    shown = texts(app) + said(app) + "".join(str(frame.value) for frame in app.dataframe)
    assert f"{100 * SECRET:.2f}" not in shown
    assert f"{100 * SECRET:.1f}" not in shown
