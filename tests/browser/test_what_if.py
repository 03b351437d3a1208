"""What if, in a browser: an edge is cut and the figures follow; the link shows the same to another."""

from pathlib import Path

import n2n


def test_a_cut_edge_changes_the_figures_and_the_link_holds_it(visitor, stranger):
    page = visitor.open("what_if", dataset="karate", node=32)
    page.get_by_role("combobox", name="Cut the edge to", exact=False).click()
    page.get_by_role("option").first.click()
    visitor.complete(words="change from 33 to 31")
    visitor.drawn()
    assert "edits=c32-33" in visitor.query
    assert "After: 11 neighbours, ranked" in visitor.text()
    page.get_by_text("Download the edited graph").click()
    with page.expect_download() as download:
        # By its key: a mouse misses it now and then while the part that it is in still opens.
        page.get_by_role("button", name="GraphML").press("Enter")
    saved = Path(download.value.path()).read_bytes()
    assert n2n.read_graph(("edited.graphml", saved)).num_edges == 77
    stranger.follow(page.url)
    assert "change from 33 to 31" in stranger.text()
    page.get_by_role("button", name="Undo").click()
    visitor.complete(words="Nothing is edited yet")
    assert "edits" not in visitor.query
