"""The views of a run on the page Train."""

import pytest

from pages.ui.run_views import VIEWS
from tests.pages.app import open_page, values
from tests.pages.training import QUICK, finish, said, start

pytestmark = pytest.mark.usefixtures("measured")


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_of_a_run_opens(view):
    app = finish(start(open_page("train", dataset="karate", runview=view, **QUICK)))
    assert not app.exception
    assert {"Epochs", "Epoch", "Loss of the node"} & set(values(app))


@pytest.mark.parametrize("view", [view for view in VIEWS if view != "Curves"])
def test_a_run_on_another_graph_is_a_sentence(view):
    app = finish(start(open_page("train", dataset="karate", **QUICK)))
    other = open_page("train", dataset="cora", runview=view, run=app.query_params["run"])
    assert "The chosen run is on Karate club" in said(other)
