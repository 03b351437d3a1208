"""The views of a run on the page Train."""

import pytest

from pages.ui.run_views import VIEWS
from tests.pages.app import followed, maps, open_page, values
from tests.pages.training import LONG, QUICK, finish, said, start, stopped, until_epoch

pytestmark = pytest.mark.usefixtures("measured")


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_of_a_run_opens(view):
    app = finish(start(open_page("train", dataset="karate", runview=view, **QUICK)))
    assert not app.exception
    assert {"Epochs", "Epoch", "Loss of the node"} & set(values(app))


@pytest.mark.parametrize(
    ("view", "words"),
    [
        ("Curves and embedding", "run is on Karate club"),
        ("One node's loss", "chosen run is on Karate club"),
    ],
)
def test_a_run_on_another_graph_is_a_sentence(view, words):
    app = finish(start(open_page("train", dataset="karate", **QUICK)))
    other = open_page("train", dataset="cora", runview=view, run=app.query_params["run"])
    assert words in said(other)


def test_curves_and_embedding_are_there_while_a_run_learns_and_afterwards(own_workers):
    app = start(open_page("train", dataset="karate", **LONG | {"train.snapshots": 2}))
    until_epoch(app.query_params["run"], 5)
    app.run()
    assert "<dt>Epochs</dt>" in followed(app)["head"]
    assert "<svg" in followed(app)["curves"]
    assert len(maps(app)) == 1
    assert not app.get("plotly_chart")
    app = stopped(app)
    assert len(app.get("plotly_chart")) == len(maps(app)) == 1
    assert any(slider.label == "Epoch" for slider in app.select_slider)
