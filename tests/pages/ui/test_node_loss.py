"""One node's loss on the page Train."""

import pytest

import n2n
from pages.session import runs
from tests.pages.app import open_page, texts, values
from tests.pages.training import QUICK, finish, said, start

pytestmark = pytest.mark.usefixtures("measured")
VIEW = {"runview": "One node's loss"}


def test_every_number_is_that_of_the_library():
    app = finish(start(open_page("train", dataset="karate", node=5, **VIEW, **QUICK)))
    assert not app.exception
    run, graph = runs.table().get(app.query_params["run"]), n2n.load("karate")
    loss = n2n.node_loss(graph, run, 5)
    assert values(app)["Loss of the node"] == f"{loss.loss:.4f}"
    assert app.latex[1].value.strip("$\n ") == f"= {loss.formula}"
    assert f"Node 5 after epoch {loss.epoch}" in said(app)
    share = f"{loss.shares.sum():.2%} of the denominator"
    assert share in texts(app)
    slider = next(slider for slider in app.select_slider if slider.label == "Epoch")
    assert slider.options[:2] == ["1", "12"]
    slider.set_value("12").run()
    assert values(app)["Loss of the node"] == f"{n2n.node_loss(graph, run, 5, 12).loss:.4f}"
    assert len(app.get("plotly_chart")) == 1


def test_a_baseline_has_no_such_loss():
    address = {"train.method": "GCN", **VIEW, **QUICK}
    app = finish(start(open_page("train", dataset="karate", **address)))
    assert "GCN has no InfoNCE over all nodes" in said(app)


def test_a_run_without_snapshots_has_its_best_epoch():
    app = finish(start(open_page("train", dataset="karate", **VIEW, **QUICK | {"train.snapshots": 0})))
    assert "the only embedding that was kept" in said(app)
    assert "Loss of the node" in values(app)


def test_a_run_in_progress_shows_its_snapshots(own_workers):
    long = QUICK | {"train.epochs": 100_000, "train.patience": 0, "train.snapshots": 50}
    app = start(open_page("train", dataset="karate", **VIEW, **long))
    id = app.query_params["run"]
    while runs.jobs().status(id).done < 2:
        pass
    app.run()
    assert not app.exception
    assert "Node 33 after epoch 1 of" in said(app) or "Node" in said(app)
    assert "Loss of the node" in values(app)
    runs.jobs().cancel(id)
