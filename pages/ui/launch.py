"""A page is always run by explorer.py.

Streamlit takes a folder called `pages` for pages that stand on their own, until `st.navigation` has been
called once in the process. So the first visitor after a start who follows a link to a page would get that
page without explorer.py, hence without the sidebar. Such a page hands over to explorer.py, which runs it in
its place.
"""

import runpy
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import streamlit as st

APP = Path(__file__).parents[2] / "explorer.py"

# A run of the script has a thread of its own.
_thread = threading.local()


@contextmanager
def by_app() -> Iterator[None]:
    """Around the page that explorer.py runs."""
    _thread.by_app = True
    try:
        yield
    finally:
        _thread.by_app = False


def ensure_app() -> None:
    """At the start of a page: where explorer.py has not run it, let it do so, and end here."""
    if not getattr(_thread, "by_app", False):
        runpy.run_path(str(APP))
        st.stop()
