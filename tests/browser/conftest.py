"""One app and one browser for all browser tests; a visit that finds a problem fails its test."""

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.server import ARGUMENTS, app, chromium, required
from tests.browser.visit import PATIENCE, Visit


# For this folder only: while Playwright is up, its event loop runs in the thread of the tests.
@pytest.fixture(scope="package")
def browser():
    """Chromium; without it the tests are skipped, except where it is required."""
    path = chromium()
    if path is None:
        reason = "Chromium is not installed: the app cannot be seen in a browser"
        pytest.fail(reason) if required() else pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def address(browser):
    """The address of the app."""
    with app(warm_up=False) as address:
        yield address


@pytest.fixture(scope="package")
def _regular(browser, address):
    visitor = Visit(browser, address)
    yield visitor
    visitor.close()


@pytest.fixture
def visitor(_regular):
    """A visitor whose browser has the files of the app already; a problem fails the test.

    The app takes them for a new one in each test: with runs of an earlier test the page Embeddings would
    compute UMAP for them, which compiles for long.
    """
    _regular.problems.clear()
    yield _regular
    _regular.leave()
    assert not _regular.problems
    _regular.page.emulate_media(color_scheme="light")


@pytest.fixture(scope="package")
def _other(browser, address):
    visitor = Visit(browser, address)
    yield visitor
    visitor.close()


@pytest.fixture
def stranger(_other):
    """Another visitor, at the same time."""
    _other.problems.clear()
    yield _other
    _other.leave()
    assert not _other.problems
