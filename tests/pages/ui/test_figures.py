"""Downloads: made in a thread without the visitor; where a file cannot be made, the page says why."""

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.ui import figures


def test_a_file_is_made_as_it_is():
    problems = {}
    assert figures._reported("a.csv", lambda: b"1,2", problems, None)() == b"1,2"
    assert not problems


def test_a_file_that_cannot_be_made_says_why(monkeypatch):
    made = []
    real = st.download_button

    def watched(label, data, **options):
        made.append(data)
        return real(label, data, **options)

    monkeypatch.setattr(st, "download_button", watched)

    def script():
        from pages.ui import figures

        def fail() -> bytes:
            raise ValueError("the graph is too large")

        figures.downloads("table", {"CSV": ("a.csv", fail, "text/csv")})

    app = AppTest.from_function(script).run()
    assert not app.error
    with pytest.raises(ValueError, match="too large"):
        made[0]()
    app.run()
    assert app.error[0].value == r"a\.csv could not be made\: the graph is too large"
    assert not app.run().error
