"""In a browser, text from an address, a file and a graph is neither a link, nor a picture, nor markup."""

import pytest

from tests.browser.test_pages import NAMES
from tests.browser.test_your_data import use
from tests.browser.visit import Visit

LINK, IMAGE = "[x](https://evil.example)", "<img src=x onerror=alert(1)>"
MARKUP = ":red[x] **bold** `c` www.evil.example"
FILES = {
    f"{MARKUP}.csv": f'source,target\n"{IMAGE}",b\nb,"{LINK}"\n"{LINK}","{MARKUP}"\n'.encode(),
    "nodes [x](www.evil.example).csv": (
        f'id,label,"{MARKUP}"\n"{IMAGE}","{LINK}",1\nb,"{MARKUP}",2\n"{LINK}","{LINK}",3\n"{MARKUP}","{MARKUP}",4\n'
    ).encode(),
}
# Whatever is on the page for a moment counts: a page that runs again shows a message about its address once.
WATCH = """
window.live = [];
const look = () => {
    const found = document.querySelectorAll('a[href*=evil], img[src=x]');
    const markup = [...document.querySelectorAll('strong, [class*=stMarkdownColoredText]')];
    const mine = markup.filter(one => ['bold', 'x'].includes(one.textContent));
    for (const one of [...found, ...mine]) window.live.push(one.outerHTML);
};
new MutationObserver(look).observe(document, {childList: true, subtree: true});
"""


@pytest.fixture
def watched(browser, address):
    """A visitor whose browser remembers every link, picture and markup of theirs."""
    visit, dialogs = Visit(browser, address), []
    visit.page.add_init_script(WATCH)
    visit.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    yield visit
    visit.close()
    assert not dialogs


def live(visit: Visit) -> list[str]:
    return visit.page.evaluate("() => window.live")


def test_an_address_brings_no_link_into_the_app(watched):
    for page in NAMES:
        for text in (LINK, IMAGE, MARKUP):
            hostile = dict.fromkeys(("present", "lesson", "node", "k", "edits"), text)
            watched.open("" if page == "start" else page, dataset=f"own-1-{text}", **hostile)
            assert live(watched) == [], page


def test_a_graph_brings_no_link_into_the_app(watched):
    watched.open("your_data")
    use(watched, FILES)
    for title in ("Graph", "TAPS, step by step", "Subgraphs", "What if", "Export"):
        watched.turn_to(title)
    assert live(watched) == []
