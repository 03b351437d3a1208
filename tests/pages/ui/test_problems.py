"""What goes wrong in a callback is said on the page, once, as text."""

from streamlit.testing.v1 import AppTest

from pages.session.markdown import escape

HOSTILE = "<img src=x> *bold* [link](http://x)"


def script():
    import streamlit as st

    from pages.ui import problems
    from tests.pages.ui.test_problems import HOSTILE

    def fail():
        with problems.kept("a run"):
            st.session_state["before"] = True
            raise ValueError(HOSTILE)
            st.session_state["after"] = True

    problems.show("a run", st.warning)
    problems.show("another")
    st.button("Try", on_click=fail)


def test_it_is_said_once_and_hostile_words_stay_text():
    app = AppTest.from_function(script, default_timeout=30).run()
    assert not app.warning
    app.button[0].click().run()
    [said] = app.warning
    assert said.value == escape(HOSTILE)
    assert "before" in app.session_state
    assert "after" not in app.session_state
    assert not app.error
    assert not app.run().warning
