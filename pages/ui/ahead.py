"""Scripts of Streamlit that other pages need, loaded while the first one is read.

Its scripts for figures and tables are seven megabytes, and a browser takes a second or two to read them: a
visitor would wait for that on the first page that has a figure.
"""

from functools import cache
from pathlib import Path

import streamlit as st
from streamlit import file_util

AFTER = 2.5
"""Seconds after which the browser begins, when nothing else is to be done."""
_NAMES = ("PlotlyChart", "DataFrame", "arrowFormatUtils", "StreamlitSyntaxHighlighter")
_LOAD = """
export default function({data}) {
    if (window.n2nAhead || navigator.connection?.saveData) return;
    window.n2nAhead = true;
    const [streamlit] = document.querySelectorAll('script[type=module][src]'), scripts = [...data.scripts];
    const idle = window.requestIdleCallback ?? setTimeout;
    const load = () => {
        const name = scripts.shift();
        // What cannot be loaded now is loaded, or missed, by the page that needs it.
        if (name) import(new URL(name, streamlit.src)).catch(() => {}).finally(() => idle(load));
    };
    setTimeout(() => idle(load), 1000 * data.after);
}
"""


def load() -> None:
    """To be put on every page once."""
    loader = st.components.v2.component("scripts_ahead", js=_LOAD)
    loader(data={"scripts": _scripts(), "after": AFTER}, key="scripts_ahead", height=1)


@cache
def _scripts() -> list[str]:
    """The files, whose names end with what tells versions apart; none where Streamlit has other names."""
    folder = Path(file_util.get_static_dir()) / "static" / "js"
    return [path.name for name in _NAMES for path in sorted(folder.glob(f"{name}.*.js"))]
