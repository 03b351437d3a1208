"""A page that Streamlit runs on its own hands over to app.py; one that app.py runs goes on."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui import launch
from tests.pages.app import PATIENCE, open_page


def _page():
    import streamlit as st

    from pages.ui import launch

    with launch.by_app():
        launch.ensure_app()
        st.markdown("run by the app")
    launch.ensure_app()
    st.markdown("never shown")


def test_a_page_on_its_own_becomes_the_app(monkeypatch, tmp_path):
    monkeypatch.setattr(launch, "APP", tmp_path / "app.py")
    launch.APP.write_text("import streamlit as st; st.markdown('the app')")
    app = AppTest.from_function(_page, default_timeout=PATIENCE).run()
    assert not app.exception
    assert [element.value for element in app.markdown] == ["run by the app", "the app"]


# The others: tests/pages/test_pages.py.
@pytest.mark.parametrize("page", ["your_data", "export"])
def test_the_first_page_after_a_start_comes_with_the_sidebar(new_server, page):
    app = open_page(page, dataset="karate")
    assert len(app.title) == 1
    assert app.sidebar.selectbox(key="dataset").value == "karate"
