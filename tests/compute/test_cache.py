"""The cache is bounded, and of many threads that want a value only one makes it."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from n2n.compute.cache import BoundedCache


def test_what_was_not_used_for_longest_goes_first():
    cache = BoundedCache(count=2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == (1, None, 3)


def test_a_value_may_be_none():
    cache, made = BoundedCache(count=1), []
    for _ in range(2):
        assert cache.get_or_make("a", lambda: made.append(1)) is None
    assert made == [1]


def test_many_threads_that_want_one_value_make_it_once():
    cache, begin, made = BoundedCache(count=4), threading.Barrier(8), []

    def make():
        made.append(1)
        # Whoever else got past the lock would make it too, now.
        threading.Event().wait(0.05)
        return object()

    def ask(_):
        begin.wait()
        return cache.get_or_make("a", make)

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(ask, range(8)))) == 1
    assert len(made) == 1


def test_a_value_can_be_made_from_another_while_a_third_is_being_made():
    cache, release = BoundedCache(count=4), threading.Event()
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(cache.get_or_make, "slow", release.wait)
        assert cache.get_or_make("a", lambda: cache.get_or_make("b", lambda: 2) + 1) == 3
        release.set()
        assert slow.result() is True


def test_after_a_failure_the_one_who_waited_tries():
    cache, failing, waiting = BoundedCache(count=4), threading.Event(), threading.Event()

    def fail():
        failing.set()
        waiting.wait()
        raise RuntimeError("cancelled")

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(cache.get_or_make, "a", fail)
        failing.wait()
        second = pool.submit(cache.get_or_make, "a", lambda: "made")
        waiting.set()
        with pytest.raises(RuntimeError, match="cancelled"):
            first.result()
        assert second.result() == "made"
    assert cache.get("a") == "made"
