"""The edited graph as files."""

import n2n
from pages.ui import edits
from tests.pages.app import open_page
from tests.pages.test_what_if import cut


def test_the_edited_graph_is_downloaded_and_read_again():
    app = cut(open_page("what_if", dataset="karate", node=32))
    labels = {button.label for button in app.get("download_button")}
    assert {"npz", "CSV", "GraphML"} <= labels
    graph = n2n.load("karate")
    edited = n2n.read_graph(
        ("edited.npz", n2n.export_graph(edits.Edits(cut=((32, 33),)).apply(graph), "npz"))
    )
    assert edited.num_edges == 77
