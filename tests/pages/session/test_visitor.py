"""The visitor: the same browser over reloads, whatever mask its cookie wears."""

from streamlit.web.server.starlette.starlette_app_utils import generate_xsrf_token_string

from pages.session import visitor
from pages.session.visitor import COOKIE, STREAMLIT, token_in
from tests.pages.app import open_page


def test_the_token_of_a_cookie_stays_when_its_mask_changes():
    token = bytes(range(16))
    cookies = {generate_xsrf_token_string(token, 1) for _ in range(5)}
    assert len(cookies) == 5
    assert {token_in(cookie) for cookie in cookies} == {token}


def test_a_cookie_of_another_kind_has_no_token():
    for cookie in ("", "2|zz|00|1", "1|00|00|1", "2|00|00", "hello"):
        assert token_in(cookie) == b"", cookie


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


def test_the_first_visit_goes_by_the_token_of_streamlit(monkeypatch):
    token = bytes(range(16))
    sent = {STREAMLIT: generate_xsrf_token_string(token, 1)}
    monkeypatch.setattr(visitor, "cookie", lambda name: sent.get(name, ""))
    first = open_page("train", dataset="karate").session_state
    sent[COOKIE] = first["secret of the visitor"]  # what the browser is given
    del sent[STREAMLIT]
    assert open_page("train", dataset="karate").session_state["visitor"] == first["visitor"]
