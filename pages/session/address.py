"""What the address of a page says, besides the controls that are bound to it."""

import streamlit as st

_WRITTEN = "written into the address"


def read(key: str) -> str | None:
    """What a link, or the way back in the browser, has put there; None where the app did."""
    raw = st.query_params.get(key)
    return None if raw == st.session_state.get(_WRITTEN, {}).get(key) else raw


def write(key: str, value: str | list[str] | None) -> None:
    """Put a value into the address, or take it out where there is none."""
    st.session_state.setdefault(_WRITTEN, {})[key] = value
    if not value:
        st.query_params.pop(key, None)
    elif st.query_params.get_all(key) != ([value] if isinstance(value, str) else value):
        st.query_params[key] = value
