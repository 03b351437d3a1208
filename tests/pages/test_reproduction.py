"""The Reproduction page shows exactly what the files say, with every control used once."""

import pytest

from n2n.paper import EXPERIMENTS, Cell, append, compare, missing, stored, tables
from n2n.paper.verdicts import (
    ABOVE,
    NOT_COMPARED,
    NOT_RUN,
    REPRODUCED,
    TOO_FEW,
    count_verdicts,
    quote,
    totals,
)
from tests.pages.app import open_page, texts, values

pytestmark = pytest.mark.usefixtures("empty_results")


def keep(folder, kind, row, measured, dataset="cora", seed=0, **changes):
    """One finished cell in the file."""
    task = next(
        task
        for experiment in EXPERIMENTS.values()
        if experiment.kind == kind and row in experiment.rows and dataset in experiment.datasets
        for task in experiment.tasks([row], [dataset], [seed])
    )
    settings = task.settings.replace(**changes)
    made = Cell(
        kind, row, dataset, settings.to_dict(), measured, 3.0, {}, {"processor": "abacus", "cores": 2}, "c"
    )
    append(made, folder)


def score(test):
    return {"test": test, "ms_per_epoch": 1.0}


def some(folder):
    for seed, test in enumerate((0.847, 0.849, 0.848)):
        keep(folder, "accuracy", "GCN", score(test), seed=seed)
        keep(folder, "accuracy", "SGC", score(0.99), seed=seed)
    keep(folder, "accuracy", "SGC", score(0.70), dropout=0.11)
    keep(folder, "accuracy", "MLP", score(0.75))
    keep(folder, "time", "GCN", {"ms": 20.0, "inference_ms": 5.0})
    keep(folder, "time", "N2N-TAPS-1 (JL)", {"ms": 2.0, "inference_ms": 1.0})
    for row, value in (("TAPS-1", 0.1), ("Random-1", 0.2), ("All", 0.3)):
        keep(folder, "smoothness", row, {"sampled": value, "graph": value / 2})
    keep(
        folder, "subgraphs", "TAPS-1",
        {"subgraphs": 9, "largest": 5, "purity": 0.8, "sizes": [2, 5], "counts": [8, 1]},
    )  # fmt: skip
    keep(folder, "gallery", "TAPS-1", {"rows": [{"largest": 5, "purity": 0.8}]})


def said(app) -> str:
    kinds = (app.caption, app.info, app.error, app.warning, app.success)
    return " ".join(element.value for kind in kinds for element in kind)


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=lambda one: one.name)
@pytest.mark.parametrize("graphs", ["This graph", "All"])
def test_the_page_shows_exactly_what_the_files_say(empty_results, experiment, graphs):
    some(empty_results)
    app = open_page("reproduction", dataset="cora", of=experiment.title, graphs=graphs)
    one = graphs == "This graph" and "cora" in experiment.datasets
    datasets = ["cora"] if one else list(experiment.datasets)
    lines = compare(experiment.name, stored(empty_results), datasets=datasets)
    table = app.dataframe[0].value
    assert len(table) == len(lines)
    for line, (_, row) in zip(lines, table.iterrows(), strict=True):
        assert row["method"] == line.row
        assert row["runs"] == len(line.cells)
        assert row["verdict"] == tables.marked(line.verdict)
        shown = (row["printed"], row["measured here"])
        for value, words in zip((line.printed, line.measured), shown, strict=True):
            assert (value is None) == (words == "–")
            if hasattr(value, "mean"):
                assert words.startswith(f"{value.mean:.2f}")
    for count in count_verdicts(experiment.name, lines):
        for status, number in count.verdicts.items():
            if number or status not in (TOO_FEW, NOT_RUN):
                label = f"{tables.MARKS[status]} {status.capitalize()}, {count.rows}"
                assert values(app)[label] == f"{number:,} of {count.numbers:,}"
    left = len(missing(experiment.tasks(datasets=datasets), stored(empty_results)))
    assert f"{left:,} runs are missing" in texts(app) or f"{left:,} run is missing" in texts(app) or not left


def test_each_table_is_counted_by_itself(empty_results):
    some(empty_results)
    text = texts(open_page("reproduction", dataset="cora"))
    counts = totals(stored(empty_results))
    assert [count.numbers for count in counts] == [84, 96, 30, 59, 48]
    for sentence in quote(counts):
        assert sentence in text
    assert "330" not in text, "accuracies and times in one number"


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=lambda one: one.name)
def test_with_no_results_every_part_says_what_to_do(experiment):
    app = open_page("reproduction", dataset="cora", of=experiment.title)
    assert set(app.dataframe[0].value["verdict"]) - {tables.marked(NOT_COMPARED)} == {"○ not run"}
    assert app.code[0].value.startswith(f"python -m n2n reproduce {experiment.name}")
    assert "not known until one of them has run" in texts(app)
    assert "What to notice." in texts(app)


def test_a_status_can_be_singled_out(empty_results):
    some(empty_results)
    app = open_page("reproduction", dataset="cora")
    app.multiselect(key="verdict").set_value([ABOVE]).run()
    assert app.dataframe[0].value["method"].tolist() == ["SGC"]
    app.multiselect(key="verdict").set_value(["no printed number", REPRODUCED]).run()
    assert app.dataframe[0].value["method"].tolist() == ["MLP", "GCN"]
    app.segmented_control(key="of").set_value("Table 2").run()
    assert not app.exception
    assert "No number has this verdict here" in said(app)


@pytest.mark.parametrize(
    ("of", "charts"), [("Figure 4", 1), ("Figure 5", 1), ("Figure 6", 1), ("Figure 3", 1)]
)
def test_figures_are_drawn(empty_results, of, charts):
    some(empty_results)
    app = open_page("reproduction", dataset="cora", of=of)
    assert len(app.get("plotly_chart")) == charts
    if of == "Figure 4":
        app.segmented_control(key="per").set_value("all edges").run()
        assert not app.exception


def test_a_graph_that_the_paper_has_not_shows_all_of_its_graphs(empty_results):
    app = open_page("reproduction", dataset="karate")
    assert "all of its graphs are shown" in said(app)
    assert app.dataframe[0].value["graph"].nunique() == 6
