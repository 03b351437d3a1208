"""Every download of the Export page arrives, of a bundled graph and of an uploaded one, with a run.

The uploaded one is looked at on other pages as well.
"""

import re
from pathlib import Path

from tests.browser.test_your_data import GOOD, use
from tests.browser.visit import Visit

DOWNLOADS = 14


def train(visit: Visit) -> None:
    """A very short run, started by hand."""
    visit.turn_to("Train")
    epochs = visit.page.get_by_role("spinbutton", name=re.compile("^Epochs"))
    epochs.fill("3")
    epochs.press("Enter")
    visit.page.wait_for_url(re.compile("train.epochs=3"))
    visit.complete()
    visit.page.get_by_role("button", name="Start", exact=True).click()
    # Not the live one, which stays for a moment beside it.
    visit.page.get_by_test_id("stMetric").filter(has_text="Test micro-F1 at that epoch").wait_for()
    visit.trained()


def every_download_arrives(visit: Visit) -> list[str]:
    """Train, then press every button of the page Export; the names of the files."""
    train(visit)
    visit.turn_to("Export")
    buttons = visit.page.get_by_test_id("stMain").get_by_test_id("stDownloadButton").get_by_role("button")
    assert buttons.count() == DOWNLOADS
    names = []
    for place in range(DOWNLOADS):
        if place == DOWNLOADS // 2:
            # Chromium drops what a page downloads beyond ten files in a second.
            visit.page.wait_for_timeout(1_100)
        with visit.page.expect_download() as download:
            buttons.nth(place).click()
        assert Path(download.value.path()).stat().st_size > 50
        names.append(download.value.suggested_filename)
    assert not any("own-" in name for name in names)
    return names


def test_every_download_of_a_bundled_graph_arrives(visitor):
    visitor.open("export", dataset="karate")
    names = every_download_arrives(visitor)
    for ending in (".graphml", "-positives.csv", "-report.html"):
        assert any(name.endswith(ending) for name in names), ending


def test_a_good_graph_is_used_on_other_pages_and_every_download_of_it_arrives(visitor, stranger):
    visitor.open("your_data")
    visitor.page.emulate_media(color_scheme="dark")  # the page runs again for that
    use(visitor, GOOD)
    assert "34 nodes, 78 edges" in visitor.text()
    assert "dataset=own-" in visitor.query
    link = visitor.page.url
    visitor.turn_to("Graph")
    assert "Mr. Hi" in visitor.page.get_by_test_id("stMain").inner_html()
    visitor.drawn()
    assert visitor.maps
    visitor.turn_to("Label smoothness")
    assert "TAPS gives" in visitor.text()
    every_download_arrives(visitor)
    # A link to it that is opened elsewhere asks for the files.
    stranger.follow(link)
    sidebar = stranger.page.get_by_test_id("stSidebar").inner_text()
    assert "does not contain the graph" in sidebar
    assert "Cora" in sidebar
