"""The lessons: what each is about, to be read alone or presented."""

import streamlit as st

from pages.session import presenting
from pages.ui import frame, guide
from pages.ui.lessons import LESSONS


def _present(name: str) -> None:
    presenting.turn(True)
    guide.go(name, 1)


main, side = frame.page(
    "Learn", "Four lessons of six steps: each asks one question and answers it on a graph of your choice."
)
with main:
    for name, lesson in LESSONS.items():
        with st.container(border=True):
            st.subheader(lesson.title, anchor=False)
            st.markdown(lesson.about)
            with st.container(horizontal=True):
                st.button(
                    "Begin", key=f"begin.{name}", on_click=guide.go, args=(name, 1), icon=":material/school:"
                )
                st.button(
                    "Present",
                    key=f"present.{name}",
                    on_click=_present,
                    args=(name,),
                    icon=":material/present_to_all:",
                )
with side:
    st.caption("Presentation mode: large type, one screen per step, → and ← to move, Esc to leave.")
