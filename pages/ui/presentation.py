"""Presentation mode: large type, no sidebar, a lesson by the arrow keys; for a projector.

The address has `present=1`. Esc, or the small button, leaves. The keys are listened to in the browser, but
left alone where something else needs them: in text fields, sliders, lists, tables and menus.
"""

import itertools
from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.session import address

_ADDRESS, _ON = "present", "presenting"
_runs = itertools.count()

# A step of a lesson fills the window and no more: the figure takes what the line above it leaves.
_STYLE = """
<style>
html {font-size: clamp(16px, 1.2vw, 30px);}
.st-key-page {margin-top: -5.5rem; position: relative; z-index: 999995;}
.st-key-presentation {
    position: fixed; bottom: 0; right: 0.3rem; width: auto; z-index: 1000; opacity: 0.75;
}
.st-key-presentation:hover, .st-key-presentation:focus-within {opacity: 1;}
</style>
"""

# What has the focus keeps its keys: where one can type, choose or move something by them.
_KEYS = """
const OWN = 'input, textarea, select, [contenteditable=true], [role=slider], [role=radiogroup], [role=radio],'
    + '[role=listbox], [role=option], [role=combobox], [role=menu], [role=grid], [role=tablist], canvas, '
    + 'iframe';
// A remote control for presentations sends the keys that turn pages.
const WORDS = {ArrowRight: 'next', PageDown: 'next', ArrowLeft: 'back', PageUp: 'back', Escape: 'leave'};
let asked = -1;
export default function({data, setTriggerValue}) {
    const press = event => {
        const word = WORDS[event.key];
        if (!word || event.defaultPrevented || event.repeat || asked === data.run) return;
        if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
        const at = event.composedPath()[0];
        if (at instanceof Element && at.closest(OWN)) return;
        if (document.querySelector('[role=dialog], [role=listbox]')) return;
        if (word !== 'leave' && !data[word]) return;
        asked = data.run;
        event.preventDefault();
        setTriggerValue('key', word);
    };
    document.addEventListener('keydown', press);
    // Tells tests that the keys of this run of the page are listened to.
    document.body.dataset.keys = data.run;
    return () => {
        document.removeEventListener('keydown', press);
        delete document.body.dataset.keys;
    };
}
"""


def is_on() -> bool:
    """Whether the visitor presents."""
    return st.session_state.get(_ON, False)


def turn(on: bool) -> None:
    """Begin or leave; the address says so."""
    st.session_state[_ON] = on
    address.write(_ADDRESS, "1" if on else None)


def arrive() -> None:
    """On every page, before anything else: take the mode from a link, or along to the next page."""
    turn(is_on() or st.query_params.get(_ADDRESS) == "1")


def controls() -> DeltaGenerator:
    """Where the controls of all pages are: in the sidebar, or behind a small button in a presentation."""
    if not is_on():
        return st.sidebar
    st.html(_STYLE)
    with st.container(key="presentation", horizontal=True, width="content"):
        st.button(
            "Exit",
            icon=":material/close_fullscreen:",
            type="tertiary",
            on_click=turn,
            args=(False,),
            key="leave",
        )
        return st.popover("Controls", type="tertiary")


def switch() -> None:
    """The way into a presentation."""
    if not is_on():
        st.button(
            "Present",
            key="present",
            icon=":material/present_to_all:",
            type="tertiary",
            on_click=turn,
            args=(True,),
            help="Large type and no sidebar, for a projector. In a lesson, → and ← move to the next and "
            "previous step; Esc exits.",
        )


def listen(back: bool = False, on: bool = False, move: Callable[[int], None] = lambda steps: None) -> None:
    """Listen to the keys of a presentation, at the end of its page.

    Args:
        back, on: whether there is a step before or after this one.
        move: goes so many steps on.
    """
    if not is_on():
        return

    def press() -> None:
        word = st.session_state["presentation_keys"].key
        if word == "leave":
            turn(False)
        elif word in ("next", "back"):
            move(1 if word == "next" else -1)

    component = st.components.v2.component("presentation_keys", js=_KEYS)
    about = {"next": on, "back": back, "run": next(_runs)}
    component(data=about, key="presentation_keys", on_key_change=press, height=1)
