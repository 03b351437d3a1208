"""Figures as a browser lays them out: no legend below the toolbar, over a title or over the drawing."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import plotly
import pytest

import n2n
from n2n.paper import compare, load
from n2n.paper.points import kept_points, printed_points
from n2n.plots import comparison, paper, smoothness, subgraphs, taps, training
from n2n.taps import tables
from n2n.taps.drawing import arrange, pick
from tests.runs import listed

SCRIPT = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
TITLES = {"cora": "Cora", "pubmed": "PubMed", "citeseer": "CiteSeer", "photo": "Photo"}

_DRAW = """async ([figure, width]) => {
    document.body.innerHTML = `<div id="figure" style="width: ${width}px"></div>`;
    await Plotly.newPlot('figure', figure.data, figure.layout, {displayModeBar: true, displaylogo: false});
    const boxes = found => [...document.querySelectorAll(found)].map(element => {
        const {left, top, right, bottom} = element.getBoundingClientRect();
        return [left, top, right, bottom];
    });
    return {
        entries: boxes('.legend .traces'), toolbar: boxes('.modebar-group'),
        titles: boxes('.annotation-text'), drawing: boxes('.cartesianlayer .plot'),
    };
}"""


def _many_classes():
    rng = np.random.default_rng(0)
    labels = np.repeat(np.arange(15), 4)
    return n2n.Graph.from_edges(rng.integers(0, 60, (2, 90)), x=None, num_nodes=60, y=labels)


@cache
def _figures() -> list[tuple[str, dict]]:
    """Name and JSON of figures with long legends or several titles."""
    return [(name, json.loads(figure.to_json())) for name, figure in _made()]


def _made():
    graph = _many_classes()
    ranked = n2n.rank(graph)
    parts = n2n.partition(ranked.top(1))
    node = int(np.argmax(graph.degree))
    table = tables.smoothness(graph, ranked, seeds=2)
    table1, figure3 = (compare(name, load(), datasets=list(TITLES)) for name in ("table1", "fig3"))
    runs = [listed(f"a run of my own, number {i}") for i in range(8)]
    yield "gallery", subgraphs.gallery(graph, arrange(parts, pick(parts)))
    yield "percolation", subgraphs.percolation(tables.percolation(graph, ranked)).update_layout(height=430)
    yield "ranking", taps.ranking(ranked, node, 2, graph.neighbours(node)[:1]).update_layout(height=400)
    yield "smoothness", smoothness.by_k(table).update_layout(height=400)
    yield "curves", training.curves(runs).update_layout(height=480)
    yield "table 1", paper.dots(table1, TITLES).update_layout(height=paper.height(table1, TITLES))
    points = [point for key in TITLES for point in printed_points(key) + kept_points(key, load())]
    yield "comparison", comparison.scatter(points, TITLES).update_layout(height=comparison.height(TITLES))
    yield "figure 3", paper.over_k(figure3, TITLES).update_layout(height=720)


def _overlap(a, b) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1


@pytest.fixture(scope="module")
def page(browser):
    """An empty page with plotly."""
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    page.add_script_tag(path=SCRIPT)
    yield page
    page.close()


@pytest.mark.parametrize("width", [330, 470, 900])
def test_legends_are_clear_of_toolbar_titles_and_drawing(page, width):
    for name, figure in _figures():
        seen = page.evaluate(_DRAW, [figure, width])
        assert seen["entries"], name
        assert seen["toolbar"], name
        for what in ("toolbar", "titles", "drawing"):
            covered = [(a, b) for a in seen["entries"] for b in seen[what] if _overlap(a, b)]
            assert not covered, f"{name}: the legend lies over {what} at {width} pixels"
