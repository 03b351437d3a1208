"""A good and a hostile file, brought by a browser, and what the pages make of them."""

import pytest

from n2n.reading.samples import samples
from tests.browser.visit import Visit

HOSTILE = "<img src=x onerror=alert(document.domain)>"
GOOD = next(sample for sample in samples() if sample.title == "Edges and nodes").files
EVIL = {
    "edges.csv": f'source,target\n"{HOSTILE}",b\nb,c\nc,d\n'.encode(),
    "nodes.csv": f'id,label\n"{HOSTILE}","{HOSTILE}"\nb,"</script><b>x</b>"\nc,href\nd,$x$ **y**\n'.encode(),
}


def bring(visit: Visit, files: dict[str, bytes]) -> None:
    """Upload files on the page Your data."""
    given = [{"name": name, "mimeType": "text/plain", "buffer": data} for name, data in files.items()]
    with visit.rerun():
        visit.page.get_by_test_id("stFileUploader").locator("input").set_input_files(given)


def press(visit: Visit, label: str) -> None:
    with visit.rerun():
        visit.page.get_by_role("button", name=label).click()


def use(visit: Visit, files: dict[str, bytes]) -> None:
    bring(visit, files)
    press(visit, "Read the graph")
    press(visit, "Use this graph")


def test_a_good_graph_is_read_and_used_on_other_pages(stranger):
    stranger.open("your_data")
    use(stranger, GOOD)
    assert "34 nodes, 78 edges" in stranger.text()
    assert "dataset=own-" in stranger.query
    stranger.turn_to("Graph")
    assert "Mr. Hi" in stranger.page.get_by_test_id("stMain").inner_html()
    assert stranger.networks
    stranger.turn_to("Label smoothness")
    assert "TAPS gives" in stranger.text()


def test_a_link_to_it_opened_elsewhere_asks_for_the_files(stranger, browser, address):
    stranger.open("your_data")
    use(stranger, GOOD)
    link = stranger.page.url
    other = Visit(browser, address)
    other.follow(link)
    sidebar = other.page.get_by_test_id("stSidebar").inner_text()
    assert "A link does not hold the graph" in sidebar
    assert "Cora" in sidebar
    other.close()
    assert not other.problems


@pytest.mark.parametrize("page", ["Graph", "TAPS, step by step", "Subgraphs", "Label smoothness", "Train"])
def test_hostile_names_run_nothing(stranger, page):
    dialogs = []
    stranger.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    stranger.open("your_data")
    use(stranger, EVIL)
    stranger.turn_to(page)
    frames = stranger.page.frames
    assert not any(frame.locator("img[src=x]").count() for frame in frames)
    assert not dialogs


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        (
            "bomb.graphml",
            b"<!DOCTYPE g [<!ENTITY a 'b'>]><graphml>&a;</graphml>",
            "document type or an entity",
        ),
        ("code.npz", b"\x80\x04\x95evil", "not an npz file"),
        (f"{HOSTILE}.csv", b"a,b\nc,d,e\n", "3 columns instead of 2"),
    ],
)
def test_a_hostile_file_is_one_sentence_and_the_page_goes_on(stranger, name, data, words):
    stranger.open("your_data")
    bring(stranger, {name: data})
    if not stranger.page.get_by_test_id("stAlert").count():
        press(stranger, "Read the graph")
    alert = stranger.page.get_by_test_id("stAlert")
    assert words in alert.inner_text()
    assert "Traceback" not in stranger.text()
    stranger.turn_to("Start")
    assert stranger.title


def test_downloads_arrive(stranger):
    stranger.open("take_out", dataset="karate")
    for label, ending in (("GraphML", ".graphml"), ("Positives", "-positives.csv"), ("HTML", "-report.html")):
        with stranger.page.expect_download() as download:
            stranger.page.get_by_role("button", name=label, exact=True).first.click()
        assert download.value.suggested_filename.endswith(ending)
