"""Every page of the app in both themes and in a narrow window: it is complete, and nothing goes wrong."""

import pytest
from playwright.sync_api import expect

from tests.browser.visit import HEIGHT, Visit

PAGES = {
    "": ["Learn", "Start"],
    "Explore": ["Graph", "TAPS, step by step", "Subgraphs", "Label smoothness", "What if"],
    "Train": ["Train", "Embeddings", "Compare"],
    "Evidence": ["Reproduction", "Wrong edges"],
    "Your data": ["Your data", "Export"],
}
HEADINGS = {"Start": "N2N Explorer"}
NAMES = ("", "learn", "graph", "taps", "subgraphs", "smoothness", "what_if", "train", "embeddings", "compare",
         "reproduction", "wrong_edges", "your_data", "export")  # fmt: skip
LIGHT, DARK = "rgb(14, 24, 34)", "rgb(230, 234, 238)"


def test_the_navigation_leads_to_every_page_in_both_themes(visitor):
    visitor.open("", dataset="karate")
    for section, titles in PAGES.items():
        for title in titles:
            visitor.turn_to(section, title, HEADINGS.get(title, ""))
            assert "dataset=karate" in visitor.query
            visitor.drawn()
            for scheme, colour in (("dark", DARK), ("light", LIGHT)):
                visitor.page.emulate_media(color_scheme=scheme)
                expect(visitor.main).to_have_css("color", colour)
    assert not visitor.main.get_by_role("alert").count()


@pytest.mark.parametrize("page", NAMES)
def test_a_page_fits_a_phone(phone, page):
    phone.open(page, dataset="karate")
    phone.drawn()
    title = phone.main.get_by_role("heading", level=1).bounding_box()
    assert 40 < title["y"] < HEIGHT / 4, "below the header, and at the top"
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert _right(phone) <= 390


def _right(visit: Visit) -> float:
    boxes = [one.bounding_box() for one in visit.main.get_by_role("button").all() if one.is_visible()]
    return max((box["x"] + box["width"] for box in boxes if box), default=0)


def test_what_a_visitor_does_first_needs_no_scrolling(phone):
    phone.open("train", dataset="karate")
    box = phone.main.get_by_role("button", name="Start", exact=True).bounding_box()
    assert box["y"] + box["height"] <= HEIGHT


def test_presentation_mode_is_left_by_a_key(visitor):
    visitor.open("graph", dataset="karate")
    visitor.press("Present", visitor.sidebar)
    expect(visitor.sidebar).to_be_hidden()
    expect(visitor.banner.get_by_role("link")).to_have_count(0)
    visitor.page.wait_for_url("**present=1**")
    visitor.shows("Edges show which nodes").click()
    visitor.page.keyboard.press("Escape")
    expect(visitor.sidebar).to_be_visible()
    visitor.page.wait_for_url(lambda url: "present" not in url)


def test_a_lesson_is_turned_by_keys(visitor):
    visitor.open("learn", dataset="karate")
    visitor.press("Present")
    run = None
    for key, step in ((None, 1), ("ArrowRight", 2), ("PageDown", 3), ("ArrowLeft", 2)):
        if key:
            visitor.page.keyboard.press(key)
        visitor.shows(f"step {step} of")
        visitor.page.wait_for_url(f"**step={step}**")
        # The next key counts once the page of this step listens to it.
        listens = "before => (document.body.dataset.keys ?? before) !== before"
        visitor.page.wait_for_function(listens, arg=run)
        run = visitor.page.evaluate("document.body.dataset.keys")
