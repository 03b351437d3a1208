"""The guide through a lesson: a banner above the page with the step, what to look at, and the way on.

The address holds the lesson and the step along with the settings, so that a link leads to the same place.
"""

import streamlit as st

from pages.session import data
from pages.session.markdown import escape
from pages.ui import controls
from pages.ui.lessons import LESSONS, Lesson, Step

_PLACE = "place in a lesson"
_TURN = "page to turn to"


def go(name: str, step: int) -> None:
    """To a step of a lesson: its settings, then its page."""
    place = LESSONS[name].steps[step - 1]
    st.session_state[_PLACE] = (name, step)
    st.session_state[_TURN] = place.page
    controls.bring(place.settings)
    # The address still holds the step before; it would win over the session.
    _write(name, step)


def place() -> tuple[str, int] | None:
    """The lesson under way and its step; None without one."""
    return st.session_state.get(_PLACE)


def turn(steps: int) -> None:
    """So many steps on, or back; nothing at the ends of the lesson."""
    if _PLACE in st.session_state:
        name, step = st.session_state[_PLACE]
        if 1 <= step + steps <= len(LESSONS[name].steps):
            go(name, step + steps)


def banner(page: str) -> None:
    """Above every page: the step of the lesson that is under way; nothing without one."""
    target = st.session_state.pop(_TURN, None)
    if target is not None and target != page:
        name, step = st.session_state[_PLACE]
        # Named one by one: what is bound to a control of this page must not come along.
        address = {"dataset": st.session_state["dataset"], "lesson": name, "step": str(step)}
        st.switch_page(f"{target}.py", query_params=address)
    _arrive()
    if _PLACE not in st.session_state:
        return
    name, step = st.session_state[_PLACE]
    _write(name, step)
    with st.container(border=True, key="lesson"):
        _draw(name, LESSONS[name], step, page)


def _arrive() -> None:
    """Take the place from the address, where it differs from the one last written there."""
    name, raw = st.query_params.get("lesson"), st.query_params.get("step", "1")
    if name is None:
        return
    if name not in LESSONS or not raw.isdecimal() or not 1 <= int(raw) <= len(LESSONS[name].steps):
        problem = f"The link asks for step {raw[:20]!r} of lesson {name[:40]!r}, which does not exist."
        st.warning(escape(problem))
        del st.query_params["lesson"]
        st.query_params.pop("step", None)
        return
    st.session_state[_PLACE] = (name, int(raw))


def _write(name: str, step: int) -> None:
    st.query_params["lesson"] = name
    st.query_params["step"] = str(step)


def _draw(name: str, lesson: Lesson, step: int, page: str) -> None:
    place, last = lesson.steps[step - 1], step == len(lesson.steps)
    words, buttons = st.columns([3.4, 1], gap="medium", vertical_alignment="center")
    elsewhere = _elsewhere(place, page)
    with words:
        st.markdown(f"**{lesson.title}** · step {step} of {len(lesson.steps)}")
        if elsewhere:
            st.markdown(f":material/info: {elsewhere}")
        st.markdown(f"{place.look} *{place.question}*")
    with buttons, st.container(horizontal=True, horizontal_alignment="right", gap="small"):
        if elsewhere:
            st.button("Go to this step", on_click=go, args=(name, step), icon=":material/undo:")
        if step > 1:
            st.button("Back", on_click=go, args=(name, step - 1))
        if not last:
            st.button("Next", on_click=go, args=(name, step + 1), type="primary")
        st.button("Finish" if last else "End", on_click=_leave, type="primary" if last else "tertiary")


def _elsewhere(place: Step, page: str) -> str:
    """Why the text of a step does not fit what the page shows; "" where it does."""
    if page != place.page:
        return "This text is about another page."
    now = {key: st.session_state.get(key, value) for key, value in place.settings.items()}
    if now["dataset"] != place.settings["dataset"]:
        about, shown = (escape(data.title(key)) for key in (place.settings["dataset"], now["dataset"]))
        return f"This text is about {about}; the page shows {shown}."
    if any(str(now[key]) != str(value) for key, value in place.settings.items()):
        return "This text is about other settings than the page shows."
    return ""


def _leave() -> None:
    st.session_state.pop(_PLACE, None)
    for key in ("lesson", "step"):
        st.query_params.pop(key, None)
