"""Files that are made when the browser asks for them."""

import time
from types import SimpleNamespace

import pytest

from pages.session import live_files
from pages.session.live_files import STAYS, LiveFile, publish


class Server:
    """What of a running server matters here."""

    def __init__(self, files):
        storage = SimpleNamespace(_files_by_id=files)
        self.media_file_mgr = SimpleNamespace(_storage=storage)


@pytest.fixture
def timers(monkeypatch):
    """The timers that would have been started; `run` is what they do."""
    found = []

    class Timer:
        def __init__(self, seconds, function, arguments):
            self.run = lambda: function(*arguments)

        def start(self):
            found.append(self)

    monkeypatch.setattr(live_files.threading, "Timer", Timer)
    return found


@pytest.fixture
def files(monkeypatch, timers):
    found = {}
    monkeypatch.setattr(live_files.runtime, "exists", lambda: True)
    monkeypatch.setattr(live_files.runtime, "get_instance", lambda: Server(found))
    return found


def test_a_file_is_made_whenever_it_is_asked_for(files):
    calls = []
    file = LiveFile(lambda: calls.append(1) or bytes(len(calls)), lambda: False, "text/plain")
    assert publish("a", file) == "/media/live-a"
    (kept,) = files.values()
    assert (len(kept.content), len(kept.content)) == (1, 2)


def test_a_file_of_that_name_stays(files):
    first = LiveFile(bytes, lambda: False, "text/plain")
    publish("a", first)
    publish("a", LiveFile(bytes, lambda: False, "text/plain"))
    assert list(files.values()) == [first]


def test_ended_files_go_after_a_while_though_nothing_is_published(files, timers, monkeypatch):
    over = []
    publish("a", LiveFile(bytes, lambda: "a" in over, "text/plain"))
    publish("b", LiveFile(bytes, lambda: "b" in over, "text/plain"))
    files["image"] = "of streamlit's own"
    over.append("a")
    assert len(timers) == 1
    timers.pop().run()
    assert list(files) == ["live-a", "live-b", "image"], "a browser may not know yet"
    over.append("b")
    start = time.monotonic()
    monkeypatch.setattr(live_files, "time", SimpleNamespace(monotonic=lambda: start + STAYS))
    timers.pop().run()
    assert list(files) == ["live-b", "image"]
    monkeypatch.setattr(live_files, "time", SimpleNamespace(monotonic=lambda: start + 2 * STAYS))
    timers.pop().run()
    assert list(files) == ["image"]
    assert not timers, "until another one is published"
    publish("c", LiveFile(bytes, lambda: False, "text/plain"))
    assert len(timers) == 1


def test_where_streamlit_keeps_files_elsewhere_there_is_no_address(monkeypatch):
    monkeypatch.setattr(live_files.runtime, "exists", lambda: True)
    monkeypatch.setattr(live_files.runtime, "get_instance", lambda: Server(None))
    assert publish("a", LiveFile(bytes, lambda: False, "text/plain")) is None
