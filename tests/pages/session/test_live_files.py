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
def files(monkeypatch):
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


def test_a_file_of_that_name_stays_and_ended_ones_go_after_a_while(files, monkeypatch):
    over = []
    first = LiveFile(bytes, lambda: bool(over), "text/plain")
    publish("a", first)
    publish("a", LiveFile(bytes, lambda: False, "text/plain"))
    assert list(files.values()) == [first]
    over.append(1)
    publish("b", LiveFile(bytes, lambda: False, "text/plain"))
    assert list(files) == ["live-a", "live-b"], "a browser may not know yet"
    monkeypatch.setattr(live_files, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + STAYS))
    publish("b", LiveFile(bytes, lambda: False, "text/plain"))
    assert list(files) == ["live-b"]


def test_where_streamlit_keeps_files_elsewhere_there_is_no_address(monkeypatch):
    monkeypatch.setattr(live_files.runtime, "exists", lambda: True)
    monkeypatch.setattr(live_files.runtime, "get_instance", lambda: Server(None))
    assert publish("a", LiveFile(bytes, lambda: False, "text/plain")) is None
