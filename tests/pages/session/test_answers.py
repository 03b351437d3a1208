"""Answers to a browser that wants to send or to save a file survive the start of a run."""

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.media_file_manager import MediaFileManager, MediaFileStorageError
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from pages.session import answers


@pytest.fixture(params=["file_urls_response", "backend_operation_response"])
def kind(request):
    return request.param


def _queue(kind: str) -> ForwardMsgQueue:
    """What waits for the browser: an element, the answer to its question, and the end of a run."""
    element, answer, end = ForwardMsg(), ForwardMsg(), ForwardMsg()
    element.delta.new_element.text.body = "old"
    getattr(answer, kind).SetInParent()
    end.script_finished = ForwardMsg.FINISHED_SUCCESSFULLY
    queue = ForwardMsgQueue()
    for message in (element, answer, end):
        queue.enqueue(message)
    return queue


def _kinds(queue: ForwardMsgQueue) -> list[str]:
    return [message.WhichOneof("type") for message in queue.flush()]


def test_the_answer_stays_when_a_run_begins(kind):
    answers.keep()
    queue = _queue(kind)
    queue.clear(retain_lifecycle_msgs=True)
    assert _kinds(queue) == [kind, "script_finished"]
    assert queue.is_empty()


def test_it_stays_once_when_a_part_of_the_page_runs(kind):
    answers.keep()
    queue = _queue(kind)
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["part"])
    assert sorted(_kinds(queue)) == sorted(["delta", kind, "script_finished"])


def test_nothing_stays_when_everything_goes(kind):
    answers.keep()
    queue = _queue(kind)
    queue.clear()
    assert queue.is_empty()


def test_streamlit_still_needs_the_help(kind):
    """Once Streamlit keeps the answer itself, the module can go."""
    answers.keep()
    answers.keep()
    queue = _queue(kind)
    ForwardMsgQueue.clear.__wrapped__(queue, retain_lifecycle_msgs=True)
    assert _kinds(queue) == ["script_finished"]


def test_a_click_on_what_the_last_run_offered_still_gets_its_file():
    answers.keep()
    manager = MediaFileManager(MemoryMediaFileStorage("/media"))
    offer = manager.add_deferred(lambda: b"data", "text/plain", "place", "file.txt")
    manager.clear_session_refs()
    manager.remove_orphaned_files()
    assert manager.execute_deferred(offer).startswith("/media/")
    manager.remove_orphaned_files()
    with pytest.raises(MediaFileStorageError, match="not found"):
        manager.execute_deferred(offer)


def test_streamlit_still_forgets_offers_at_once():
    answers.keep()
    manager = MediaFileManager(MemoryMediaFileStorage("/media"))
    manager.add_deferred(lambda: b"data", "text/plain", "place", "file.txt")
    manager.clear_session_refs()
    MediaFileManager._remove_orphaned_deferred_callables.__wrapped__(manager)
    assert not manager._deferred_callables
