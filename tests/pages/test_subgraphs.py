"""The page Subgraphs, on a small and on a real graph, with every control used once."""

import pytest

from tests.pages.app import open_page

DATASETS = ("karate", "cora")


@pytest.mark.parametrize("dataset", DATASETS)
def test_subgraphs_controls(dataset):
    app = open_page("subgraphs", dataset=dataset)
    app.segmented_control(key="places").set_value("Original layout").run()
    for view in ("Sizes", "Table", "Effect of k", "Gallery"):
        app.radio(key="show").set_value(view).run()
        assert not app.exception, view
    app.number_input(key="subgraph").set_value(2).run()
    assert app.header[0].value.startswith("Subgraph 2:")
    app.number_input(key="least").set_value(3).run()
    app.number_input(key="most").set_value(6).run()
    app.slider(key="purity").set_value(60).run()
    app.multiselect(key="classes").set_value([app.multiselect(key="classes").options[0]]).run()
    assert not app.exception
    app.slider(key="k").set_value(5).run()
    assert not app.exception


def test_a_filter_that_lets_nothing_through_is_told():
    app = open_page("subgraphs", dataset="karate", show="Gallery")
    app.number_input(key="least").set_value(12).run()
    app.number_input(key="most").set_value(4).run()
    assert "No subgraph passes" in app.info[0].value
