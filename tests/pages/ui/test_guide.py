"""The guide through the lessons: every step opens, the way leads on and back."""

import pytest

from pages.ui.lessons import LESSONS
from tests.pages.app import open_page, texts

TITLES = {
    "start": "N2N Explorer",
    "graph": "Graph",
    "taps": "TAPS, step by step",
    "subgraphs": "Subgraphs",
    "smoothness": "Label smoothness",
    "train": "Train",
    "embeddings": "Embeddings",
}


STEPS = [(name, step) for name in LESSONS for step in range(1, len(LESSONS[name].steps) + 1)]


def press(app, label: str):
    app = next(button for button in app.button if button.label == label).click().run()
    assert not app.exception
    return app


def check(app, name: str, step: int) -> None:
    """The page shows this step with its settings."""
    lesson = LESSONS[name]
    place = lesson.steps[step - 1]
    assert f"**{lesson.title}** · step {step} of {len(lesson.steps)}" in texts(app)
    assert place.look in texts(app)
    assert [title.value for title in app.title] == [TITLES[place.page]]
    assert not app.warning
    for key, value in place.settings.items():
        assert app.session_state[key] == value, key


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_leads_to_its_end_and_back(name):
    app = open_page("start")
    app.button(key=f"begin.{name}").click().run()
    last = len(LESSONS[name].steps)
    for step in range(1, last + 1):
        check(app, name, step)
        if step < last:
            press(app, "Next")
    press(app, "Back")
    check(app, name, last - 1)
    press(app, "Next")
    press(app, "Finish")
    assert "lesson" not in app.query_params
    assert LESSONS[name].title not in texts(app)


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_a_link_leads_to_a_step(name, step):
    place = LESSONS[name].steps[step - 1]
    settings = {key: str(value).lower() if value is True else value for key, value in place.settings.items()}
    check(open_page(place.page, lesson=name, step=step, **settings), name, step)


@pytest.mark.parametrize(("name", "step"), [("nothing", 1), ("choice", 0), ("choice", 9), ("choice", "x")])
def test_a_step_that_does_not_exist_is_told(name, step):
    app = open_page("start", lesson=name, step=step)
    assert "which does not exist" in app.warning[0].value
    assert "lesson" not in app.query_params


def test_on_another_page_the_lesson_offers_the_way_back():
    app = open_page("start", lesson="choice", step=1)
    press(app, "Go to this step")
    check(app, "choice", 1)
