"""A visit to the app: opening a page, waiting until it is complete, looking at what it draws."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Browser, Locator, Page

WIDTH, HEIGHT = 1440, 900

# Counts how often the script of the page has ended.
COUNT = """
    window.runs = 0;
    new MutationObserver(changes => changes.forEach(
        ({target}) => {window.runs += target.dataset.testScriptState === 'notRunning'}
    )).observe(document, {subtree: true, attributes: true, attributeFilter: ['data-test-script-state']});
"""

# A page is complete when its script has ended and nothing of it is old or still being loaded. Whether the
# script runs at this moment does not count: a part that watches a job runs again and again.
_COMPLETE = """() => window.runs
    && document.querySelector('[data-testid=stMain] [data-testid=stHeading]')
    && !document.querySelector('[data-testid=stSkeleton], [data-testid=stSpinner]')
    && !document.querySelector('[data-stale=true]:not([class*=st-key-live] *)')
    && [...document.querySelectorAll('[data-testid=stPlotlyChart]')].every(
        chart => chart.querySelector('.main-svg'))
"""

# What plotly puts where data are: traces of all kinds, shapes, and the canvas of large scatters.
_MARKS = """chart => chart.querySelectorAll(
    '.trace path, .trace .point, .points path, .shapelayer path, .annotation, .gl-canvas, .slice').length"""

_INK = """canvas => {
    const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const colours = new Set();
    let ink = 0;
    for (let at = 0; at < pixels.length; at += 4) {
        if (pixels[at + 3] > 0) {
            ink += 1;
            if (colours.size < 100) colours.add(pixels[at] << 16 | pixels[at + 1] << 8 | pixels[at + 2]);
        }
    }
    return {share: 4 * ink / pixels.length, colours: colours.size};
}"""


class Visit:
    """One visitor with a browser of their own; `problems` lists what a test must not find there."""

    def __init__(self, browser: Browser, address: str, width: int = WIDTH):
        self.address = address
        self.problems: list[str] = []
        self.context = browser.new_context(
            viewport={"width": width, "height": HEIGHT}, color_scheme="light", reduced_motion="reduce"
        )
        self.context.set_default_timeout(150_000)
        self.page: Page = self.context.new_page()
        self.page.add_init_script(COUNT)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.problems.append(f"error in the page: {error}"))
        self.page.on("request", lambda request: self._went_to(request.url))
        self.page.on("websocket", lambda socket: self._went_to(socket.url))

    def _said(self, message) -> None:
        # Streamlit first looks for its server below the address of the page, then at the root: a 404.
        probe = re.search(r"/\w+/_stcore/(health|host-config)$", message.location.get("url", ""))
        if message.type == "error" and not (probe and "404" in message.text):
            self.problems.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _went_to(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != urlsplit(self.address).netloc:
            self.problems.append(f"request to another machine: {url}")

    def open(self, page: str = "", **settings) -> Page:
        """Go to a page by its address, as one who follows a link."""
        query = f"?{urlencode(settings)}" if settings else ""
        return self.follow(f"{self.address}/{page}{query}")

    def follow(self, url: str) -> Page:
        """Go to an address that has been copied."""
        self.page.goto(url)
        self.complete()
        return self.page

    def turn_to(self, title: str) -> None:
        """Go to another page by the sidebar."""
        with self.rerun():
            self.page.get_by_test_id("stSidebarNav").get_by_role("link", name=title, exact=True).click()

    def choose_theme(self, theme: str) -> None:
        """Let the machine of the visitor prefer light or dark; the app follows."""
        dark = self.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        if dark != (theme == "dark"):
            with self.rerun():
                self.page.emulate_media(color_scheme=theme)

    @contextmanager
    def rerun(self) -> Iterator[None]:
        """Around something that makes the page run again: the block ends when the page is complete again."""
        before = self.page.evaluate("window.runs")
        yield
        self.page.wait_for_function("before => window.runs > before", arg=before)
        self.complete()

    def complete(self) -> None:
        """Wait until the page is complete."""
        self.page.wait_for_function(_COMPLETE)

    @property
    def query(self) -> str:
        """What stands behind the question mark of the address."""
        return urlsplit(self.page.url).query

    @property
    def title(self) -> str:
        """The title of the page."""
        return self.page.locator("[data-testid=stMain] h1").first.inner_text()

    def text(self) -> str:
        """All that can be read on the page, without the sidebar."""
        return self.page.get_by_test_id("stMain").inner_text()

    @property
    def charts(self) -> list[Locator]:
        """The figures of the page."""
        return self.page.get_by_test_id("stPlotlyChart").all()

    @property
    def networks(self) -> list[Locator]:
        """The canvases of the networks of the page."""
        frames = self.page.get_by_test_id("stIFrame")
        return [frames.nth(place).content_frame.locator("canvas") for place in range(frames.count())]

    def close(self) -> None:
        """The end of the visit."""
        self.context.close()


def marks(chart: Locator) -> int:
    """How many marks a figure has drawn."""
    return chart.evaluate(_MARKS)


def ink(canvas: Locator) -> dict[str, float]:
    """The share of a canvas that is painted, and the number of colours on it."""
    canvas.wait_for()
    return canvas.evaluate(_INK)
