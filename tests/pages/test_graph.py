"""The page Graph, on a small and on a real graph, with every control used once."""

import pytest

from tests.pages.app import open_page, texts, values

DATASETS = ("karate", "cora")
SIZES = {"karate": 34, "cora": 2708}


@pytest.mark.parametrize("dataset", DATASETS)
def test_graph_controls(dataset):
    app = open_page("graph", dataset=dataset)
    assert values(app)["Nodes"] == f"{SIZES[dataset]:,}"
    app.number_input(key="node").set_value(3).run()
    assert "Node 3 has" in texts(app)
    for colour in app.selectbox(key="colour").options:
        app.selectbox(key="colour").select(colour).run()
        assert not app.exception, colour
    for edges in ("TAPS", "Random", "None"):
        app.radio(key="map.edges.all").set_value(edges).run()
        assert not app.exception, edges
    app.radio(key="view").set_value("Neighbourhood").run()
    app.slider(key="depth").set_value(2).run()
    app.button[0].click().run()
    app.radio(key="view").set_value("Numbers").run()
    assert not app.exception
    assert len(app.get("plotly_chart")) == 2
