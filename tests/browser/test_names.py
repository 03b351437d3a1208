"""Nodes of an uploaded graph are found by typing a part of their name, on the pages that pick a node."""

import gzip

from playwright.sync_api import expect

from tests.browser.test_your_data import use
from tests.browser.visit import Visit
from tests.io.readers.corpus_formats import tarred

NAMES = ["Jörg Müller", "Anna", "Hanna", "Zoë", "Ben", "Cleo"]
PAIRS = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (4, 5), (3, 5)]
EDGES = "\n".join(["source,target", *(f"{NAMES[i]},{NAMES[j]}" for i, j in PAIRS)]).encode("latin-1")
FILES = {"club.tar.gz": gzip.compress(tarred({"club/README": b"by hand", "club/edges.csv": EDGES}))}


def search(visit: Visit, text: str) -> None:
    field = visit.page.get_by_role("textbox", name="Find a node", exact=False)
    field.fill(text)
    field.press("Enter")


def chosen(visit: Visit, name: str) -> None:
    """Wait until the page is about the node of this name, and says so."""
    main = visit.page.get_by_test_id("stMain")
    expect(main.get_by_text(f"Node {NAMES.index(name)} ({name})", exact=False).first).to_be_visible()
    expect(visit.page.get_by_role("spinbutton", name="Node i")).to_have_value(str(NAMES.index(name)))
    visit.complete()


def test_nodes_are_found_by_a_part_of_their_name(visitor):
    visitor.open("your_data")
    use(visitor, FILES)
    assert "6 nodes, 7 edges" in visitor.text()
    visitor.turn_to("Graph")
    search(visitor, "MÜLL")  # a single one is taken at once
    chosen(visitor, "Jörg Müller")
    search(visitor, "nobody")
    visitor.complete(words="No name contains this")
    for page, text, pick in (("TAPS, step by step", "nn", "Anna"), ("What if", "an", "Hanna")):
        visitor.turn_to(page)
        search(visitor, text)
        visitor.page.get_by_role("radiogroup").get_by_text(f"{NAMES.index(pick)} ({pick})").click()
        chosen(visitor, pick)
