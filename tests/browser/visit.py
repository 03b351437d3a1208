"""A visit to the app: opening a page, waiting until it is complete, looking at what it draws.

A visit waits for what must appear, never for a number of runs: where a run is short or the machine busy, the
browser sees its start and its end at once, and nothing on the page tells that there was one.
"""

import re
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Browser, Error, Locator, Page, expect

from n2n.plots import theme as tones

WIDTH, HEIGHT = 1440, 900
PATIENCE = 150_000
expect.set_options(timeout=PATIENCE)
# The pages whose title is not what the sidebar calls them.
TITLES = {"Start": "N2N Explorer"}

# A page is complete when its script has ended and nothing of it is old or still being loaded. From the moment
# a run begins until it ends, what it has not made yet counts as old; only parts that watch a job do not.
_COMPLETE = """({title, words}) => {
    // What costs little comes first: the text of a page has to be laid out before it can be read.
    if (!document.querySelector('[data-test-script-state=notRunning]')
        || document.querySelector('[data-testid=stSkeleton], [data-testid=stSpinner]')
        || document.querySelector('[data-stale=true]:not([class*=st-key-live] *)')) return false;
    const main = document.querySelector('[data-testid=stMain]');
    const heading = main?.querySelector('h1');
    return heading && (!title || heading.innerText === title)
        && [...document.querySelectorAll('[data-testid=stPlotlyChart]')].every(
            chart => chart.querySelector('.main-svg'))
        && (!words || main.innerText.includes(words));
}"""

# What plotly puts where data are: traces of all kinds, shapes, and the canvas of large scatters.
_DRAWN = """() => [...document.querySelectorAll('[data-testid=stPlotlyChart]')].every(
    chart => chart.querySelector('.trace path, .trace .point, .points path, .shapelayer path, .annotation,'
        + '.gl-canvas, .slice'))"""

# A map has its nodes; it is in the shadow root of its component.
_MAPPED = "canvas => (canvas.parentElement.map?.count ?? 0) > 0"

# Something of a canvas is painted, and in more than two colours.
PAINTED = """canvas => {
    const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const colours = new Set();
    let ink = 0;
    for (let at = 0; at < pixels.length; at += 4) {
        if (pixels[at + 3] > 0) {
            ink += 1;
            if (colours.size < 3) colours.add(pixels[at] << 16 | pixels[at + 1] << 8 | pixels[at + 2]);
        }
    }
    return 4 * ink / pixels.length > 0.005 && colours.size >= 3;
}"""

# The text, and what follows a run: see assets/live/live.js.
_SEEN = """() => JSON.stringify({
    script: document.querySelector('[data-testid=stApp]')?.dataset.testScriptState,
    text: document.body.innerText,
    looks: window.n2nLooks,
    still: window.n2nStill?.(),
    followed: [...(window.n2nFollowed ?? [])].map(([address, parts]) => [address, parts.map(
        root => [root.shows, root.isConnected, root.address === address, root.shown])]),
}, null, 1)"""


class Visit:
    """One visitor with a browser of their own; `problems` lists what a test must not find there."""

    def __init__(self, browser: Browser, address: str, width: int = WIDTH):
        self.address = address
        self.problems: list[str] = []
        self.context = browser.new_context(
            viewport={"width": width, "height": HEIGHT}, color_scheme="light", reduced_motion="reduce"
        )
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
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
        self.page.get_by_test_id("stSidebarNav").get_by_role("link", name=title, exact=True).click()
        self.complete(title=TITLES.get(title, title))

    def choose_theme(self, theme: str) -> None:
        """Let the machine of the visitor prefer light or dark; the app and all it draws follow."""
        self.page.emulate_media(color_scheme=theme)
        now, before = tones.mode(theme == "dark"), tones.mode(theme != "dark")
        sheets = [canvas.locator("//ancestor::body") for canvas in self.networks]
        for sheet in [self.page.get_by_test_id("stApp"), *sheets]:
            expect(sheet).to_have_css("background-color", _rgb(now["paper"]))
        for tone in ("ink", "soft"):
            expect(self.page.locator(f".main-svg text[style*='{_rgb(before[tone])}']")).to_have_count(0)
        self.complete()

    def complete(self, title: str = "", words: str = "") -> None:
        """Wait until the page is complete, has this title and shows these words."""
        self.page.wait_for_function(_COMPLETE, arg={"title": title, "words": words}, polling=50)

    def trained(self) -> None:
        """Wait until no run is in progress.

        When one has ended the page runs once more, and a click during that run would be lost.
        """
        progress = self.page.get_by_test_id("stSidebar").get_by_text(re.compile("^(Epoch|Waiting)"))
        progress.wait_for(state="hidden")
        self.complete()

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

    @property
    def maps(self) -> list[Locator]:
        """The canvases of the maps of the page."""
        return self.page.locator(".map canvas").all()

    def drawn(self) -> None:
        """Wait until every figure, every map and every network shows something."""
        self.page.wait_for_function(_DRAWN, polling=50)
        for canvas in self.maps:
            self.page.wait_for_function(_MAPPED, arg=canvas.element_handle(), polling=50)
        for canvas in self.networks:
            found = canvas.element_handle()
            found.owner_frame().wait_for_function(PAINTED, arg=found, polling=200)

    def describe(self) -> str:
        """What is there at this moment, for a test that failed."""
        try:
            seen = self.page.evaluate(_SEEN)
        except Error as error:
            seen = str(error)
        return f"{self.page.url}\n{self.problems}\n{seen}"

    def leave(self) -> None:
        """Leave the app for an empty page, and let the browser forget who was there."""
        if self.page.url.startswith(self.address):
            self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        self.page.goto("about:blank")
        self.context.clear_cookies()

    def close(self) -> None:
        """The end of the visit."""
        self.context.close()


def _rgb(colour: str) -> str:
    """A colour as the browser writes it.

    >>> _rgb("#10161D")
    'rgb(16, 22, 29)'
    """
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"
