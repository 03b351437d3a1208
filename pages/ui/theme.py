"""Light and dark: figures are drawn for the theme that the visitor looks at.

Streamlit tells the script which theme that is, but does not run it again when the theme changes, so dark
text would stay on a dark background. A watcher in the browser, which shows nothing, asks for that run.
"""

import itertools

import streamlit as st

from pages.ui.frame import dark

_runs = itertools.count()

# The function below is called again after its own question too, so what it has asked for must outlive the
# call: it asks once, and again only if the run that answered did not know of the change. Streamlit cleans up
# after the last call alone, so each ends the watch of the one before.
#
# A question names the page that it comes from, and leads whoever has just chosen another page back to it. So
# scripts ask when all is still: no run is in progress, none may be about to begin, and no page is on its way.
# The state of the script does not tell the last: a run that began before a link was clicked may end after it,
# while the app has not answered the click. An app that has not answered for half a minute never will.
_WATCH = """
let run, asked, watch;
if (!window.n2nStill) {
    let touched = -Infinity, left = -Infinity, goal;
    for (const event of ['click', 'keydown']) {
        addEventListener(event, () => { touched = performance.now(); }, true);
    }
    addEventListener('click', event => {
        const link = event.target.closest?.('a[data-testid="stSidebarNavLink"], a[data-testid*="PageLink"]');
        const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
        if (!link || elsewhere) return;
        goal = new URL(link.href).pathname;
        left = performance.now();
    }, true);
    const turning = () => performance.now() - left < 30000 && goal !== location.pathname;
    window.n2nStill = () => performance.now() - touched > 500 && !turning()
        && document.querySelector('[data-testid="stApp"]').dataset.testScriptState === 'notRunning';
}
export default function({data, setTriggerValue}) {
    const app = document.querySelector('[data-testid="stApp"]');
    if (data.run !== run) {
        run = data.run;
        asked = data.dark;
    }
    clearInterval(watch);
    watch = setInterval(() => {
        const [red, green, blue] = getComputedStyle(app).backgroundColor.match(/\\d+/g).map(Number);
        const dark = red + green + blue < 384;
        if (dark !== asked && window.n2nStill()) {
            asked = dark;
            setTriggerValue('changed', true);
        }
    }, 300);
    return () => clearInterval(watch);
}
"""


def watch() -> None:
    """To be put on every page once."""
    watcher = st.components.v2.component("theme_watcher", js=_WATCH)
    watcher(
        data={"dark": dark(), "run": next(_runs)},
        key="theme_watcher",
        on_changed_change=lambda: None,
        height=1,
    )
