"""What is written into the address."""

import pytest
from streamlit.runtime.state.query_params import QueryParams
from streamlit.testing.v1 import AppTest


def script():
    import streamlit as st

    from pages.session import address

    address.write("run", st.session_state["value"])
    st.session_state["after"] = st.query_params.get_all("run")


@pytest.mark.parametrize("before", [[], ["0"], ["a", "b"]])
@pytest.mark.parametrize(("value", "after"), [("0", ["0"]), (["a", "b"], ["a", "b"]), ([], []), (None, [])])
def test_a_value_is_written_or_taken_out_where_it_is_another(monkeypatch, before, value, after):
    sent = []
    monkeypatch.setattr(QueryParams, "_send_query_param_msg", lambda _: sent.append(1))
    app = AppTest.from_function(script, default_timeout=30)
    app.session_state["value"] = value
    if before:
        app.query_params["run"] = before
    app.run()
    assert not app.exception
    assert app.session_state["after"] == after
    assert len(sent) == (before != after)
