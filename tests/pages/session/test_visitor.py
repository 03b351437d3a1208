"""The visitor: the same browser over reloads, known by a cookie that no script can read."""

import asyncio

import pytest

from pages.session import visitor
from pages.session.visitor import COOKIE, Remember
from tests.pages.app import open_page


def test_without_a_cookie_every_session_is_another_visitor():
    one, two = (open_page("train", dataset="karate").session_state for _ in range(2))
    assert "visitor" not in one or one["visitor"] != two["visitor"]


def test_a_browser_that_sends_its_cookie_is_the_same_visitor_in_every_session(monkeypatch):
    sent = {COOKIE: "a" * 64}
    monkeypatch.setattr(visitor, "cookie", lambda name: sent.get(name, ""))
    one, two = (open_page("train", dataset="karate").session_state["visitor"] for _ in range(2))
    assert one == two != "a" * 64, "only a hash of it is kept"
    for forged in ("", "a", "../../etc", "A" * 64, "a" * 65):
        sent[COOKIE] = forged
        assert open_page("train", dataset="karate").session_state["visitor"] != one


def given(headers: dict[str, str], scheme: str = "http") -> list[str]:
    """The cookies that a browser with these headers is given."""
    sent = []

    async def page(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message):
        sent.extend(value.decode() for name, value in message["headers"] if name == b"set-cookie")

    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    address = {"type": "http", "scheme": scheme, "path": "/", "server": ("host", 80), "query_string": b""}
    asyncio.run(Remember(page)(address | {"headers": raw}, None, send))
    return sent


@pytest.mark.parametrize("known", ["", "forged", "a" * 64 + "; Secure"])
def test_a_browser_without_a_cookie_is_given_one_and_another_browser_another(known):
    page = {"accept": "text/html,*/*", "cookie": f'{COOKIE}="{known}"'}
    [one], [two] = given(page), given(page)
    assert one.partition(";")[0] != two.partition(";")[0]
    assert "; HttpOnly" in one
    assert known not in one or not known


def test_a_cookie_of_before_stays_and_is_hidden_from_scripts():
    [cookie] = given({"accept": "text/html", "cookie": f"other=1; {COOKIE}={'b' * 64}"})
    assert cookie.startswith(f"{COOKIE}={'b' * 64};")
    assert "; HttpOnly" in cookie


@pytest.mark.parametrize(
    ("scheme", "headers", "secure"),
    [
        ("http", {}, False),
        ("https", {}, True),
        ("http", {"x-forwarded-proto": "https"}, True),
        ("http", {"x-forwarded-proto": "http"}, False),
    ],
)
def test_behind_https_the_cookie_is_secure(scheme, headers, secure):
    [cookie] = given({"accept": "text/html"} | headers, scheme)
    assert ("Secure" in cookie) == secure
    assert ("SameSite=None" in cookie) == secure


def test_what_is_no_page_comes_without_a_cookie():
    assert given({"accept": "*/*"}) == given({}) == []
