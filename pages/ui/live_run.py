"""Progress, numbers and curves of runs as the browser fetches them, without a run of the page.

The page runs again when one of the runs has ended.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import cache
from html import escape

import streamlit as st

import n2n
from n2n.files.assets import ASSETS
from n2n.training.jobs import QUEUED, Status
from n2n.training.tables import duration
from pages.session.live_files import LiveFile, publish

EVERY = 2.5
"""Seconds between two looks: each takes hundredths of a second that the training may miss."""
_FOLDER = ASSETS / "live"
Parts = dict[str, Callable[[], str]]
"""Name of a part -> what makes its HTML."""


class Followed:
    """Some runs, and the address at which the browser follows them.

    Args:
        runs: followed until one of those that have not ended does.
        parts: what is shown of them.
        look: whatever else the parts depend on.
    """

    def __init__(self, runs: Sequence[n2n.Run], parts: Parts, look: str = ""):
        self._parts, self._active = parts, [run for run in runs if not run.status.ended]
        names = [run.id for run in runs] + [str(len(self._active)), *parts, look]
        name = hashlib.sha256("\n".join(names).encode()).hexdigest()[:32]
        self.address = publish(name, LiveFile(self.content, self._over, "application/json"))
        """None where the page must poll."""

    def ended(self) -> bool:
        """Whether one of them has ended since."""
        return any(run.status.ended for run in self._active)

    def _over(self) -> bool:
        """The same, for who tidies up: asking does not count as watching the runs."""
        return any(run.ended for run in self._active)

    def content(self) -> bytes:
        """All parts at this moment."""
        if self.ended():
            return b'{"ended": true}'
        return json.dumps({name: make() for name, make in self._parts.items()}).encode()

    def show(self, part: str, key: str) -> None:
        """Draw one of the parts here."""
        sent = {"address": self.address, "part": part, "every": 1000 * EVERY, "html": self._parts[part]()}
        _component()(data=sent, key=f"live.{key}.{part}", height="content", on_ended_change=lambda: None)


def progress_of(status: Status) -> tuple[float, str]:
    """How far a run has come, from 0 to 1, and in words with the time that is left."""
    if status.state == QUEUED:
        ahead = status.position + 1
        return 0.0, f"Waiting, {ahead} {'run' if ahead == 1 else 'runs'} ahead"
    left = status.seconds_left
    rest = f", {duration(left)} left" if left is not None and not status.ended else ""
    return min(status.done / max(status.total, 1), 1.0), f"Epoch {status.done:,} of {status.total:,}{rest}"


def bar(status: Status) -> str:
    """The same as HTML.

    >>> print(bar(Status("id", "title", "running", done=1, total=4, left=8.0)))
    <div>Epoch 1 of 4, 8.0 s left</div>
    <div class="bar" role="progressbar" aria-valuenow="25"><div style="width:25.0%"></div></div>
    """
    share, words = progress_of(status)
    return (
        f"<div>{escape(words)}</div>\n"
        f'<div class="bar" role="progressbar" aria-valuenow="{100 * share:.0f}">'
        f'<div style="width:{share:.1%}"></div></div>'
    )


def numbers(values: dict[str, str]) -> str:
    """Named numbers in a row, as HTML."""
    found = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in values.items()
    )
    return f'<dl class="numbers">{found}</dl>'


@cache
def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _component():
    return st.components.v2.component(
        "live_run", html=_file("live.html"), css=_file("live.css"), js=_file("live.js")
    )
