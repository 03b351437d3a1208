"""Whether the visitor presents: by the address, and on every page after it."""

import pytest

from tests.pages.app import open_page
from tests.pages.ui.test_presentation import styles


def test_it_goes_along_to_the_next_page():
    app = open_page("graph", dataset="karate", present=1)
    app.switch_page("taps.py").run()
    assert app.query_params["present"] in ("1", ["1"])
    assert "stSidebar" in styles(app)


@pytest.mark.parametrize("raw", ["0", "yes", "11"])
def test_another_value_in_the_address_is_told(raw):
    app = open_page("graph", dataset="karate", present=raw)
    assert "the only possible value is 1" in app.warning[0].value
    assert "stSidebar" not in styles(app)
