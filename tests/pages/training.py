"""Starting runs on the page Train, and waiting for them."""

import re
import time

from pages.session import runs
from tests.pages.app import PATIENCE

QUICK = {"train.epochs": 12, "train.width": 8, "train.evaluate_every": 3, "train.snapshots": 2}
LONG = QUICK | {"train.epochs": 100_000, "train.patience": 0, "train.snapshots": 0}


def button(app, label: str):
    """The button of that label."""
    return next(button for button in app.button if button.label == label)


def start(app):
    """Press Start."""
    button(app, "Start").click().run()
    assert not app.exception
    return app


def finish(app):
    """Wait until the chosen run has ended, and look again."""
    runs.jobs().wait(app.query_params["run"], PATIENCE)
    return app.run()


def stopped(app):
    """Press Stop, and wait until the run has ended."""
    button(app, "Stop").click().run()
    return finish(app)


def said(app) -> str:
    """What the page says beside its text: captions, notes and problems."""
    shown = " ".join(element.value for kind in (app.caption, app.info, app.error) for element in kind)
    return re.sub(r"\\(.)", r"\1", shown)


def until_epoch(id: str, epoch: int) -> None:
    """Wait until a run has come so far."""
    end = time.monotonic() + PATIENCE
    while runs.jobs().status(id).done < epoch:
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)
