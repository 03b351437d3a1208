"""One server and one browser for all journeys; a visit that meets a problem fails its test."""

import re

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.server import server
from tests.browser.visit import Visit, chromium


# For this folder only: while Playwright is up, its event loop runs in the thread of the tests.
@pytest.fixture(scope="package")
def browser():
    """Chromium."""
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def app(browser, tmp_path_factory):
    """The app that most tests visit."""
    with server(tmp_path_factory.mktemp("home")) as app:
        yield app


@pytest.fixture
def log(app):
    """What the app prints during a test, in which nothing of this program fails unseen."""
    before = app.log.stat().st_size
    yield lambda: app.log.read_text(errors="replace")[before:]
    printed = app.log.read_text(errors="replace")[before:]
    # Every exception of a page passes through explorer.py, and every one of a worker through n2n.
    assert not re.search(r"Traceback.*(explorer\.py|/n2n/)", printed, re.DOTALL), printed


@pytest.fixture
def visitor(browser, app, log):
    """A visitor of the app."""
    visit = Visit(browser, app.address)
    yield visit
    visit.close()


@pytest.fixture
def stranger(browser, app):
    """Another visitor, at the same time."""
    visit = Visit(browser, app.address)
    yield visit
    visit.close()


@pytest.fixture
def phone(browser, app, log):
    """A visitor with a narrow window."""
    visit = Visit(browser, app.address, width=390)
    yield visit
    visit.close()
