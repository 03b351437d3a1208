"""Presentation mode: large type, no sidebar, and the keys that lead through a lesson."""

from playwright.sync_api import expect

from tests.browser.visit import Visit


def listening(visit: Visit, before: str | None = None) -> str:
    """Wait until the page listens to keys, and no longer those of its run before; which run it is."""
    listens = "before => document.body.dataset.keys !== undefined && document.body.dataset.keys !== before"
    visit.page.wait_for_function(listens, arg=before)
    return visit.page.evaluate("document.body.dataset.keys")


def press(visit: Visit, key: str, **shown) -> None:
    """Press a key and wait for what the page shows then; a key that nobody listens to yet would be lost."""
    run = listening(visit)
    visit.page.keyboard.press(key)
    visit.complete(**shown)
    listening(visit, before=run)


def test_the_arrow_keys_lead_through_a_lesson_and_escape_leaves(visitor):
    page = visitor.open("graph", lesson="choice", step=1, dataset="karate", node=33, present=1)
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 20
    press(visitor, "ArrowRight", title="TAPS, step by step", words="step 2 of 5")
    assert "present=1" in visitor.query
    assert "lesson=choice&step=2" in visitor.query
    press(visitor, "ArrowRight", words="step 3 of 5")
    press(visitor, "ArrowLeft", words="step 2 of 5")
    # A slider and a text field keep their keys.
    run = listening(visitor)
    slider = page.get_by_role("slider").first
    slider.focus()
    slider.press("ArrowRight")
    page.get_by_label("the first 2 are chosen").wait_for()
    listening(visitor, before=run)
    node = page.get_by_role("spinbutton", name="Node i")
    node.click()
    node.press("ArrowLeft")
    visitor.complete(words="step 2 of 5")
    # To leave, the page itself must have the keys.
    page.locator("h1").first.click()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stSidebar")).to_be_visible()
    visitor.complete(words="step 2 of 5")
    assert "present" not in visitor.query
    # The buttons lead on as well, and out of the lesson.
    page.get_by_role("button", name="Next").click()
    visitor.complete(words="step 3 of 5")
    assert "step=3" in visitor.query
    page.get_by_role("button", name="End").click()
    page.get_by_text("step 3 of 5").wait_for(state="hidden")
    visitor.complete()
    assert "lesson" not in visitor.query


def test_the_sidebar_has_a_switch_and_a_button_leads_back(visitor):
    page = visitor.open("graph", dataset="karate")
    page.get_by_role("button", name="Present", exact=False).click()
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    visitor.complete()
    # Without a lesson the arrow keys do nothing.
    listening(visitor)
    page.keyboard.press("ArrowRight")
    assert visitor.title == "Graph"
    page.get_by_role("button", name="Exit").click()
    expect(page.get_by_test_id("stSidebar")).to_be_visible()
    visitor.complete()
    assert "present" not in visitor.query
