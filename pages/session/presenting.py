"""Whether the visitor presents: large type and no sidebar, with `present=1` in the address."""

import streamlit as st

from pages.session import address

ADDRESS = "present"
_ON = "presenting"


def is_on() -> bool:
    """Whether the visitor presents."""
    return st.session_state.get(_ON, False)


def turn(on: bool) -> None:
    """Begin or leave; the address says so."""
    st.session_state[_ON] = on
    address.write(ADDRESS, "1" if on else None)


def arrive() -> str:
    """On every page, before anything else: take the mode from a link; a sentence where it is broken."""
    raw = st.query_params.get(ADDRESS)
    if raw is not None and raw != "1":
        turn(is_on())
        return (
            f"The link asks for present = {raw!r}, but the only possible value is 1. Presentation mode does "
            "not change."
        )
    if raw == "1" or is_on():
        turn(True)
    return ""
