"""The Train page: every control, and a run from its start to its file."""

import re

import pytest

import n2n
from n2n import BaselineSettings
from n2n.training.fork import Fork
from pages.session import runs
from tests.pages.app import open_page, texts, values
from tests.pages.training import QUICK, finish, said, start
from tests.runs import listed

pytestmark = pytest.mark.usefixtures("measured")


@pytest.mark.parametrize("dataset", ["karate", "cora"])
def test_a_run_from_start_to_end(dataset):
    app = open_page("train", dataset=dataset, **QUICK)
    assert "per epoch" in said(app)
    finish(start(app))
    shown = values(app)
    assert shown["Epochs"] == "12"
    run = runs.table().get(app.query_params["run"])
    assert run.settings.width == 8
    assert shown["Test micro-F1 at that epoch"] == f"{run.scores.test:.1%}"
    assert f"best at epoch {run.scores.epoch}" in texts(app)
    assert "the bound on the mutual information" in texts(app)
    assert "paper split (seed 0), training seed 0" in said(app)
    assert "epoch of the best validation micro" in said(app)
    assert len(app.get("plotly_chart")) == 1


RECIPE = n2n.Settings.for_dataset("cora")


@pytest.mark.parametrize(
    ("settings", "fork", "printed"),
    [
        (RECIPE, None, True),
        (RECIPE.replace(seed=4, split_seed=4, sampling_seed=4), None, True),
        (RECIPE.replace(tau=3.0), None, False),
        (RECIPE.replace(split="public"), None, False),
        (RECIPE, Fork(3, RECIPE.replace(sampler="random")), False),
        (BaselineSettings.for_dataset("cora", "GCN"), None, True),
        (BaselineSettings.for_dataset("cora", "GCN").replace(width=8), None, False),
    ],
)
@pytest.mark.parametrize("test", [0.5, 0.8546, 0.99])
def test_one_run_is_no_verdict_on_the_printed_number(settings, fork, printed, test):
    run = listed(settings.name, settings, test=test, dataset="cora")
    run.fork = fork
    runs.table().add(run, "owner", 40, runs.KEPT_BYTES)
    text = texts(open_page("train", {"visitor": "owner"}, dataset="cora", run=run.id))
    runs.table().drop(run.id)
    assert f"the test score there is {test:.1%}" in text
    assert not re.search("✓|▲|▼|reproduced", text)
    assert ("The paper prints" in text) is printed
    assert (f"one run: {test:.1%}" in text) is printed


def test_what_would_not_fit_is_refused_before_the_start(monkeypatch):
    monkeypatch.setattr("n2n.compute.machine.available_memory", lambda: 1000)
    app = open_page("train", dataset="karate")
    assert "GB of memory" in app.error[0].value
    assert next(button for button in app.button if button.label == "Start").disabled


def test_a_split_that_the_graph_lacks_is_refused_before_the_start():
    app = open_page("train", dataset="karate", **{"train.split": "public"})
    assert "has no public split" in app.error[0].value


def test_a_failing_run_says_why(measured):
    measured.ready = False  # nothing is known yet, so nothing is refused
    try:
        app = start(open_page("train", dataset="karate", **QUICK, **{"train.split": "public"}))
        assert "Measuring this server's speed" in said(app)
    finally:
        measured.ready = True
    finish(app)
    assert "failed: Graph 'Karate club' has no public split" in said(app)
