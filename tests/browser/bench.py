"""How fast the app is for a visitor: `python -m tests.browser.bench [dataset]`.

Times depend on the machine and on what else it does, so they are printed here and asserted nowhere.
"""

import sys
import time
from collections.abc import Callable
from statistics import median

from playwright.sync_api import Browser, WebSocket, sync_playwright
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.server import ARGUMENTS, app, chromium
from tests.browser.test_pages import PAGES
from tests.browser.visit import Visit

ROUNDS = 3


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
            visitor.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:2])
