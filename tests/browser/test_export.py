"""Every download of the Export page arrives, of a bundled graph and of an uploaded one, with a run."""

import re
from pathlib import Path

import pytest

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
    visit.page.get_by_text("Test there").wait_for()
    # The page runs once more when the run has ended, and a click during that run would be lost.
    visit.page.get_by_test_id("stSidebar").get_by_text(re.compile("^(Epoch|Waiting)")).wait_for(
        state="hidden"
    )
    visit.complete()


@pytest.mark.parametrize("kind", ["bundled", "own"])
def test_every_download_arrives(visitor, kind):
    visitor.open("your_data", dataset="karate")
    if kind == "own":
        use(visitor, GOOD)
    train(visitor)
    visitor.turn_to("Export")
    buttons = visitor.page.get_by_test_id("stMain").get_by_test_id("stDownloadButton").get_by_role("button")
    assert buttons.count() == DOWNLOADS
    for place in range(DOWNLOADS):
        if place == DOWNLOADS // 2:
            # Chromium drops what a page downloads beyond ten files in a second.
            visitor.page.wait_for_timeout(1_100)
        with visitor.page.expect_download() as download:
            buttons.nth(place).click()
        assert Path(download.value.path()).stat().st_size > 50
        assert "own-" not in download.value.suggested_filename


def test_after_a_reload_a_visitor_may_stop_the_run_but_others_may_not(visitor, stranger):
    settings = {"train.epochs": 100000, "train.width": 8, "train.patience": 0, "train.evaluate_every": 1000}
    page = visitor.open("train", dataset="karate", **settings)
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_test_id("stSidebar").get_by_text("of 100,000").wait_for()
    address = page.url
    other = stranger.follow(address)
    other.get_by_test_id("stSidebar").get_by_text("of 100,000").wait_for()
    assert other.get_by_role("button", name="Start", exact=True).count() == 1
    assert other.get_by_role("button", name="Stop", exact=True).count() == 0
    visitor.follow(address)
    page.get_by_test_id("stMain").get_by_role("button", name="Stop", exact=True).click()
    page.get_by_text("Stopped on request").wait_for()
