"""Every page of the app in both themes: it is complete, and what it draws can be seen."""

import ast
from pathlib import Path

import pytest

from tests.browser.server import ROOT
from tests.browser.visit import Visit


def _pages() -> list[tuple[str, str]]:
    """Name and title of each page, read from explorer.py, which cannot be imported without a visitor."""
    for node in ast.parse((ROOT / "pages" / "explorer.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "SECTIONS":
            sections = ast.literal_eval(node.value).values()
            return [(Path(file).stem, title) for pages in sections for file, title, _ in pages]
    raise AssertionError("explorer.py has no SECTIONS")


PAGES = _pages()
NAMES = [name for name, _ in PAGES]


# Maps, figures and networks of some pages.
DRAWN = {"start": (1, 0, 0), "graph": (1, 0, 0), "taps": (0, 4, 0), "subgraphs": (1, 0, 1)}
# Where a walk begins, by an address: at the pages that no other test opens in this way.
WALKS = ("subgraphs", "compare", "reproduction")


def _walks() -> list[list[tuple[str, str]]]:
    """All pages in the order of the sidebar, and around; a walk ends where the next begins."""
    starts = [NAMES.index(name) for name in WALKS]
    around = PAGES + PAGES[: starts[0] + 1]
    ends = [*starts[1:], len(around) - 1]
    return [around[start : end + 1] for start, end in zip(starts, ends, strict=True)]


@pytest.mark.parametrize("pages", _walks(), ids=WALKS)
def test_the_sidebar_leads_to_every_page_and_it_draws_in_both_themes(visitor, pages):
    first, *others = pages
    visitor.open(first[0], dataset="karate")
    themes = ["light", "dark"]
    for name, title in others:
        visitor.turn_to(title)
        assert "dataset=karate" in visitor.query
        # A page is entered in the theme that the one before was left in, so the theme changes once per page.
        for theme in themes:
            visitor.choose_theme(theme)
            visitor.drawn()
        themes.reverse()
        drawn = len(visitor.maps), len(visitor.charts), len(visitor.networks)
        assert drawn == DRAWN.get(name, drawn)


def test_a_page_that_is_chosen_right_after_a_change_of_theme_stays(browser, address):
    """Even where the answers of the app come late, and the run for the theme seems to end after the click."""
    visitor = Visit(browser, address)
    held, ends = None, []

    def connect(socket):
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(message) if held is None else held.append(message))
        ends.append(socket)

    def let_through(answers):
        for message in answers:
            ends[-1].send(message)
        page.wait_for_timeout(1_000)

    visitor.page.route_web_socket("**/_stcore/stream*", connect)
    page = visitor.open("your_data", dataset="karate")
    held = []
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(2_000)
    page.emulate_media(color_scheme="light")
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Export", exact=True).click()
    for_theme, held = held, []
    page.wait_for_timeout(700)
    let_through(for_theme)
    for_link, held = held, None
    let_through(for_link)
    visitor.complete(title="Export")
    visitor.choose_theme("dark")
    visitor.complete(title="Export")
    visitor.close()
    assert not visitor.problems


def test_a_copied_address_reproduces_the_view(visitor, stranger):
    page = visitor.open("taps", dataset="cora")
    node = page.get_by_role("spinbutton", name="Node i")
    node.fill("1701")
    node.press("Enter")
    visitor.complete(words="The neighbours of node 1701, ranked")
    page.get_by_role("slider").first.press("ArrowRight")
    page.get_by_label("the first 2 are chosen").wait_for()
    visitor.complete()
    assert "node=1701" in visitor.query
    assert "k=2" in visitor.query
    stranger.follow(page.url)
    assert stranger.text() == visitor.text()
    assert "node 1701" in stranger.text()
    # What a link asks for stays in the address of the next page.
    stranger.turn_to("Graph")
    assert "Node 1701 has" in stranger.text()
    assert "node=1701" in stranger.query


@pytest.mark.parametrize(("pictures", "start"), [("PNG", b"\x89PNG"), ("SVG", b"<svg")])
def test_the_camera_and_the_buttons_save_a_figure(visitor, pictures, start):
    page = visitor.open("smoothness", dataset="karate", pictures=pictures)
    visitor.charts[0].hover()
    with page.expect_download() as download:
        page.locator("[data-title^='Download plot']").first.click()
    assert download.value.suggested_filename == f"karate-smoothness-sampled.{pictures.lower()}"
    assert Path(download.value.path()).read_bytes().startswith(start)
    for kind, start_of_file in (("HTML", b"<!doctype html"), ("CSV", b"k,")):
        with page.expect_download() as download:
            page.get_by_role("button", name=kind).click()
        assert Path(download.value.path()).read_bytes().startswith(start_of_file)
