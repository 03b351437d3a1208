"""A visit to the app in a browser, by roles, names and words only.

A visit waits for what must appear, never for a run of the page: a browser may see its start and end at once.
"""

import os
import re
import shutil
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect

from tests.browser.server import PATIENCE

WIDTH, HEIGHT = 1440, 900
expect.set_options(timeout=1000 * PATIENCE)
# Chromium must not ask other machines for anything, and finds none if it does.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--enable-unsafe-swiftshader",
]


def chromium(playwright: Playwright) -> Browser:
    """The Chromium of this machine; without it tests are skipped, except where a service runs them."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        reason = "Chromium is not installed: the app cannot be seen in a browser"
        pytest.fail(reason) if os.environ.get("CI") or os.environ.get("N2N_CI") else pytest.skip(reason)
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)


class Visit:
    """One visitor with a browser of their own, or another tab; `problems` must stay empty."""

    def __init__(self, browser: Browser, address: str, width: int = WIDTH):
        context = browser.new_context(
            viewport={"width": width, "height": HEIGHT}, color_scheme="light", reduced_motion="reduce"
        )
        context.set_default_timeout(1000 * PATIENCE)
        self._begin(context, address)

    def _begin(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.problems: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.problems.append(f"error in the page: {error}"))
        self.page.on("dialog", lambda dialog: (self.problems.append(dialog.message), dialog.dismiss()))
        self.page.on("request", lambda request: self._went_to(request.url))
        self.page.on("websocket", lambda socket: self._went_to(socket.url))
        self.main, self.banner = self.page.get_by_role("main"), self.page.get_by_role("banner")
        self.sidebar = self.page.get_by_role("region", name="Sidebar")

    def tab(self) -> "Visit":
        """Another tab of the same browser."""
        other = object.__new__(Visit)
        other._begin(self.context, self.address)
        return other

    def _said(self, message) -> None:
        # Streamlit first looks for its server below the address of the page, then at the root: a 404.
        probe = re.search(r"/\w+/_stcore/(health|host-config)$", message.location.get("url", ""))
        if message.type == "error" and not (probe and "404" in message.text):
            self.problems.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _went_to(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != urlsplit(self.address).netloc:
            self.problems.append(f"request to another machine: {url}")

    def open(self, page: str = "", **settings) -> None:
        """Go to a page by its address, as one who follows a link."""
        self.follow(f"{self.address}/{page}?{urlencode(settings)}")

    def follow(self, url: str) -> None:
        """Go to an address that has been copied."""
        self.page.goto(url)
        expect(self.main.get_by_role("heading", level=1)).to_be_visible()

    def turn_to(self, section: str, title: str, heading: str = "") -> None:
        """Go to another page by the navigation."""
        if section:
            self.press(section, self.banner)
            self.page.get_by_role("menuitem", name=title, exact=True).click()
        else:
            self.banner.get_by_role("link", name=title, exact=True).click()
        expect(self.main.get_by_role("heading", level=1)).to_have_text(heading or title)

    def press(self, label: str, within: Locator | None = None) -> None:
        """Click a button."""
        (within or self.main).get_by_role("button", name=label, exact=True).first.click()

    def shows(self, words: str | re.Pattern) -> Locator:
        """Wait for words on the page."""
        found = self.main.get_by_text(words).first
        expect(found).to_be_visible()
        return found

    def drawn(self) -> None:
        """Wait until each map of the page has nodes, and each picture of an embedding points."""
        for canvas in self.page.locator(".map canvas").all():
            ready = "canvas => (canvas.parentElement.map?.count ?? 0) > 0"
            self.page.wait_for_function(ready, arg=canvas.element_handle())
        for root in self.page.locator(".points:has(canvas)").all():
            self.page.wait_for_function("root => root.points?.count > 0", arg=root.element_handle())

    @property
    def query(self) -> str:
        """What stands behind the question mark of the address."""
        return urlsplit(self.page.url).query

    def leave(self) -> None:
        """Leave the app for an empty page, and let the browser forget who was there."""
        self.page.goto("about:blank")
        self.context.clear_cookies()

    def close(self) -> None:
        """The end of the visit, in which nothing went wrong."""
        self.context.close()
        assert not self.problems, self.problems
