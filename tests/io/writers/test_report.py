"""The report: complete, by itself, and nothing in it that a dataset could have put there."""

import copy
import re
from html.parser import HTMLParser

import pytest

import n2n
from n2n.io.writers.report import html_report

HOSTILE = "</script><img src=x onerror=alert(1)>"


class Tags(HTMLParser):
    """All tags of a document with their attributes, and the text outside scripts and styles."""

    def __init__(self, document: str):
        super().__init__()
        self.tags, self.words = [], []
        self.feed(document)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        if self.cdata_elem is None:
            self.words.append(data)


@pytest.fixture(scope="module")
def run():
    return n2n.fit(n2n.load("karate"), n2n.Settings(width=8, epochs=4, evaluate_every=2))


@pytest.fixture(scope="module")
def document(run):
    graph = n2n.load("karate").replace(class_names=(HOSTILE, "b"), name=HOSTILE, provenance=HOSTILE)
    run = copy.copy(run)
    run.name = HOSTILE
    return html_report(graph, f"# {HOSTILE}", run, [f"{HOSTILE}.csv: edges from a to b."])


def test_hostile_names_stay_text(document):
    parsed = Tags(document)
    assert "img" not in {tag for tag, _ in parsed.tags}
    assert f"{HOSTILE}.csv: edges from a to b." in parsed.words
    assert not any(name.startswith("on") for _, attributes in parsed.tags for name in attributes)
    assert "".join(parsed.words).count(HOSTILE) >= 4
    assert "<img" not in document.replace("&lt;img", "")


def test_it_refers_to_nothing_outside(document):
    parsed = Tags(document)
    assert not [tag for tag, attributes in parsed.tags if {"src", "href"} & set(attributes)]
    outside = re.sub(r"<script.*?</script>", "", document, flags=re.S)
    assert "http" not in outside
    assert "@import" not in outside


def test_plotly_is_in_it_once(document, run):
    plain = html_report(n2n.load("karate"), "import n2n")
    one = len(plain)
    assert len(document) < 1.2 * one
    assert document.count("Plotly.newPlot(") > plain.count("Plotly.newPlot(") >= 4


def test_it_says_what_was_done(document, run):
    words = " ".join(Tags(document).words)
    for expected in ("34", "78", "Temperature τ", "Settings", "Environment", "torch", "Test micro-F1"):
        assert expected in words
    assert f"{run.scores.test:.2%}" in words


def test_a_graph_without_labels_and_a_run_without_scores():
    bare = n2n.load("karate").replace(y=n2n.load("karate").y * 0 - 1, class_names=())
    found = n2n.fit(bare, n2n.Settings(framework="URL", width=8, epochs=2))
    assert "There are no labels, so there are no scores" in html_report(bare, "", found)
