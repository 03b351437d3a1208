"""How fast the app is for a visitor: `python -m tests.browser.bench [dataset]`.

`python -m tests.browser.bench training [epochs]` tells how much longer a training takes while its page is
open in a browser, with curves and embedding, than `n2n.fit` in the same process while nobody looks, on a
graph of the size of LastFM Asia, and how often the embedding is drawn; `… bench live` how many epochs per
second a run makes while its page is looked at and while it is hidden, in turns, which a machine that is now
faster, now slower disturbs least; `… bench map [dataset]` how long the map of a large graph takes to draw,
and how smoothly it pans.

Times depend on the machine and on what else it does, so they are printed here and asserted nowhere.
"""

import sys
import time
from collections.abc import Callable
from statistics import median

from playwright.sync_api import Browser, WebSocket, sync_playwright
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.bench_training import ROUNDS, live, training
from tests.browser.server import ARGUMENTS, app, chromium
from tests.browser.test_pages import PAGES
from tests.browser.visit import Visit


class Timed(Visit):
    """A visit that hears when a run has ended: some changes leave nothing on the page to wait for."""

    def __init__(self, browser: Browser, address: str):
        super().__init__(browser, address)
        self.page.on("websocket", self._connected)

    def _connected(self, socket: WebSocket) -> None:
        self._socket = socket

    def change(self) -> None:
        """Choose another form of saved pictures, which every page offers."""
        with self._socket.expect_event("framereceived", _ends):
            self.page.get_by_test_id("stSidebar").get_by_role("radio", checked=False).first.click()
        self.complete()


def _ends(message: bytes) -> bool:
    return ForwardMsg.FromString(message).WhichOneof("type") == "script_finished"


def _seconds(action: Callable[[], None]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def main(dataset: str = "cora") -> None:
    """Print the table."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        start = time.perf_counter()
        with app() as address:
            answers = time.perf_counter() - start
            visitor = Timed(browser, address)
            visitor.open()
            print(f"cold start  {time.perf_counter() - start:6.2f} s; the server answers at {answers:.2f} s")
            second = Visit(browser, address)
            print(f"new visitor {_seconds(second.open):6.2f} s")
            second.close()
            visitor.open(dataset=dataset)
            print(f"\nseconds on {dataset}, median of {ROUNDS}")
            print(f"{'page':<22}{'first':>8}{'again':>8}{'widget':>8}")
            for _, title in PAGES:
                other = PAGES[0][1] if title != PAGES[0][1] else PAGES[1][1]
                visitor.turn_to(other)
                first = _seconds(lambda title=title: visitor.turn_to(title))
                again = []
                for _ in range(ROUNDS):
                    visitor.turn_to(other)
                    again.append(_seconds(lambda title=title: visitor.turn_to(title)))
                widget = [_seconds(visitor.change) for _ in range(2 * ROUNDS)]
                print(f"{title:<22}{first:8.2f}{median(again):8.2f}{median(widget):8.2f}")
            visitor.turn_to("Start")
            visitor.drawn()
            changes = [_seconds(lambda key=key: _move_slider(visitor, key)) for key in ROUNDS * STEPS]
            print(f"\nk on the map{median(changes):9.2f} s")
            visitor.close()
        browser.close()


# From all neighbours to one, and back.
STEPS = ("ArrowRight",) * 5 + ("ArrowLeft",) * 5
_LINES = "canvas => canvas.parentElement.map.painter.count"


def _move_slider(visitor: Visit, key: str) -> None:
    """Change k on the first page, and wait until the map has other edges."""
    (canvas,) = visitor.maps
    before = canvas.evaluate(_LINES)
    visitor.page.get_by_role("slider").press(key)
    changed = f"([canvas, before]) => ({_LINES})(canvas) !== before"
    visitor.page.wait_for_function(changed, arg=[canvas.element_handle(), before], polling=10)


# Milliseconds between two pictures while the map is drawn, one after the other, from a little further right.
_PAN = """async canvas => {
    const map = canvas.parentElement.map, times = [];
    for (let i = 0; i < 40; i++) {
        map.view.x += 4 / map.view.zoom;
        map.moves();
        times.push(await new Promise(requestAnimationFrame));
        map.painter.gl.finish();
    }
    return times.slice(1).map((time, i) => time - times[i]);
}"""


def large_map(dataset: str = "physics") -> None:
    """Print how long the map of a large graph takes to draw, and how smoothly it pans."""
    with sync_playwright() as playwright, app(warm_up=False) as address:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        visitor = Visit(browser, address)
        visitor.open("graph", dataset="karate")

        def draw() -> None:
            visitor.open("graph", dataset=dataset)
            visitor.drawn()
            visitor.maps[0].evaluate("canvas => canvas.parentElement.map.painter.gl.finish()")

        first, again = _seconds(draw), _seconds(draw)
        frames = visitor.maps[0].evaluate(_PAN)
        print(f"map of {dataset}: {first:.2f} s by its address, {again:.2f} s again")
        print(f"panning: {median(frames):.0f} ms per picture (median), {max(frames):.0f} ms at most")
        browser.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["training"]:
        training(*sys.argv[2:3])
    elif sys.argv[1:2] == ["live"]:
        live(*sys.argv[2:3])
    elif sys.argv[1:2] == ["map"]:
        large_map(*sys.argv[2:3])
    else:
        main(*sys.argv[1:2])
