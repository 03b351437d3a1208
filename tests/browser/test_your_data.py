"""Files brought by a browser, hostile ones too, and what the pages make of them."""

from n2n.io.samples import samples
from tests.browser.visit import Visit
from tests.io import published

HOSTILE = "<img src=x onerror=alert(document.domain)>"
GOOD = next(sample for sample in samples() if sample.title == "Edges and nodes").files
EVIL = {
    "edges.csv": f'source,target\n"{HOSTILE}",b\nb,c\nc,d\n'.encode(),
    "nodes.csv": f'id,label\n"{HOSTILE}","{HOSTILE}"\nb,"</script><b>x</b>"\nc,$x$ **y**\n'
    "d,href\ne,href\n".encode(),
}


def bring(visit: Visit, files: dict[str, bytes]) -> None:
    """Upload files on the page Your data; it then offers to read them, or says what is wrong."""
    given = [{"name": name, "mimeType": "text/plain", "buffer": data} for name, data in files.items()]
    visit.page.get_by_test_id("stFileUploader").locator("input").set_input_files(given)
    answer = visit.page.get_by_role("button", name="Read the graph")
    answer.or_(visit.page.get_by_test_id("stMain").get_by_test_id("stAlert")).first.wait_for()
    visit.complete()


def press(visit: Visit, label: str) -> None:
    visit.page.get_by_role("button", name=label).click()


def use(visit: Visit, files: dict[str, bytes]) -> None:
    bring(visit, files)
    press(visit, "Read the graph")
    visit.complete(words="What was read")
    press(visit, "Use this graph")
    visit.complete(words="Chosen in the sidebar")


def search(visit: Visit, text: str) -> None:
    field = visit.page.get_by_role("textbox", name="Find a node", exact=False)
    field.fill(text)
    field.press("Enter")


def test_attributes_of_a_graph_file_are_corrected_and_its_nodes_found_by_name(visitor):
    visitor.open("your_data")
    bring(visitor, {"blogs.gml": published.polblogs()})
    assert "blogs.gml: GML" in visitor.text()
    label = visitor.page.get_by_role("combobox", name="Label", exact=False).first
    label.click()
    visitor.page.get_by_role("option", name="3: source").click()
    visitor.complete(words="This file holds")
    press(visitor, "Read the graph")
    visitor.complete(words="What was read")
    assert 'names "label", labels "source"' in visitor.text()
    press(visitor, "Use this graph")
    visitor.complete(words="Chosen in the sidebar")
    assert "12 nodes, 31 edges" in visitor.text()
    visitor.turn_to("Graph")
    search(visitor, "BLOG7")  # a single one is taken at once
    visitor.complete(words="Node 7 (blog7.example.org)")
    search(visitor, "blog1")
    visitor.page.get_by_role("radiogroup").get_by_text("10 (blog10.example.org)").click()
    visitor.complete(words="Node 10 (blog10.example.org)")


def test_hostile_names_run_nothing(visitor):
    dialogs = []
    visitor.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    visitor.open("your_data")
    use(visitor, EVIL)
    for page in ("Graph", "TAPS, step by step", "Subgraphs", "Label smoothness", "Export"):
        visitor.turn_to(page)
        assert not any(frame.locator("img[src=x]").count() for frame in visitor.page.frames), page
    assert not dialogs


BAD = {
    "bomb.graphml": (b"<!DOCTYPE g [<!ENTITY a 'b'>]><graphml>&a;</graphml>", "document type or an entity"),
    "code.npz": (b"\x80\x04\x95evil", "not an npz file"),
    f"{HOSTILE}.csv": (b"a,b\nc,d,e\n", "3 columns instead of 2"),
}


def test_a_hostile_file_is_one_sentence_and_the_page_goes_on(visitor):
    for name, (data, words) in BAD.items():
        visitor.open("your_data")
        bring(visitor, {name: data})
        alert = visitor.page.get_by_test_id("stMain").get_by_test_id("stAlert")
        if not alert.count():
            press(visitor, "Read the graph")
            alert.wait_for()
        assert words in alert.inner_text()
        assert "Traceback" not in visitor.text()
    visitor.turn_to("Start")
    assert visitor.title == "N2N Explorer"
