"""Scripts that are loaded ahead."""

from pages.ui import ahead
from tests.pages.app import open_page


def test_streamlit_still_has_scripts_of_these_names():
    found = [name.partition(".")[0] for name in ahead._scripts()]
    assert found == list(ahead._NAMES)


def test_every_page_asks_for_them():
    app = open_page("taps", dataset="karate")
    sent = [one.proto for one in app.sidebar.get("bidi_component")]
    assert "scripts_ahead" in [proto.component_name for proto in sent]
