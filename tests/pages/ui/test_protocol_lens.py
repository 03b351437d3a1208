"""The protocol lens moves the points without computing, and marks what was chosen on test nodes."""

import json
import re
from pathlib import Path

import pytest
from n2n.paper.paired import PAIRED

from n2n.paper import EXPERIMENTS, Cell, append
from tests.pages.app import open_page, texts
from tests.pages.test_reproduction import said

pytestmark = pytest.mark.usefixtures("empty_results")
ROOT = Path(__file__).parents[3]
MARK = "best test"
# Numbers that only the best test epoch gives, and no other rule.
SECRET = 0.9137


def keep(folder, task, values):
    machine = {"processor": "abacus", "cores": 2}
    made = (task.kind, task.row, task.dataset, task.settings.to_dict(), values, 3.0, {}, machine, "c")
    append(Cell(*made), folder)


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
    for row, (test, last, best) in scores.items():
        experiment = EXPERIMENTS["fig3" if row.startswith("GraphSAGE") else "table1"]
        for task in experiment.tasks([row], ["cora"], [0, 1]):
            values = {"test": test, "val": 0.8, "last_test": last, "best_test": best, "ms_per_epoch": 1.0}
            keep(empty_results, task, values | {"probes": {"softmax": {"test": test + 0.02}}})
    for task in PAIRED.tasks(["N2N-TAPS-3 (JL)", "N2N-Random-3 (JL)"], ["cora"], range(3)):
        best = SECRET if "TAPS" in task.row else 0.9
        values = {"test": 0.8, "last_test": 0.8, "best_test": best + task.settings.seed / 1000}
        keep(empty_results, task, values | {"ms_per_epoch": 1.0})
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
    (task,) = EXPERIMENTS["table1"].tasks(["GCN"], ["cora"], [0], split="public")
    keep(measured, task, {"test": 0.79, "last_test": 0.78, "ms_per_epoch": 1.0})
    app = open_page("reproduction", dataset="cora", **{"lens.split": "public"})
    shown = table(app)
    assert (shown["GCN"], shown["SGC"]) == ("79.00", "–")
    assert "GCN most, by −7.00" in texts(app)
    assert app.code[0].value == "python -m n2n reproduce table1 --datasets cora --split public --minutes 30"
    assert "Public split" in said(app)


def test_what_was_not_measured_under_a_rule_says_so(empty_results):
    (task,) = EXPERIMENTS["table1"].tasks(["GCN"], ["cora"], [0])
    keep(empty_results, task, {"test": 0.8, "val": 0.8, "ms_per_epoch": 1.0})
    app = open_page("reproduction", dataset="cora", selection=MARK)
    row = app.dataframe[0].value.set_index("method").loc["GCN"]
    assert (row["measured here"], row["note"]) == ("–", "not measured under this selection")
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
    """It reaches them through `Summary` and `Protocol` alone, which carry the mark."""
    for path in (ROOT / folder).rglob("*.py"):
        assert not re.search(r"best_test\b", path.read_text()), path


@pytest.mark.parametrize("page", ["start", "compare"])
def test_pages_without_the_lens_never_show_it(measured, page):
    app = open_page(page, dataset="cora", selection=MARK)
    shown = texts(app) + said(app) + "".join(str(frame.value) for frame in app.dataframe)
    assert f"{100 * SECRET:.2f}" not in shown
    assert f"{100 * SECRET:.1f}" not in shown
