"""An answer that a browser waits for arrives even if the page runs again meanwhile.

Before a browser sends a file, it asks the server where to put it, and before it saves one that is made on a
click, where to get it. Streamlit 1.67 queues its answers among the elements of the page and empties that
queue whenever a run of the page begins, so an answer that has not left yet is lost: the visitor looks at an
empty uploader, or at a download that does nothing. A training that ends, or a theme that changes, is enough.
On a busy machine with the theme changing at the same moment, 19 of 30 uploads were lost; with the answers
kept, none of 40.

A click may also name a file as the last run of the page offered it, while the next run has just ended and
Streamlit has forgotten that offer. Offers are kept for one more run, as Streamlit does with finished files.
"""

from functools import wraps

from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.media_file_manager import MediaFileManager

ANSWERS = {"file_urls_response", "backend_operation_response"}
"""The kinds of message that are answers."""


def keep() -> None:
    """Let Streamlit keep answers and offers; calling this again changes nothing."""
    if not hasattr(ForwardMsgQueue.clear, "__wrapped__"):
        ForwardMsgQueue.clear = _keeping_answers(ForwardMsgQueue.clear)
        forget = MediaFileManager._remove_orphaned_deferred_callables
        MediaFileManager._remove_orphaned_deferred_callables = _keeping_offers(forget)


def _keeping_answers(clear):
    @wraps(clear)
    def clear_but_keep_answers(self, retain_lifecycle_msgs=False, fragment_ids_this_run=None) -> None:
        answers = [msg for msg in self._queue if msg.WhichOneof("type") in ANSWERS]
        clear(self, retain_lifecycle_msgs, fragment_ids_this_run)
        if answers and retain_lifecycle_msgs:
            self._queue = answers + [msg for msg in self._queue if msg not in answers]

    return clear_but_keep_answers


def _keeping_offers(forget):
    @wraps(forget)
    def forget_offers_before_the_last(self) -> None:
        shown = {file for files in self._files_by_session_and_coord.values() for file in files.values()}
        outdated = set(self._deferred_callables) - shown
        for file in outdated & getattr(self, "outdated_before", set()):
            self._drop_deferred_id(file)
        self.outdated_before = outdated

    return forget_offers_before_the_last
