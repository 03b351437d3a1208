"""The lessons: a list of them, or one step of one, on one screen, alone or presented.

A step has one entry in the history of the browser: the address names lesson and step, and nothing else
of it is bound to the address.
"""

import streamlit as st

from pages.parts.scenes import SCENES
from pages.parts.stage import Stage, Unsuitable
from pages.session import data
from pages.session.markdown import escape
from pages.ui import controls, frame, presentation
from pages.ui.lessons import LESSONS, Lesson, Step

# The figure takes what the window leaves, less on a phone; there is no empty space below it.
_STYLE = """<style>
.st-key-page {margin-bottom: -9.5rem;}
[class*="st-key-scene-"] {height: max(330px, calc(100vh - 13rem));}
.st-key-lesson_head h1 {font-size: 1.3rem; padding: 0;}
@media (max-width: 640px) {.st-key-lesson_head > :first-child {flex-basis: 100%;}}
</style>"""


def _show_list() -> None:
    frame.heading(
        "Learn", "Each lesson asks one question and answers it in six steps, on a graph of your choice."
    )
    chosen = st.session_state["dataset"]
    for name, lesson in LESSONS.items():
        with st.container(border=True):
            st.header(lesson.title, anchor=False)
            st.markdown(lesson.about)
            # The lesson's own graph, unless the visitor has chosen one.
            graph = lesson.dataset if chosen == controls.DEFAULT else chosen
            with st.container(horizontal=True):
                for label, present, icon in (("Begin", False, "school"), ("Present", True, "present_to_all")):
                    st.button(
                        label,
                        key=f"{label}.{name}",
                        icon=f":material/{icon}:",
                        on_click=_begin,
                        args=(name, graph, present),
                    )
    presentation.listen()
    st.caption("Presentation mode has large type and no sidebar: → and ← move between steps, Esc exits.")


def _begin(name: str, dataset: str, present: bool) -> None:
    # By a button: the browser keeps its address where a link leads to the page that it is on.
    # All at once: one entry in the history.
    st.query_params.update({"lesson": name, "step": "1"} | ({"present": "1"} if present else {}))
    st.session_state["dataset"] = dataset
    presentation.turn(present)


def _in_address() -> tuple[str, int] | None:
    """The lesson and the step that the address names; None, with a sentence, where there is no such step."""
    name, raw = st.query_params.get("lesson"), st.query_params.get("step", "1")
    if name is None:
        return None
    last = len(LESSONS[name].steps) + 1 if name in LESSONS else 0
    if not raw.isdecimal() or not 1 <= int(raw) <= last:
        words = f"The link asks for step {raw[:20]!r} of lesson {name[:40]!r}, which does not exist."
        st.warning(escape(words))
        return None
    return name, int(raw)


def _go(step: int) -> None:
    st.query_params["step"] = str(step)


def _head(lesson: Lesson, number: int, key: str) -> None:
    """Where one is, and the way on, in one line."""
    last = len(lesson.steps)
    with st.container(horizontal=True, vertical_alignment="center", key="lesson_head"):
        where = f"step {number} of {last}" if number <= last else "summary"
        st.markdown(f"# {lesson.title}\n{where} · {escape(data.title(key))}")
        st.button(
            "Back", on_click=_go, args=(number - 1,), disabled=number == 1, icon=":material/arrow_back:"
        )
        st.button(
            "Next",
            on_click=_go,
            args=(number + 1,),
            disabled=number > last,
            type="primary",
            icon=":material/arrow_forward:",
        )
    presentation.listen(number > 1, number <= last, lambda change: _go(number + change))


def _show_step(name: str, number: int, step: Step, key: str) -> None:
    with st.container(key="lesson_step"):
        words, figure = st.columns([1, 1.75], gap="medium")
    with words:
        text, beside, ask = st.container(), st.container(horizontal=True), st.container()
    with figure:
        place = st.container(key="lesson_figure")
    try:
        if not data.graph(key).has_labels:
            raise Unsuitable("This graph has no labels, so there is nothing to compare here.")
        facts = SCENES[step.scene](Stage(key, f"{name}.{number}", beside, place))
    except Unsuitable as reason:
        text.info(f"{reason} Choose another dataset.")
        return
    text.markdown(step.text.format(**facts))
    with ask:
        st.markdown(f"**{step.question}**")
        with st.expander("Answer", key=f"answer.{name}.{number}"):
            st.markdown(step.answer.format(**facts))


def _show_closing(lesson: Lesson, key: str) -> None:
    st.markdown(lesson.closing)
    st.markdown("**Where to go**")
    with st.container(horizontal=True):
        st.button(
            f"Next lesson: {LESSONS[lesson.next].title}",
            on_click=_begin,
            args=(lesson.next, key, presentation.is_on()),
        )
        st.page_link("start.py", label="Try it on Start", icon=":material/home:")
        st.page_link("your_data.py", label="Use my graph", icon=":material/upload_file:")


asked = _in_address()
if asked is None:
    _show_list()
else:
    name, number = asked
    lesson = LESSONS[name]
    st.html(_STYLE)
    key, _ = frame.dataset()
    _head(lesson, number, key)
    if number <= len(lesson.steps):
        _show_step(name, number, lesson.steps[number - 1], key)
    else:
        _show_closing(lesson, key)
