"""The measured result on the first page."""

from n2n.paper import append
from pages.session import results
from tests.cells import recorded
from tests.pages.app import open_page, texts


def test_start_shows_what_was_measured_and_says_of_what(tmp_path, monkeypatch):
    for cell in recorded(**{"N2N-TAPS-1 (URL)": [0.84, 0.85], "N2N (JL)": [0.5, 0.6]}):
        append(cell, tmp_path)
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    app = open_page("start", dataset="cora")
    assert "1 of 2 measured scores are reproduced" in texts(app)
    assert len(app.get("plotly_chart")) == 2
    caption = next(element.value for element in app.caption if "standard deviation" in element.value)
    assert "over 2 seeds on Cora, paper split" in caption
    assert "best validation" in caption


def test_start_says_nothing_where_nothing_was_measured():
    app = open_page("start", dataset="karate")
    assert len(app.get("plotly_chart")) == 1
    assert "measured" not in texts(app)
