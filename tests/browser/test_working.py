"""What a visitor does over several steps: a training, a lasso."""

import re

import pytest

from tests.browser.server import LONG
from tests.browser.test_pages import NAMES
from tests.browser.visit import PAINTED


def has(page: str):
    """Skips a test of a page that the app does not have."""
    return pytest.mark.skipif(page not in NAMES, reason=f"the app has no page {page}")


@has("train")
def test_a_run_is_watched_by_all_and_stopped_by_its_visitor_alone(visitor, stranger):
    settings = {"train.epochs": LONG, "train.width": 8, "train.patience": 0, "train.snapshots": 0}
    page = visitor.open("train", dataset="karate", **settings)
    # The connection is lost for a moment; then nobody answers, as after a computer slept.
    page.route("**/media/live-*", lambda route: None, times=2)
    page.route("**/media/live-*", lambda route: route.abort(), times=2)
    page.get_by_role("button", name="Start", exact=True).click()
    sidebar = page.get_by_test_id("stSidebar")
    sidebar.get_by_text(re.compile(r"Epoch [\d,]+ of 100,000")).wait_for()
    page.get_by_role("img", name="Micro-F1, loss, mutual information").wait_for()
    # Picture after picture arrives.
    arrived = "root => root.map?.fetched > 2"
    page.wait_for_function(arrived, arg=page.locator(".map").element_handle())
    assert len(visitor.problems) == 2
    assert all("ERR_FAILED" in problem and "/media/live-" in problem for problem in visitor.problems)
    visitor.problems.clear()
    address = page.url
    other = stranger.follow(address)
    other.get_by_test_id("stSidebar").get_by_text("of 100,000").wait_for()
    # In the page itself: while it runs, Streamlit shows a "Stop" of its own in the header.
    main = other.get_by_test_id("stMain")
    assert main.get_by_role("button", name="Start", exact=True).count() == 1
    assert main.get_by_role("button", name="Stop", exact=True).count() == 0
    stranger.leave()  # the run need not be drawn there any longer
    # Without graphics hardware the pictures are drawn pixel by pixel, the map with its lines is not.
    painter = "canvas => canvas.parentElement.map.painter.constructor.name"
    assert visitor.maps[0].evaluate(painter) == "FlatPainter"
    page.wait_for_function(PAINTED, arg=visitor.maps[0].element_handle())
    visitor.turn_to("Start")
    page.get_by_role("button", name="Train now").click()  # it waits for the other run
    page.get_by_role("button", name="Back to the graph").wait_for()
    visitor.turn_to("Graph")
    sidebar.get_by_text("of 100,000").wait_for()
    visitor.turn_to("Start")
    visitor.drawn()
    assert visitor.maps[0].evaluate(painter) == "FlatPainter"
    page.get_by_role("button", name="Back to the graph").click()
    page.get_by_text("Connected parts").wait_for()
    edges = "root => root.map?.painter.count === 2 * 78"
    page.wait_for_function(edges, arg=page.locator(".map").element_handle())
    # A reload finds the run again, and so does the way back.
    page.goto(address)
    page.get_by_test_id("stMain").get_by_role("button", name="Stop", exact=True).click()
    page.get_by_text("Stopped on request").wait_for()
    sidebar.get_by_text("of 100,000").wait_for(state="hidden")
    visitor.complete()
    visitor.drawn()
    assert "run=" in visitor.query


@has("embeddings")
def test_a_map_is_saved_as_svg_and_a_lasso_marks_the_same_nodes_in_the_other_picture(visitor):
    page = visitor.open("embeddings", dataset="karate", layout="PCA", pictures="SVG")
    visitor.drawn()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save image").first.click()
    assert saved.value.suggested_filename == "karate-embedding-left.svg"
    assert saved.value.path().read_text(encoding="utf-8").count("<circle") == 34
    box = visitor.maps[0].bounding_box()
    page.get_by_role("button", name="Mark nodes").first.click()
    corners = [(0.02, 0.02), (0.9, 0.02), (0.9, 0.6), (0.02, 0.6), (0.02, 0.02)]
    places = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in corners]
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=4)
    page.mouse.up()
    heading = page.get_by_text(re.compile(r"Selected: \d+ nodes"))
    heading.wait_for()
    visitor.complete()
    count = int(re.search(r"\d+", heading.inner_text())[0])
    assert 0 < count < 34
    marked = "canvas => canvas.parentElement.map.data.marked.reduce((sum, one) => sum + one, 0)"
    assert [canvas.evaluate(marked) for canvas in visitor.maps] == [count, count]
    assert "nodes=" in visitor.query
