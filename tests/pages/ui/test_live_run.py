"""What the browser fetches of runs in progress."""

import json

import n2n
from n2n.training.jobs import Status
from pages.ui import live_run
from pages.ui.live_run import Followed, numbers, progress_of
from tests import legacy


def test_a_run_is_followed_until_it_ends():
    run = legacy.Run(n2n.Settings(), "karate")
    status = [Status("id", "a run", "running", done=3, total=8)]
    run.ask_worker = lambda: status[0]
    followed = Followed([run], {"epochs": lambda: str(run.status.done)})
    assert json.loads(followed.content()) == {"epochs": "3"}
    status[0] = Status("id", "a run", "done", done=8, total=8)
    assert json.loads(followed.content()) == {"ended": True}


def test_who_tidies_up_does_not_watch(monkeypatch):
    files, asked = [], []
    monkeypatch.setattr(live_run, "publish", lambda name, file: files.append(file))
    run = legacy.Run(n2n.Settings(), "karate")
    run.ask_worker = lambda: asked.append(1) or Status("id", "a run", "running", total=8)
    Followed([run], {})
    asked.clear()
    assert not files[0]._ended()
    assert not asked, "a run that its visitor has left would go on as long as somebody follows another"
    run.ask_worker = None
    assert files[0]._ended()


def test_progress_tells_the_epoch_or_the_place_in_the_queue():
    assert progress_of(Status("id", "", "running", done=2, total=8, seconds=4.0)) == (
        0.25,
        "Epoch 2 of 8, 12 s left",
    )
    assert progress_of(Status("id", "", "queued", total=8, position=1)) == (0.0, "Waiting, 2 runs ahead")


def test_numbers_are_safe_as_html():
    assert "&lt;b&gt;" in numbers({"<b>": "1"})
