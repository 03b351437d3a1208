"""Cold starts of a visitor: found again by what was asked for, and nameless for others."""

import pytest

import n2n
from n2n.training.jobs import Jobs
from pages.session import cold_starts, runs
from pages.session.cold_starts import Request


@pytest.fixture
def waiting(monkeypatch):
    """A queue in which nothing begins."""
    jobs = Jobs(workers=0)
    monkeypatch.setattr(runs, "jobs", lambda: jobs)
    monkeypatch.setattr(cold_starts.st, "session_state", {})
    return jobs


def test_it_is_found_by_what_was_asked_for_and_stopped(waiting):
    request, other = (Request("karate", percent, ("MLP",), 1, "paper", 0) for percent in (20, 10))
    cold_starts.start(request, n2n.load("karate"))
    assert cold_starts.status(request).state == "queued"
    assert (cold_starts.status(other), cold_starts.result(other), cold_starts.progress(other)) == (None,) * 3
    cold_starts.stop(other)
    cold_starts.stop(request)
    assert cold_starts.status(request).cause == "Stopped on request."


def test_the_name_of_an_own_graph_is_not_for_all_to_see(waiting):
    graph = n2n.load("karate").replace(name="my secret club")
    for key in ("karate", "own-1-club"):
        cold_starts.start(Request(key, 20, ("MLP",), 1, "paper", 0), graph)
    assert [job.title for job in waiting.queue()] == [
        f"Cold start on {n2n.catalogue()['karate'].title}",
        "Cold start on a visitor's own graph",
    ]
