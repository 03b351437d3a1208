"""The lessons: a list of them, or one step of one, on one screen, alone or presented.

A step has one entry in the history of the browser: the address names lesson and step, and nothing else
of it is bound to the address.
"""

import streamlit as st

import n2n
from pages.parts.scenes import SCENES
from pages.parts.stage import Stage
from pages.session import data, own_graphs
from pages.session.markdown import escape
from pages.ui import controls, frame, presentation
from pages.ui.lessons import LESSONS, Lesson, Step


def _overview() -> None:
    frame.heading(
        "Learn", "Each lesson asks one question and answers it in six steps, on a graph of your choice."
    )
    for name, lesson in LESSONS.items():
        with st.container(border=True):
            st.subheader(lesson.title, anchor=False)
            st.markdown(lesson.about)
            with st.container(horizontal=True):
                for label, present, icon in (
                    ("Begin", {}, ":material/school:"),
                    ("Present", {"present": "1"}, ":material/present_to_all:"),
                ):
                    # A page link keeps the dataset that was chosen, if any was.
                    address = {"lesson": name, "step": "1", "dataset": _dataset_for(lesson), **present}
                    st.page_link("learn.py", label=label, icon=icon, query_params=address)
    presentation.listen()
    st.caption("Presentation mode has large type and no sidebar: → and ← move between steps, Esc exits.")


def _dataset_for(lesson: Lesson) -> str:
    """The graph that is chosen; the lesson's own one where that is still the default."""
    chosen = st.session_state.get("dataset", controls.DEFAULT)
    return lesson.dataset if chosen == controls.DEFAULT else chosen


def _address() -> tuple[str, int] | None:
    """The lesson and the step that the address names; None, with a sentence, where there is no such step."""
    name, raw = st.query_params.get("lesson"), st.query_params.get("step", "1")
    if name is None:
        return None
    last = len(LESSONS[name].steps) + 1 if name in LESSONS else 0
    if not raw.isdecimal() or not 1 <= int(raw) <= last:
        st.warning(
            escape(f"The link asks for step {raw[:20]!r} of lesson {name[:40]!r}, which does not exist.")
        )
        return None
    return name, int(raw)


def _go(step: int) -> None:
    st.query_params["step"] = str(step)


def _change_dataset() -> None:
    controls.bring({"dataset": st.session_state["lesson.dataset"]})


def _head(name: str, lesson: Lesson, step: int, last: int) -> None:
    """Where one is, the dataset, and the way on, in one line."""
    known = n2n.catalogue() | {key: own.info for key, own in own_graphs.held().items()}
    with st.container(horizontal=True, vertical_alignment="center", key="lesson_head"):
        where = f"step {step} of {last}" if step <= last else "summary"
        st.markdown(f"# {lesson.title}\n{where}")
        st.session_state["lesson.dataset"] = st.session_state["dataset"]
        st.selectbox(
            "Dataset",
            list(known),
            key="lesson.dataset",
            format_func=lambda key: known[key].title,
            on_change=_change_dataset,
            label_visibility="collapsed",
            width=150,
        )
        st.button("Back", on_click=_go, args=(step - 1,), disabled=step == 1, icon=":material/arrow_back:")
        st.button(
            "Next",
            on_click=_go,
            args=(step + 1,),
            disabled=step > last,
            type="primary",
            icon=":material/arrow_forward:",
        )
    presentation.listen(step > 1, step <= last, lambda change: _go(step + change))


def _step(name: str, step: Step, number: int, key: str) -> None:
    with st.container(key="lesson_step"):
        words, figure = st.columns([1, 1.75], gap="medium")
    with words:
        text, beside, ask = st.container(), st.container(horizontal=True), st.container()
    with figure:
        place = st.container(key="lesson_figure")
    if not data.graph(key).has_labels:
        text.info("This graph has no labels, so there is nothing to compare here: choose another dataset.")
        return
    facts = SCENES[step.scene](Stage(key, f"{name}.{number}", beside, place))
    with text:
        st.markdown(step.text.format(**facts))
    with ask:
        st.markdown(f"**{step.question}**")
        with st.expander("Answer", key=f"answer.{name}.{number}"):
            st.markdown(step.answer.format(**facts))


def _closing(lesson: Lesson) -> None:
    with st.container(key="lesson_step"):
        st.markdown(lesson.closing)
        st.markdown("**Where to go**")
        with st.container(horizontal=True):
            following = {"lesson": lesson.next, "step": "1", "dataset": st.session_state["dataset"]}
            if presentation.is_on():
                following["present"] = "1"
            st.page_link(
                "learn.py", label=f"Next lesson: {LESSONS[lesson.next].title}", query_params=following
            )
            st.page_link("start.py", label="Try it on Start", icon=":material/home:")
            st.page_link("your_data.py", label="Use my graph", icon=":material/upload_file:")


# The figure takes what the window leaves, less on a phone.
_STYLE = """<style>
.st-key-lesson_figure, .st-key-lesson_figure > div:has(.stPlotlyChart) {
    height: max(330px, calc(100vh - 13rem));
}
.st-key-lesson_head h1 {font-size: 1.3rem; padding: 0;}
</style>"""

found = _address()
if found is None:
    _overview()
else:
    name, number = found
    lesson = LESSONS[name]
    st.html(_STYLE)
    _head(name, lesson, number, len(lesson.steps))
    key, graph = frame.dataset()
    if number <= len(lesson.steps):
        _step(name, lesson.steps[number - 1], number, key)
    else:
        _closing(lesson)
