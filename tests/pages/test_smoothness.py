"""The page Smoothness, on a small and on a real graph, with every control used once."""

import pytest

from tests.pages.app import open_page, texts

DATASETS = ("karate", "cora")


@pytest.mark.parametrize("dataset", DATASETS)
def test_smoothness_controls(dataset):
    app = open_page("smoothness", dataset=dataset)
    app.slider(key="draws").set_value(3).run()
    assert "over 3 seeds" in texts(app)
    app.slider(key="k").set_value(2).run()
    assert "With k = 2" in texts(app)
    app.radio(key="bars").set_value("Per graph edge").run()
    assert "must grow with k" in texts(app)
    app.radio(key="bars").set_value("By class").run()
    assert "TAPS helps most for" in texts(app)


def test_smoothness_tells_the_known_numbers_of_cora():
    assert "TAPS gives 0.163" in texts(open_page("smoothness", dataset="cora"))
