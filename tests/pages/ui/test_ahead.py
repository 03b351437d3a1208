"""Scripts that the browser fetches before a page needs them."""

from pages.ui import ahead
from tests.pages.app import open_page


def _fetchers(app) -> int:
    return sum(part.proto.component_name == "scripts_ahead" for part in app.get("bidi_component"))


def test_this_version_of_streamlit_has_the_scripts():
    assert {name.split(".")[0] for name in ahead.scripts()} == set(ahead.KINDS)


def test_they_are_asked_for_once_in_a_visit():
    app = open_page("start", dataset="karate")
    assert _fetchers(app) == 1
    assert _fetchers(app.run()) == 0
