"""Presentation mode: by the address, by the sidebar; what the keys do is seen in a browser."""

from tests.pages.app import open_page, texts


def styles(app) -> str:
    return " ".join(part.proto.body for part in app.get("html"))


def test_the_address_begins_it_and_the_button_leaves():
    app = open_page("graph", dataset="karate", present=1)
    assert "stSidebar" in styles(app)
    app.button(key="leave").click().run()
    assert "present" not in app.query_params
    assert "stSidebar" not in styles(app)
    app.button(key="present").click().run()
    assert app.query_params["present"] in ("1", ["1"])
    assert "stSidebar" in styles(app)


def test_figures_have_larger_type():
    small, large = (open_page("smoothness", dataset="karate", **more) for more in ({}, {"present": 1}))
    sizes = [app.get("plotly_chart")[0].proto.spec.count('"size":20') for app in (small, large)]
    assert sizes[0] == 0
    assert sizes[1] > 0


def test_without_a_lesson_nothing_happens():
    app = open_page("graph", dataset="karate", present=1)
    assert "step 1" not in texts(app)
