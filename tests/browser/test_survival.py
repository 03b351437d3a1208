"""A server is killed and started again: the visitor's browser finds its runs, and one goes on."""

import json
import re
import time

import pytest

from tests.browser.server import LONG, RESTING, app
from tests.browser.test_working import has
from tests.browser.visit import HEIGHT, PATIENCE, Visit
from tests.installed import free_port

# The first checkpoint is written without delay.
AT_ONCE = "from n2n.training import recorder\nrecorder.FIRST = 0.0\n"


@pytest.fixture
def phone(browser):
    """A visitor with a phone and a browser of their own, who is there before and after the restart."""
    visitor = Visit(browser, "", width=390)
    yield visitor
    visitor.close()


def _until(found, seconds: float = PATIENCE / 1000) -> None:
    end = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


@has("train")
def test_a_run_is_found_and_resumed_after_the_server_was_killed(phone, tmp_path):
    # At the same address, as after a restart: the browser has the files of the app already.
    same = {"N2N_HOME": str(tmp_path), "port": free_port(), "warm_up": False}
    settings = {"train.epochs": LONG, "train.width": 8, "train.patience": 0, "train.evaluate_every": 1000}
    page = phone.page
    with app(kill=True, prepare=RESTING + AT_ONCE, **same) as phone.address:
        phone.open("train", dataset="karate", **settings)
        page.get_by_role("button", name="Start", exact=True).click()
        _until(lambda: list(tmp_path.glob("runs/*/checkpoint.n2n")))
        page.goto("about:blank")
    phone.problems.clear()
    with app(prepare=RESTING, **same) as phone.address:
        phone.open("graph", dataset="karate")
        banner = page.get_by_text(re.compile(r"Interrupted at epoch [\d,]+ of 100,000"))
        banner.wait_for()
        resume = page.get_by_role("button", name="Resume")
        box = resume.bounding_box()
        assert box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= HEIGHT, "within reach without scrolling"
        [record] = tmp_path.glob("runs/*")
        checkpoint = json.loads((record / "status.json").read_text())["checkpoint"]
        resume.click()
        banner.wait_for(state="hidden")
        phone.open("train", dataset="karate", run=record.name)
        page.get_by_test_id("stMain").get_by_role("button", name="Stop", exact=True).click()
        page.get_by_text("Stopped on request").wait_for()
        assert len((record / "history.jsonl").read_text().splitlines()) > checkpoint > 0
        assert not phone.problems
