"""The answer to a browser that wants to send a file survives the start of a run."""

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from pages.session import uploads


def _queue() -> ForwardMsgQueue:
    """What waits for the browser: an element, the answer to its question, and the end of a run."""
    element, answer, end = ForwardMsg(), ForwardMsg(), ForwardMsg()
    element.delta.new_element.text.body = "old"
    answer.file_urls_response.response_id = "7"
    end.script_finished = ForwardMsg.FINISHED_SUCCESSFULLY
    queue = ForwardMsgQueue()
    for message in (element, answer, end):
        queue.enqueue(message)
    return queue


def _kinds(queue: ForwardMsgQueue) -> list[str]:
    return [message.WhichOneof("type") for message in queue.flush()]


def test_the_answer_stays_when_a_run_begins():
    uploads.keep_answers()
    queue = _queue()
    queue.clear(retain_lifecycle_msgs=True)
    assert _kinds(queue) == ["file_urls_response", "script_finished"]
    assert queue.is_empty()


def test_it_stays_once_when_a_part_of_the_page_runs():
    uploads.keep_answers()
    queue = _queue()
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["part"])
    assert sorted(_kinds(queue)) == ["delta", "file_urls_response", "script_finished"]


def test_nothing_stays_when_everything_goes():
    uploads.keep_answers()
    queue = _queue()
    queue.clear()
    assert queue.is_empty()


def test_streamlit_still_needs_the_help():
    """Once Streamlit keeps the answer itself, the module can go."""
    uploads.keep_answers()
    uploads.keep_answers()
    queue = _queue()
    ForwardMsgQueue.clear.__wrapped__(queue, retain_lifecycle_msgs=True)
    assert _kinds(queue) == ["script_finished"]
