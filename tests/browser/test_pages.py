"""Every page of the app in both themes: it is complete, and what it draws can be seen."""

import ast
from pathlib import Path

import pytest

from tests.browser.server import ROOT


def _pages() -> list[tuple[str, str]]:
    """Name and title of each page, read from app.py, which cannot be imported without a visitor."""
    for node in ast.parse((ROOT / "app.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "PAGES":
            return [(Path(file).stem, title) for file, title, _ in ast.literal_eval(node.value)]
    raise AssertionError("app.py has no PAGES")


PAGES = _pages()
NAMES = [name for name, _ in PAGES]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_draws_in_both_themes(visitor, name):
    visitor.open("" if name == "start" else name, dataset="karate")
    for theme in ("light", "dark"):
        visitor.choose_theme(theme)
        assert visitor.title
        visitor.drawn()


def test_the_sidebar_leads_through_all_pages(visitor):
    visitor.open(dataset="karate")
    drawn = {}
    for name, title in PAGES[1:] + PAGES[:1]:
        visitor.turn_to(title)
        assert "dataset=karate" in visitor.query
        drawn[name] = len(visitor.charts), len(visitor.networks), len(visitor.maps)
    assert drawn["start"] == (0, 0, 1)
    assert drawn["graph"] == (0, 0, 1)
    assert drawn["taps"] == (4, 0, 0)
    assert drawn["subgraphs"] == (0, 1, 1)


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


def test_what_a_link_asks_for_stays_in_the_address_of_the_next_page(stranger):
    stranger.open("graph", dataset="karate", node=8)
    stranger.turn_to("TAPS, step by step")
    assert "of node 8," in stranger.text()
    assert "node=8" in stranger.query


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
