"""Work in the background: the page waits for it, shows how it failed, and remembers what was made."""

import pytest
from streamlit.testing.v1 import AppTest

from n2n.training.workers import pool
from tests.pages.app import PATIENCE, button, sound, until

SCRIPT = """
import streamlit as st
from pages.session.background import background
from tests import jobs

result = background(("test", "KEY"), jobs.CALL, title="Counting")
st.markdown(f"found {result}")
"""


@pytest.fixture
def page():
    """A page that needs a result."""

    def make(key: str, call: str):
        script = SCRIPT.replace("KEY", key).replace("CALL", call)
        return sound(AppTest.from_string(script, default_timeout=PATIENCE).run())

    return make


def found(app) -> str:
    return " ".join(part.value for part in app.markdown)


def test_a_result_is_made_once_while_the_page_shows_the_progress(page):
    app = page("slow", "count, 30, 0.05")
    assert not found(app)
    assert until(app, lambda app: "found 30" in found(app))
    done = pool().find(("test", "slow"))
    assert "found 30" in found(page("slow", "count, 30, 0.05"))
    assert pool().find(("test", "slow")) is done


def test_a_failure_is_a_sentence_and_can_be_tried_again(page):
    app = until(page("wrong", "fail, ValueError, 'There is no *such* graph.'"), lambda app: bool(app.error))
    assert app.error[0].value == "Counting: There is no \\*such\\* graph."
    assert sound(button(app, "Try again").click().run())
    until(app, lambda app: bool(app.error))


def test_a_worker_that_dies_does_not_take_the_server_with_it(page):
    app = until(page("dead", "die"), lambda app: bool([*app.error, *app.info]))
    assert "memory may have been exhausted" in " ".join(part.value for part in [*app.error, *app.info])
    assert "found 3" in found(until(page("after", "count, 3"), lambda app: "found" in found(app)))


def test_it_can_be_stopped(page):
    app = page("long", "count, 10_000, 0.05")
    until(app, lambda app: bool(app.button))
    sound(button(app, "Stop").click().run())
    until(app, lambda app: bool(app.info))
    assert "Stopped on request" in app.info[0].value
