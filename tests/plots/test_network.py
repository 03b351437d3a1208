import json
import re

import numpy as np

from n2n.plots import network, theme
from n2n.taps import drawing

HOSTILE = "</script><img src=x onerror=alert(1)> <a HREF='x'>y</a> href"


def data(document: str, name: str) -> list[dict]:
    """What the document hands to vis: its nodes or edges."""
    return json.loads(re.search(rf"{name} = new vis\.DataSet\((\[.*?\])\);", document).group(1))


def test_the_document_refers_to_nothing_outside(karate):
    document = network.network_html(karate, drawing.ego(karate, 0))
    assert not re.search(r"""(src|href)\s*=\s*["'](https?:|//)""", document)
    assert not re.search(r"""@import|url\(["']?https?:|<link\b|<script[^>]+src""", document)
    # What is left are licences in comments, a help page in an error message and the name of SVG.
    for address in set(re.findall(r"https?://[\w.\-]+", document)):
        host = address.partition("://")[2]
        assert host in {
            "github.com",
            "visjs.github.io",
            "almende.com",
            "www.apache.org",
            "opensource.org",
            "www.w3.org",
        }


def test_nodes_and_edges_are_those_of_the_excerpt(karate):
    part = drawing.ego(karate, 5)
    document = network.network_html(karate, part, centre=5)
    nodes = data(document, "nodes")
    assert [node["id"] for node in nodes] == part.nodes.tolist()
    assert all(isinstance(node["id"], int) for node in nodes)
    assert [node["color"]["background"] for node in nodes] == [
        theme.colour(label) for label in karate.y[part.nodes].tolist()
    ]
    assert [node["id"] for node in nodes if node["color"]["border"] == theme.ACCENT] == [5]
    assert len(data(document, "edges")) == part.edges.shape[1]


def test_chosen_pairs_are_arrows_and_not_drawn_twice(karate):
    part = drawing.ego(karate, 0)
    document = network.network_html(karate, part, chosen=np.array([[0, 1, 0], [1, 0, 33]]))
    edges = data(document, "edges")
    arrows = [(edge["from"], edge["to"]) for edge in edges if edge["color"] == theme.ACCENT]
    assert (0, 1) in arrows
    assert (0, 33) not in arrows  # 33 is not in the picture
    plain = {frozenset((e["from"], e["to"])) for e in edges if e["color"] != theme.ACCENT}
    assert frozenset((0, 1)) not in plain


def test_a_hostile_class_name_stays_text(karate):
    graph = karate.replace(class_names=(HOSTILE, "b"))
    document = network.network_html(graph, drawing.ego(graph, 0))
    assert "<img" not in document
    assert document.count("</script>") == network.network_html(karate, drawing.ego(karate, 0)).count(
        "</script>"
    )
    # pyvis shows a title as HTML as soon as one holds "href".
    assert "popup" not in document.partition("<body")[2]
    titles = [node["title"].replace("\u200b", "") for node in data(document, "nodes")]
    assert any(HOSTILE in title for title in titles)


def test_a_hostile_node_name_stays_text(karate):
    graph = karate.replace(node_names=tuple(f"{HOSTILE} {node}" for node in range(34)))
    document = network.network_html(graph, drawing.ego(graph, 0))
    assert "<img" not in document
    assert "popup" not in document.partition("<body")[2]
    titles = [node["title"].replace("\u200b", "") for node in data(document, "nodes")]
    assert f"Node 0 ({HOSTILE} 0)" in titles[0]


def test_the_picture_is_still_and_the_same_every_time(karate):
    part = drawing.ego(karate, 0)
    document = network.network_html(karate, part)
    assert '"physics": {"enabled": false}' in document
    assert document == network.network_html(karate, part)


def test_the_dark_one_is_dark(karate):
    document = network.network_html(karate, drawing.ego(karate, 0), dark=True)
    assert f"background-color: {theme.mode(dark=True)['paper']}" in document
