"""Files that go in and out: each upload is read and each download arrives, whatever else the page does."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import n2n
from n2n.io.samples import samples
from tests.browser.test_runs import QUICK
from tests.browser.visit import Visit

ROUNDS = 3
GOOD = next(sample for sample in samples() if sample.title == "Edges and nodes").files
HOSTILE = "<img src=x onerror=alert(document.domain)>"
LINK, MARKUP = "[x](https://evil.example)", ":red[x] **bold** `c` www.evil.example"
EVIL = {
    f"{MARKUP}.csv": f'source,target\n"{HOSTILE}",b\nb,"{LINK}"\n"{LINK}","{MARKUP}"\n'.encode(),
    "nodes [x](www.evil.example).csv": (
        f'id,label\n"{HOSTILE}","{LINK}"\nb,"{MARKUP}"\n"{LINK}","{LINK}"\n"{MARKUP}","{MARKUP}"\n'
    ).encode(),
}
BAD = {
    "bomb.graphml": (b"<!DOCTYPE g [<!ENTITY a 'b'>]><graphml>&a;</graphml>", "document type or an entity"),
    "code.npz": (b"\x80\x04\x95evil", "not an npz file"),
    f"{HOSTILE}.csv": (b"a,b\nc,d,e\n", "3 columns instead of 2"),
}
# Whatever is on the page for a moment counts.
WATCH = """
window.live = [];
new MutationObserver(() => {
    for (const one of document.querySelectorAll('a[href*=evil], img[src=x]')) window.live.push(one.outerHTML);
    for (const one of document.querySelectorAll('strong, span'))
        if (['bold', 'x'].includes(one.textContent) && !one.children.length) window.live.push(one.outerHTML);
}).observe(document, {childList: true, subtree: true});
"""


def bring(visit: Visit, files: dict[str, bytes]) -> None:
    """Upload files on the page Your data."""
    given = [{"name": name, "mimeType": "text/plain", "buffer": data} for name, data in files.items()]
    visit.main.locator("input[type=file]").first.set_input_files(given)


def use(visit: Visit, files: dict[str, bytes]) -> None:
    """Upload a graph and choose it."""
    visit.open("your_data")
    bring(visit, files)
    visit.press("Read the graph")
    visit.shows("What was read")
    visit.press("Use this graph")
    visit.shows("Chosen in the sidebar")
    visit.page.wait_for_url("**dataset=own-**")


def save(visit: Visit, button) -> str:
    """Press a button that downloads; the name of the file, which has arrived."""
    with visit.page.expect_download() as download:
        button.click()
    assert Path(download.value.path()).stat().st_size > 50
    return download.value.suggested_filename


def test_no_upload_and_no_download_is_lost_while_the_page_runs_again(visitor):
    names = []
    for turn in range(ROUNDS):
        visitor.open("train", dataset="karate", **QUICK | {"train.epochs": 300 + turn})
        visitor.press("Start")
        visitor.page.wait_for_url("**run=**")
        curves = visitor.main.get_by_role("button", name="CSV").first
        expect(curves).to_be_visible()  # the run goes on, or has just ended
        for scheme in ("dark", "light", "dark"):
            visitor.page.emulate_media(color_scheme=scheme)
            names.append(save(visitor, curves))
        for scheme in ("light", "dark", "light"):
            visitor.open("your_data")
            visitor.page.emulate_media(color_scheme=scheme)
            bring(visitor, {f"graph-{turn}-{scheme}.csv": b"source,target\na,b\nb,c\nc,a\n"})
            visitor.page.emulate_media(color_scheme="light" if scheme == "dark" else "dark")
            visitor.shows(f"graph-{turn}-{scheme}.csv")
            expect(visitor.main.get_by_role("button", name="Read the graph")).to_be_visible()
    assert len(names) == 3 * ROUNDS


def test_a_graph_of_ones_own_is_used_on_other_pages_and_exported(visitor, stranger):
    use(visitor, GOOD)
    link = visitor.page.url
    visitor.turn_to("Explore", "Graph")
    visitor.drawn()
    visitor.turn_to("Explore", "Label smoothness")
    visitor.turn_to("Your data", "Export")
    buttons = visitor.main.get_by_role("button", name=re.compile("^(GraphML|CSV|NPZ|HTML|Parquet)"))
    expect(buttons.first).to_be_visible()
    for place in range(min(buttons.count(), 8)):  # Chromium drops more than ten downloads in a second
        assert "own-" not in save(visitor, buttons.nth(place))
    # A link to it that is opened elsewhere asks for the files.
    stranger.follow(link)
    stranger.shows("does not contain the graph")


def test_text_of_others_is_text(browser, app, log):
    visit = Visit(browser, app.address)
    visit.page.add_init_script(WATCH)
    for text in (LINK, HOSTILE, MARKUP):
        hostile = dict.fromkeys(("present", "lesson", "node", "k", "edits", "run"), text)
        for page in ("", "learn", "graph", "what_if", "train"):
            visit.open(page, dataset=f"own-1-{text}", **hostile)
            assert visit.page.evaluate("window.live") == [], page
    use(visit, EVIL)
    for title in ("Graph", "TAPS, step by step", "Subgraphs", "What if"):
        visit.turn_to("Explore", title)
        visit.drawn()
    assert visit.page.evaluate("window.live") == []
    visit.close()


@pytest.mark.parametrize("name", BAD)
def test_a_hostile_file_is_one_sentence(visitor, name):
    data, words = BAD[name]
    visitor.open("your_data")
    bring(visitor, {name: data})
    read = visitor.main.get_by_role("button", name="Read the graph")
    sentence = visitor.main.get_by_role("alert").get_by_text(words)
    read.or_(sentence).first.wait_for()
    if not sentence.count():
        read.click()
    expect(sentence).to_be_visible()


def test_a_cut_edge_changes_the_figures_and_the_link_shows_the_same(visitor, stranger):
    visitor.open("what_if", dataset="karate", node=32)
    visitor.main.get_by_role("combobox", name="Cut the edge to").click()
    visitor.page.get_by_role("option").first.click()
    visitor.page.wait_for_url("**edits=c32-33**")
    visitor.shows("After: 11 neighbours, ranked")
    visitor.main.get_by_text("Download the edited graph").click()
    with visitor.page.expect_download() as download:
        visitor.main.get_by_role("button", name="GraphML").press("Enter")
    saved = Path(download.value.path()).read_bytes()
    assert n2n.read_graph(("edited.graphml", saved)).num_edges == 77
    stranger.follow(visitor.page.url)
    stranger.shows("After: 11 neighbours, ranked")
    visitor.press("Undo")
    visitor.shows("Nothing is edited yet")
