"""Every page on a small and on a real graph: what all of them have."""

import pytest

from tests.pages.app import open_page, texts

DATASETS = ("karate", "cora")
PAGES = (
    "start", "graph", "taps", "subgraphs", "smoothness", "what_if", "train", "embeddings", "compare",
    "cold_start",
    "reproduction", "wrong_edges",
)  # fmt: skip


@pytest.mark.parametrize("dataset", DATASETS)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_with_title_claim_notice_and_mathematics(page, dataset):
    app = open_page(page, dataset=dataset)
    assert app.sidebar.selectbox(key="dataset").value == dataset
    assert len(app.title) == 1
    assert "What to notice." in texts(app)
    assert any("mathematics" in expander.label for expander in app.expander)
    assert len(app.get("latex")) or len(app.latex)
