"""Whether the browser has sent the value of a control: it has where it has drawn it."""

from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from pages.session import browser


def script():
    import streamlit as st

    from pages.session import browser

    st.session_state["known"] = browser.sent("size")
    st.slider("Size", 1, 9, key="size")


def test_it_has_sent_what_it_has_drawn():
    app = AppTest.from_function(script).run()
    assert not app.session_state["known"]
    assert app.run().session_state["known"]
    app._run(WidgetStates())
    assert not app.session_state["known"]


def test_without_a_page_there_is_nothing_to_tell():
    assert browser.sent("size")
