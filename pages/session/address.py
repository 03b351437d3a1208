"""What the address of a page says, besides the controls that are bound to it."""

import streamlit as st


def write(key: str, value: str | list[str] | None) -> None:
    """Put a value into the address, or take it out where there is none."""
    if not value:
        st.query_params.pop(key, None)
    elif st.query_params.get_all(key) != ([value] if isinstance(value, str) else value):
        st.query_params[key] = value
