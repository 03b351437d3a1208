"""The lessons, from `assets/lessons.toml`."""

import tomllib
from dataclasses import dataclass

from n2n.files.assets import ASSETS


@dataclass(frozen=True)
class Step:
    """One screen: a scene, a text about it, a question and its answer; numbers stand in braces."""

    scene: str
    text: str
    question: str
    answer: str


@dataclass(frozen=True)
class Lesson:
    """A question that a few steps answer."""

    title: str
    about: str
    dataset: str
    """The graph it begins with."""
    closing: str
    next: str
    """The lesson to go on with."""
    steps: tuple[Step, ...]


LESSONS = {
    name: Lesson(**lesson | {"steps": tuple(Step(**step) for step in lesson["steps"])})
    for name, lesson in tomllib.loads((ASSETS / "lessons.toml").read_text(encoding="utf-8")).items()
}
"""The lessons by their name in the address."""
