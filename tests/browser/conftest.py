"""One app and one browser for all browser tests; a visit that finds a problem fails its test."""

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.server import ARGUMENTS, RESTING, app, chromium, required
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
def log(tmp_path_factory):
    """What the app says."""
    return tmp_path_factory.mktemp("app") / "log.txt"


@pytest.fixture(scope="package")
def address(browser, log):
    """The address of the app."""
    with app(warm_up=False, prepare=RESTING, log=log) as address:
        yield address


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """A test that fails says what its visitors saw, and what the app said and did."""
    report = yield
    if report.when == "call" and report.failed:
        for name, value in item.funcargs.items():
            if isinstance(value, Visit) and not name.startswith("_"):
                report.sections.append((f"What the {name} saw", value.describe()))
        if "log" in item.funcargs:
            report.sections.append(("The app", item.funcargs["log"].read_text(errors="replace")[-20_000:]))
    return report


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
