"""Presentation mode: by the address, by the sidebar, and on every page after it."""

import json

from tests.pages.app import open_page


def presents(app) -> bool:
    labels = {one.label for one in app.button}
    assert ("Exit" in labels) != ("Present" in labels)
    assert bool(app.sidebar.children) == ("Present" in labels)
    return app.query_params.get("present") in ("1", ["1"])


def test_the_address_begins_it_and_the_button_leaves():
    app = open_page("graph", dataset="karate", present=1)
    assert presents(app)
    app.switch_page("taps.py").run()
    assert presents(app)
    app.button(key="leave").click().run()
    assert not presents(app)
    app.button(key="present").click().run()
    assert presents(app)


def test_figures_have_larger_type():
    small, large = (open_page("smoothness", dataset="karate", **more) for more in ({}, {"present": 1}))
    layouts = [json.loads(app.get("plotly_chart")[0].proto.spec)["layout"] for app in (small, large)]
    sizes = [layout.get("font", {}).get("size", 0) for layout in layouts]
    assert sizes[1] >= 20 > sizes[0]


def test_another_value_in_the_address_changes_nothing():
    assert not presents(open_page("graph", dataset="karate", present="yes"))
