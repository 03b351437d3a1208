"""The Reproduction page shows exactly what the files say, with every control used once."""

import json

import pytest

from n2n.paper import EXPERIMENTS, compare, load
from n2n.paper.results import SHIPPED
from n2n.paper.verdicts import (
    ABOVE,
    NOT_COMPARED,
    NOT_RUN,
    REPRODUCED,
    SIGNS,
    TOO_FEW,
    as_text,
    count,
    count_all,
    quote,
    unmeasured,
)
from pages.session import results
from tests.measurements import measurement, scored, store
from tests.pages.app import open_page, texts, values

pytestmark = pytest.mark.usefixtures("empty_results")


def some(folder):
    rows = [
        scored(row, test, seed)
        for seed, test in enumerate((0.847, 0.849, 0.848))
        for row, test in (("GCN", test), ("SGC", 0.99))
    ]
    rows += [scored("SGC", 0.70, changes={"dropout": 0.11}), scored("MLP", 0.75)]
    rows += [measurement("GCN", kind="time", ms=20.0, inference_ms=5.0)]
    rows += [measurement("N2N-TAPS-1 (JL)", kind="time", ms=2.0, inference_ms=1.0)]
    for row, value in (("TAPS-1", 0.1), ("Random-1", 0.2), ("All", 0.3)):
        rows.append(measurement(row, kind="smoothness", sampled=value, graph=value / 2))
    facts = {"subgraphs": 9, "largest": 5, "purity": 0.8, "sizes": [2, 5], "counts": [8, 1]}
    rows.append(measurement("TAPS-1", kind="subgraphs", facts=json.dumps(facts)))
    facts = {"rows": [{"largest": 5, "purity": 0.8}]}
    rows.append(measurement("TAPS-1", kind="gallery", facts=json.dumps(facts)))
    store(folder, *rows)


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
    lines = compare(experiment.name, results.table(), datasets=datasets)
    table, expected = app.dataframe[0].value, as_text(lines)
    assert table[["method", "printed", "measured here", "runs"]].equals(
        expected[["method", "printed", "measured here", "runs"]]
    )
    assert table["verdict"].tolist() == [f"{SIGNS[verdict]} {verdict}" for verdict in lines.verdict]
    for one in count(experiment.name, lines).to_dict("records"):
        for verdict in set(SIGNS) & set(one):
            if one[verdict] or verdict not in (TOO_FEW, NOT_RUN):
                label = f"{SIGNS[verdict]} {verdict.capitalize()}, {one['group']}"
                assert values(app)[label] == f"{one[verdict]:,} of {one['numbers']:,}"
    left = len(unmeasured(experiment.name, results.table(), datasets))
    assert f"{left:,} runs are missing" in texts(app) or f"{left:,} run is missing" in texts(app) or not left


def test_each_table_is_counted_by_itself(empty_results):
    some(empty_results)
    text = texts(open_page("reproduction", dataset="cora"))
    counts = count_all(results.table())
    assert counts.numbers.tolist() == [84, 96, 30, 59, 48]
    for sentence in quote(counts):
        assert sentence in text
    assert "330" not in text, "accuracies and times in one number"


def test_the_committed_results_are_shown(monkeypatch):
    monkeypatch.setattr(results, "load", lambda folder: load(SHIPPED))
    text = texts(open_page("reproduction", dataset="cora"))
    for sentence in quote(count_all(load(SHIPPED))):
        assert sentence in text
    assert "In 2 of 36 comparisons TAPS is better" in text


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=lambda one: one.name)
def test_with_no_results_every_part_says_what_to_do(experiment):
    app = open_page("reproduction", dataset="cora", of=experiment.title)
    assert set(app.dataframe[0].value["verdict"]) - {f"{SIGNS[NOT_COMPARED]} {NOT_COMPARED}"} == {"○ not run"}
    assert app.code[0].value.startswith(f"n2n reproduce {experiment.name}")
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
