"""Who the visitor is, as far as the app needs to know: the same browser, or another one.

The app gives every browser an unguessable cookie of its own, for a year: the same over reloads, in other
tabs, and after the browser or the server was started again. A cookie is there when the first script of a page
runs, unlike what a component reads from the browser's storage, and no link contains it. The server knows and
keeps a hash of it only. On the very first visit the token that Streamlit has given the browser becomes its
value, so that all tabs agree. Where a browser keeps no cookies, a visitor lasts as long as the session.
"""

import hashlib
import re
import secrets
from itertools import cycle

import streamlit as st

COOKIE = "n2n_visitor"
STREAMLIT = "_streamlit_xsrf"
_VISITOR, _SECRET = "visitor", "secret of the visitor"
_FORM = re.compile(r"[0-9a-f]{64}")

# Within the page of another site, as on a hub of apps, only a cookie of that pair of sites is allowed.
_REMEMBER = """
export default function({data}) {
    const safe = location.protocol === 'https:' ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax';
    document.cookie = `${data.name}=${data.value}; Path=/; Max-Age=31536000; ${safe}`;
}
"""


def visitor() -> str:
    """A name for this visitor that nobody else can guess."""
    if _VISITOR not in st.session_state:
        st.session_state[_VISITOR] = _hash(_secret().encode())
    return st.session_state[_VISITOR]


def remember() -> None:
    """On every page: give the browser its cookie, unless it has one."""
    if cookie(COOKIE) != _secret():
        keeper = st.components.v2.component("visitor_keeper", js=_REMEMBER)
        keeper(data={"name": COOKIE, "value": _secret()}, key="visitor_keeper", height=1)


def cookie(name: str) -> str:
    """A cookie of the browser; "" where it has none, or nothing is there that sends cookies."""
    value = st.context.cookies.get(name)
    return value if isinstance(value, str) else ""


def _secret() -> str:
    """What the cookie contains; never written down or shown on this side."""
    if _SECRET not in st.session_state:
        known, token = cookie(COOKIE), token_in(cookie(STREAMLIT))
        new = _hash(token) if token else secrets.token_hex(32)
        st.session_state[_SECRET] = known if _FORM.fullmatch(known) else new
    return st.session_state[_SECRET]


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def token_in(cookie: str) -> bytes:
    """The token of a cookie `2|mask|masked token|time`: the mask is another one in every answer."""
    try:
        version, mask, masked, _ = cookie.split("|")
        token = bytes(a ^ b for a, b in zip(bytes.fromhex(masked), cycle(bytes.fromhex(mask)), strict=False))
    except ValueError:
        return b""
    return token if version == "2" else b""
