"""Scripts of Streamlit that a later page needs, fetched while the visitor looks at the first one.

The script that draws plotly figures has 4.7 MB. The browser fetches and reads it when it has nothing else to
do, and runs it when there is a figure.
"""

from functools import cache
from pathlib import Path

import streamlit as st

KINDS = ("PlotlyChart", "DataFrame", "arrowFormatUtils", "IFrame")
"""What the names of the scripts of Streamlit 1.67 begin with; a later version may have none of them."""
_DONE = "scripts fetched ahead"
_FETCH = """
export default function({data}) {
    const own = document.querySelector('script[src*="/static/js/"]');
    if (!own || window.n2nAhead) return;
    window.n2nAhead = true;
    const fetchAll = () => {
        for (const name of data.scripts) {
            const link = document.createElement("link");
            link.rel = "modulepreload";
            link.href = new URL(name, own.src);
            document.head.append(link);
        }
    };
    const rest = window.requestIdleCallback ?? (work => setTimeout(work, 500));
    setTimeout(() => rest(fetchAll, {timeout: 3000}), data.after);
}
"""
AFTER = 700
"""Milliseconds before the browser begins."""


@cache
def scripts() -> tuple[str, ...]:
    """Names of the scripts in this version of Streamlit."""
    folder = Path(st.__file__).parent / "static" / "static" / "js"
    return tuple(file.name for kind in KINDS for file in sorted(folder.glob(f"{kind}.*.js")))


def fetch() -> None:
    """To be put on every page once; it does something on the first one of a visit."""
    if st.session_state.get(_DONE):
        return
    st.session_state[_DONE] = True
    fetcher = st.components.v2.component("scripts_ahead", js=_FETCH)
    fetcher(data={"scripts": list(scripts()), "after": AFTER}, key="scripts_ahead", height=1)
