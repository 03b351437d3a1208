"""How fast the app is for a visitor: `python -m tests.browser.bench [dataset]`.

Times depend on the machine and on what else it does, so they are printed here and asserted nowhere.
"""

import sys
import time
from collections.abc import Callable
from statistics import median

from playwright.sync_api import Page, sync_playwright

from tests.browser.server import ARGUMENTS, app, chromium
from tests.browser.test_pages import PAGES
from tests.browser.visit import Visit

ROUNDS = 3


def _camera(page: Page) -> None:
    """The form of saved pictures, which every page has."""
    page.get_by_test_id("stSidebar").get_by_role("radio", checked=False).first.click()


def _change(visitor: Visit) -> None:
    with visitor.rerun():
        _camera(visitor.page)


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
            visitor = Visit(browser, address)
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
                widget = [_seconds(lambda: _change(visitor)) for _ in range(2 * ROUNDS)]
                print(f"{title:<22}{first:8.2f}{median(again):8.2f}{median(widget):8.2f}")
            visitor.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:2])
