"""Who the visitor is, as far as the app needs to know: the same browser, or another one.

Streamlit gives every browser an unguessable cookie. Its token stays the same over reloads and in other tabs,
so a visitor who reloads the page still owns the runs started before. Where a browser sends no cookie, a
visitor lasts as long as the session.
"""

import hashlib
import secrets
from itertools import cycle

import streamlit as st

COOKIE = "_streamlit_xsrf"
_VISITOR = "visitor"


def visitor() -> str:
    """A name for this visitor that nobody else can guess."""
    if _VISITOR not in st.session_state:
        token = token_in(st.context.cookies.get(COOKIE, ""))
        st.session_state[_VISITOR] = hashlib.sha256(token).hexdigest() if token else secrets.token_urlsafe(16)
    return st.session_state[_VISITOR]


def token_in(cookie: str) -> bytes:
    """The token of a cookie `2|mask|masked token|time`: the mask is another one in every answer."""
    try:
        version, mask, masked, _ = cookie.split("|")
        token = bytes(a ^ b for a, b in zip(bytes.fromhex(masked), cycle(bytes.fromhex(mask)), strict=False))
    except ValueError:
        return b""
    return token if version == "2" else b""
