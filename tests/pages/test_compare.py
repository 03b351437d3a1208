"""The page Compare: stored results, runs of N2N and baselines, cold start."""

import json

import numpy as np
import pytest

import n2n
from n2n.paper.verdicts import SELECTION
from n2n.training.workers import pool
from tests.measurements import scored, store
from tests.pages.app import ME, open_page, press, said, texts, until

QUICK = {"epochs": 6}
TWO = ["N2N-TAPS-1 (JL)", "GCN"]


def keep(folder, dataset, row, tests):
    """Measurements of a dataset as a reproduction leaves them."""
    store(folder, *(scored(row, test, seed, dataset) for seed, test in enumerate(tests)))


def test_with_no_results_the_printed_numbers_are_shown(empty_results):
    app = open_page("compare", dataset="cora")
    assert "the numbers that the paper prints" in said(app)
    assert set(app.dataframe[0].value["source"]) == {"printed in the paper"}


def test_stored_results_are_shown_at_once_with_split_seeds_and_rule(empty_results):
    keep(empty_results, "cora", "N2N (JL)", [0.8, 0.9])
    app = open_page("compare", dataset="cora")
    table = app.dataframe[0].value
    assert table[["method", "micro_f1", "seeds", "split"]].iloc[0].tolist() == ["N2N (JL)", 85.0, 2, "paper"]
    headings = json.loads(app.dataframe[0].proto.columns)
    assert not [name for name in table if "_" in headings.get(name, {}).get("label", name)]
    assert SELECTION in said(app)
    assert "N2N (JL) with 85.00 ± 7.07%" in texts(app).replace("\\", "")
    app.toggle(key="printed").set_value(True).run()
    assert set(app.dataframe[0].value["source"]) == {"measured for this project", "printed in the paper"}


def test_methods_run_and_appear_in_every_view(empty_results):
    app = open_page("compare", ME, dataset="karate", **QUICK)
    app.multiselect(key="methods").set_value(TWO).run()
    assert "2 runs, one after the other" in said(app)
    app.button(key="compare.run").click().run()
    until(app, lambda app: "Nothing is left to run" in said(app) and not pool().queue())
    app.run()
    assert sorted(app.dataframe[0].value["method"]) == [f"{name}, Epochs: 6" for name in sorted(TWO)]
    for view in ("Embeddings", "Splits", "Accuracy and time"):
        app.segmented_control(key="comparison").set_value(view).run()
        assert not app.exception
        assert app.get("plotly_chart"), view
    app.segmented_control(key="time").set_value("New node").run()
    until(app, lambda app: app.dataframe and (app.dataframe[0].value["us_per_new_node"] > 0).all())
    needs = dict(zip(app.dataframe[0].value["method"], app.dataframe[0].value["new_node_needs"], strict=True))
    assert needs == {"GCN, Epochs: 6": "edges, 2 hops", "N2N-TAPS-1 (JL), Epochs: 6": "features"}


COLD = {"comparison": "Cold start", "cold.methods": "GCN"}


def test_a_cold_start_has_several_seeds_with_intervals(home):
    app = open_page("compare", ME, dataset="karate", **COLD)
    assert app.segmented_control(key="cold.split").value == "paper"
    press(app, "Hide and train")
    until(app, lambda app: "means over 3 seeds, with 95% confidence intervals" in said(app))
    assert "7 of 34 nodes hidden with" in said(app)
    assert "With the edges restored GCN reaches" in texts(app)
    assert len(app.get("plotly_chart")) == 2
    app.slider(key="hidden").set_value(10).run()
    assert "Hide and train** hides nodes" in said(app)


@pytest.mark.parametrize(
    ("changes", "features", "words"),
    [
        ({}, "spectral", "computed from its edges"),
        ({"x": np.zeros((34, 0), np.float32)}, None, "has no features"),
    ],
)
def test_a_cold_start_that_would_be_none_is_refused(add, changes, features, words):
    key = add(n2n.load("karate").replace(**changes), features=features)
    assert words in said(open_page("compare", dataset=key, comparison="Cold start"))
