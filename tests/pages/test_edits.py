"""Edits: with the dataset, in the address, and broken ones told."""

import pytest

from tests.pages.app import open_page, values
from tests.pages.test_what_if import address, cut


def test_a_link_holds_the_edits_and_they_stay_on_the_way_to_another_page():
    app = open_page("what_if", dataset="karate", node=32, edits="a7-32_n10_s2")
    assert values(app)["Edges"] == "78 → 87"
    assert app.slider(key="noise").value == 10
    app.switch_page("taps.py").run()
    app.switch_page("what_if.py").run()
    assert values(app)["Edges"] == "78 → 87"
    assert address(app) == "a7-32_n10_s2"


@pytest.mark.parametrize("raw", ["x", "a0-99", "n101", "a0-1.0-1", "a" + "9" * 3000])
def test_a_broken_link_is_told_in_a_sentence(raw):
    app = open_page("what_if", dataset="karate", edits=raw)
    assert app.warning[0].value.startswith("The edits in the link cannot be read")
    assert values(app)["Edges"] == "78"
    assert address(app) == ""


def test_edits_are_of_one_dataset():
    app = cut(open_page("what_if", dataset="karate", node=32))
    app.selectbox(key="dataset").select("cora").run()
    assert values(app)["Edges"] == "5,278"
    assert address(app) == ""
    assert not app.warning
