"""What goes wrong in a callback, where nothing can be shown: kept until the page says it, once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from pages.session.markdown import escape

_PROBLEM = "problem: "


@contextmanager
def kept(name: str) -> Iterator[None]:
    """Keep the sentence of a ValueError; the rest of the block is left out."""
    try:
        yield
    except ValueError as problem:
        keep(name, str(problem))


def keep(name: str, words: str) -> None:
    """Keep a sentence under the name of what was tried."""
    st.session_state[_PROBLEM + name] = words


def take(name: str) -> str:
    """The sentence as Markdown, in which other people's words are plain text; "" where all went well."""
    return escape(st.session_state.pop(_PROBLEM + name, ""))


def show(name: str, say: Callable = st.error, **look: str) -> None:
    """Say what went wrong the last time, if anything did."""
    if problem := take(name):
        say(problem, **look)
