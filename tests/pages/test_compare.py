"""The Compare page: every control, an empty results folder, runs of N2N and baselines from start to end."""

import json

import pytest

import n2n
from n2n.paper.verdicts import SELECTION
from pages.session import runs
from tests.measurements import scored, store
from tests.pages.app import PATIENCE, open_page, texts

pytestmark = pytest.mark.usefixtures("empty_results")

QUICK = {"epochs": 6}
TWO = ["N2N-TAPS-1 (JL)", "GCN"]


def said(app) -> str:
    kinds = (app.caption, app.info, app.error, app.warning)
    return " ".join(element.value for kind in kinds for element in kind)


def ready(dataset="karate", **address):
    app = open_page("compare", dataset=dataset, **QUICK, **address)
    app.multiselect(key="methods").set_value(TWO).run()
    assert not app.exception
    return app


def run_all(app):
    app.button(key="compare.run").click().run()
    assert not app.exception
    for id in list(runs.jobs()._jobs):
        runs.jobs().wait(id, PATIENCE)
    app.run()
    assert not app.exception
    return app


def keep(folder, dataset, row, tests):
    """Measurements of a dataset as a reproduction leaves them."""
    store(folder, *(scored(row, test, seed, dataset) for seed, test in enumerate(tests)))


def test_with_no_results_the_printed_numbers_are_shown():
    app = open_page("compare", dataset="cora")
    assert "the numbers that the paper prints" in said(app)
    assert "1,208 nodes for training" in texts(app)
    assert len(app.get("plotly_chart")) == 1
    assert set(app.dataframe[0].value["source"]) == {"printed in the paper"}


def test_a_graph_that_nobody_measured_says_so():
    app = open_page("compare", dataset="karate")
    title = n2n.catalogue()["karate"].title
    assert f"None of these methods has been measured on {title} under the paper split yet" in said(app)
    assert not app.get("plotly_chart")


def test_kept_results_are_shown_at_once_with_split_seeds_and_rule(empty_results):
    keep(empty_results, "cora", "N2N (JL)", [0.8, 0.9])
    app = open_page("compare", dataset="cora")
    table = app.dataframe[0].value
    assert table[["method", "micro_f1", "seeds", "split"]].iloc[0].tolist() == ["N2N (JL)", 85.0, 2, "paper"]
    assert len(table) == 1
    headings = json.loads(app.dataframe[0].proto.columns)
    assert not [name for name in table if "_" in headings.get(name, {"label": name})["label"]]
    assert SELECTION in said(app)
    assert "Paper split" in said(app)
    assert r"N2N \(JL\) with 85.00 ± 7.07%" in texts(app)
    app.toggle(key="printed").set_value(True).run()
    assert set(app.dataframe[0].value["source"]) == {"measured for this project", "printed in the paper"}


def test_methods_run_as_jobs_and_appear_in_every_view():
    app = ready()
    assert "2 runs, one after the other" in said(app)
    run_all(app)
    assert "Nothing is left to run" in said(app)
    assert app.button(key="compare.run").disabled
    assert sorted(app.dataframe[0].value["method"]) == ["GCN, Epochs: 6", "N2N-TAPS-1 (JL), Epochs: 6"]
    assert "the best N2N method is" in texts(app)
    assert "undecided (1 common seed)" in texts(app)
    for view, words in (
        ("Curves", "peaks first"),
        ("Splits", "No method has been measured under two splits yet"),
    ):
        app.segmented_control(key="comparison").set_value(view).run()
        assert not app.exception
        assert words in texts(app), view
        assert len(app.get("plotly_chart")) == 1
    app.segmented_control(key="comparison").set_value("Embeddings").run()
    assert "principal components" in said(app)
    assert "has the best validation score" in texts(app)
    assert len(app.get("plotly_chart")) == 1


def test_a_baselines_run_stands_on_the_train_page_too():
    app = run_all(ready())
    app.switch_page("pages/train.py").run()
    assert not app.exception
    assert "GCN" in texts(app)
    assert "supervised" in texts(app)
    assert "N2N-TAPS-1 (JL)" in [*app.dataframe[0].value.iloc[:, 1], *app.dataframe[0].value.iloc[:, 2]]


def test_the_same_method_under_another_split_is_set_beside():
    app = run_all(ready())
    app.segmented_control(key="protocol").set_value("random").run()
    assert "under the random split yet" in said(app)
    run_all(app)
    app.segmented_control(key="comparison").set_value("Splits").run()
    table = app.dataframe[0].value
    assert (
        set(table["paper split"].str.endswith("(1)"))
        == set(table["random split"].str.endswith("(1)"))
        == {True}
    )
    assert "The split alone moves" in texts(app)
    assert "It has no public split of its own" in texts(app)


def test_a_graph_without_a_public_split_says_so():
    app = ready(protocol="public")
    assert "no public split" in said(app)
    assert app.button(key="compare.run").disabled


def test_a_method_that_the_address_cannot_mean_is_told():
    app = open_page("compare", dataset="karate", methods="GCNN")
    assert "The link asks for methods = 'GCNN'" in app.warning[0].value


def test_accuracy_is_drawn_against_the_time_that_was_chosen():
    app = run_all(ready())
    for time, column, unit in (
        ("Training", "training_s", "s of training"),
        ("New node", "us_per_new_node", "µs per new node"),
    ):
        app.segmented_control(key="time").set_value(time).run()
        assert not app.exception
        assert len(app.get("plotly_chart")) == 1
        assert (app.dataframe[0].value[column] > 0).all()
        assert f" {unit}, the second" in texts(app)
    needs = dict(zip(app.dataframe[0].value["method"], app.dataframe[0].value["new_node_needs"], strict=True))
    assert needs == {"GCN, Epochs: 6": "edges, 2 hops", "N2N-TAPS-1 (JL), Epochs: 6": "features"}
    assert "features to class for one node" in said(app)


def test_published_numbers_stand_beside_measured_ones_with_their_protocol(empty_results):
    keep(empty_results, "cora", "GRACE", [0.86, 0.87])
    app = open_page("compare", dataset="cora")
    app.multiselect(key="methods").set_value(["GRACE", "GCN"]).run()
    table = app.dataframe[1].value
    assert table["published"].tolist() == ["83.30 ± 0.40"]
    assert table["measured here"].tolist() == ["86.50 ± 0.71%"]
    assert "10% training" in table["their split"][0]
    assert "not a test of reproduction" in said(app)
