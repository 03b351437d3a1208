"""Who the visitor is, as far as the app needs to know: the same browser, or another one.

The server gives every browser an unguessable cookie of its own, for a year: the same over reloads, in other
tabs, and after the browser or the server was started again. No script can read it and no link contains it.
The
app knows and keeps a hash of it only. Where a browser keeps no cookies, a visitor lasts as long as the
session.
"""

import hashlib
import re
import secrets

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection

COOKIE = "n2n_visitor"
_VISITOR = "visitor"
_FORM = re.compile(r"[0-9a-f]{64}")


class Remember:
    """Middleware of the server: whoever opens a page gets the cookie, or keeps it for another year."""

    def __init__(self, app):
        self._app = app

    async def __call__(self, scope, receive, send) -> None:
        browser = HTTPConnection(scope) if scope["type"] == "http" else None
        if browser is None or "text/html" not in browser.headers.get("accept", ""):
            return await self._app(scope, receive, send)

        async def send_with_cookie(message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", _cookie_for(browser))
            await send(message)

        await self._app(scope, receive, send_with_cookie)


def _cookie_for(browser: HTTPConnection) -> str:
    known = browser.cookies.get(COOKIE, "")
    value = known if _FORM.fullmatch(known) else secrets.token_hex(32)
    # Within the page of another site, as on a hub of apps, only a cookie of that pair of sites is allowed.
    secure = "https" in (browser.url.scheme, browser.headers.get("x-forwarded-proto"))
    rest = "SameSite=None; Secure; Partitioned" if secure else "SameSite=Lax"
    return f"{COOKIE}={value}; Path=/; Max-Age=31536000; HttpOnly; {rest}"


def visitor() -> str:
    """A name for this visitor that nobody else can guess."""
    if _VISITOR not in st.session_state:
        known = cookie(COOKIE)
        secret = known if _FORM.fullmatch(known) else secrets.token_hex(32)
        st.session_state[_VISITOR] = hashlib.sha256(secret.encode()).hexdigest()
    return st.session_state[_VISITOR]


def cookie(name: str) -> str:
    """A cookie of the browser; "" where it has none, or nothing is there that sends cookies."""
    value = st.context.cookies.get(name)
    return value if isinstance(value, str) else ""
