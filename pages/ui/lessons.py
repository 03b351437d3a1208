"""The guided lessons, from `assets/lessons.toml`: what to set, what to look at, what to think about.

A step names every setting of its page that it is about, so that the way back shows the same as the way there.
The numbers in the texts are those of the bundled graphs; a test computes them.
"""

import tomllib
from dataclasses import dataclass

from n2n.files.assets import ASSETS


@dataclass(frozen=True)
class Step:
    """One page with prepared settings."""

    page: str
    """Name of the file in `pages/`, without its extension."""
    settings: dict[str, str | int | bool]
    """Values by the key of their control, as the address has them; the dataset is one of them."""
    look: str
    question: str


@dataclass(frozen=True)
class Lesson:
    """A question that a few steps answer."""

    title: str
    about: str
    steps: tuple[Step, ...]


def _load() -> dict[str, Lesson]:
    given = tomllib.loads((ASSETS / "lessons.toml").read_text(encoding="utf-8"))
    return {
        name: Lesson(lesson["title"], lesson["about"], tuple(Step(**step) for step in lesson["steps"]))
        for name, lesson in given.items()
    }


LESSONS = _load()
"""The lessons by their name in the address."""
