"""Work in a thread as an iterator of its reports."""

import threading

import pytest

from pages.session.progress import reports
from tests.pages.app import PATIENCE


def test_all_reports_arrive_in_their_order():
    def work(report):
        for step in range(3):
            report("step", step)

    seen = list(reports(work, ("begin", None)))
    assert [item for item in dict.fromkeys(seen)] == [("begin", None), ("step", 0), ("step", 1), ("step", 2)]


def test_what_goes_wrong_in_the_thread_goes_wrong_here():
    def work(report):
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        list(reports(work, (0.0,)))


def test_work_that_is_given_up_ends_at_its_next_report():
    go_on, ended = threading.Event(), threading.Event()

    def work(report):
        try:
            go_on.wait(PATIENCE)
            report(0.5)
        except Exception:
            ended.set()
            raise

    items = reports(work, (0.0,))
    assert next(items) == (0.0,)
    items.close()
    go_on.set()
    assert ended.wait(PATIENCE)
