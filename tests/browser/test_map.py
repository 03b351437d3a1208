"""The map in a browser: the slider, a click, the lasso, and a short training."""

import re

from playwright.sync_api import expect

# Where a node is on the screen; the map is inside the shadow root of its component.
PLACE = """([canvas, node]) => {
    const map = canvas.parentElement.map, box = canvas.getBoundingClientRect();
    const [x, y] = [map.to[2 * node], map.to[2 * node + 1]];
    return [box.left + box.width / 2 + (x - map.view.x) * map.view.zoom / map.ratio,
            box.top + box.height / 2 - (y - map.view.y) * map.view.zoom / map.ratio];
}"""
EDGES = "canvas => canvas.parentElement.map.painter.count / 2"


def canvas_of(visitor, place: int = 0):
    visitor.drawn()
    return visitor.page.locator(".map canvas").nth(place).element_handle()


def circle(page, canvas) -> None:
    """Draw around most of a map."""
    box = canvas.bounding_box()
    corners = [(0.02, 0.02), (0.88, 0.02), (0.88, 0.98), (0.02, 0.98)]
    points = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in corners]
    page.mouse.move(*points[0])
    page.mouse.down()
    for x, y in points[1:]:
        page.mouse.move(x, y, steps=4)
    page.mouse.up()


def test_fewer_neighbours_let_the_graph_fall_apart(visitor):
    visitor.open("", dataset="cora")
    canvas = canvas_of(visitor)
    visitor.main.get_by_role("radio", name="All").click()
    visitor.page.wait_for_function(f"canvas => ({EDGES})(canvas) === 5278", arg=canvas_of(visitor))
    canvas = canvas_of(visitor)
    before = visitor.page.evaluate(PLACE, [canvas, 7])
    visitor.main.get_by_role("radio", name="TAPS").click()
    visitor.shows("397")
    moved = f"([canvas, before]) => ({PLACE})([canvas, 7]).some((at, axis) => at !== before[axis])"
    visitor.page.wait_for_function(moved, arg=[canvas, before])
    visitor.page.wait_for_function(f"canvas => ({EDGES})(canvas) < 2708", arg=canvas)


def test_every_page_is_about_the_node_of_a_click_and_keeps_the_selection(visitor):
    visitor.open("graph", dataset="karate")
    canvas = canvas_of(visitor)
    visitor.page.mouse.click(*visitor.page.evaluate(PLACE, [canvas, 16]))
    visitor.shows(re.compile("Node 16 has"))
    visitor.press("Select nodes with a lasso")
    circle(visitor.page, canvas_of(visitor))
    visitor.shows(re.compile(": 34 nodes"))
    visitor.turn_to("Explore", "TAPS, step by step")
    expect(visitor.main.get_by_role("spinbutton", name="Node i")).to_have_value("16")
    visitor.turn_to("Train", "Embeddings")
    visitor.shows(re.compile(": 34 nodes"))


def test_train_now_moves_the_nodes_and_leaves_epochs_to_replay(visitor):
    visitor.open("", dataset="karate")
    visitor.press("Train now, without labels")
    visitor.shows("Test micro-F1")
    epochs = visitor.main.get_by_role("slider", name="Epoch")
    expect(epochs).to_be_visible()
    last = epochs.get_attribute("aria-valuetext")
    epochs.press("Home")
    expect(epochs).not_to_have_attribute("aria-valuetext", last)
    visitor.main.get_by_role("radio", name="Graph").click()
    expect(visitor.main.get_by_role("button", name="Train now")).to_be_visible()
