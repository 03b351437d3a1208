"""The map in a browser: the slider, a click, the lasso, and a short training."""

import re

from playwright.sync_api import expect

from tests.browser.visit import HEIGHT, WIDTH

# Where a node is on the screen; the map is inside the shadow root of its component.
_PLACE = """([canvas, node]) => {
    const map = canvas.parentElement.map, box = canvas.getBoundingClientRect();
    const [x, y] = [map.to[2 * node], map.to[2 * node + 1]];
    return [box.left + box.width / 2 + (x - map.view.x) * map.view.zoom / map.ratio,
            box.top + box.height / 2 - (y - map.view.y) * map.view.zoom / map.ratio];
}"""


def _canvas(visitor):
    visitor.drawn()
    (canvas,) = visitor.maps
    return canvas


def _place(page, canvas, node):
    handle = canvas.element_handle()
    return page.evaluate(_PLACE, [handle, node])


def _wait_until_moved(page, canvas, node, before):
    moved = f"([canvas, node, before]) => ({_PLACE})([canvas, node]).some((at, axis) => at !== before[axis])"
    page.wait_for_function(moved, arg=[canvas.element_handle(), node, before])


def test_the_slider_lets_the_graph_fall_apart(visitor):
    page = visitor.open("", dataset="cora")
    canvas = _canvas(visitor)
    before, edges = _place(page, canvas, 7), canvas.evaluate("c => c.parentElement.map.painter.count / 2")
    assert edges == 5_278
    page.get_by_role("slider").press("End")
    expect(page.get_by_text("397", exact=True)).to_be_visible()
    _wait_until_moved(page, canvas, 7, before)
    assert canvas.evaluate("c => c.parentElement.map.painter.count / 2") < 2_708
    assert not visitor.problems


def test_every_page_is_about_the_node_of_a_click_and_keeps_what_the_lasso_marked(visitor):
    page = visitor.open("graph", dataset="karate")
    canvas = _canvas(visitor)
    page.mouse.click(*_place(page, canvas, 16))
    expect(page.get_by_text(re.compile("Node 16 has"))).to_be_visible()
    visitor.complete()
    page.get_by_role("button", name="Mark nodes").click()
    box = canvas.bounding_box()
    corners = [(0.02, 0.02), (0.88, 0.02), (0.88, 0.98), (0.02, 0.98)]
    points = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in corners]
    page.mouse.move(*points[0])
    page.mouse.down()
    for x, y in points[1:]:
        page.mouse.move(x, y, steps=4)
    page.mouse.up()
    expect(page.get_by_text("Selected: 34 nodes")).to_be_visible()
    visitor.turn_to("TAPS, step by step")
    expect(page.get_by_role("spinbutton", name="Node i")).to_have_value("16")
    visitor.turn_to("Embeddings")
    expect(page.get_by_text("Selected: 34 nodes")).to_be_visible()
    assert not visitor.problems


def _fits(canvas, width: int) -> None:
    box = canvas.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["height"] <= 1.1 * width


def test_the_map_fits_a_phone_and_shows_its_nodes(visitor):
    visitor.page.set_viewport_size({"width": 390, "height": HEIGHT})
    try:
        visitor.open("", dataset="karate")
        _fits(_canvas(visitor), 390)
    finally:
        visitor.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    assert not visitor.problems


def test_train_now_moves_the_nodes_and_leaves_epochs_to_scrub_through(visitor):
    page = visitor.open("", dataset="karate")
    canvas = _canvas(visitor)
    _fits(canvas, WIDTH)
    before = _place(page, canvas, 3)
    page.get_by_role("button", name="Train now").click()
    expect(page.get_by_text("Test micro-F1")).to_be_visible()
    expect(page.get_by_role("slider")).to_be_visible()
    canvas = _canvas(visitor)
    after = _place(page, canvas, 3)
    assert after != before
    page.get_by_role("slider").press("Home")
    _wait_until_moved(page, canvas, 3, after)
    page.get_by_role("button", name="Back to the graph").click()
    expect(page.get_by_text("Connected parts")).to_be_visible()
    assert not visitor.problems
