import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from n2n.compute import threads
from n2n.compute.threads import equal_cost_bounds, num_blocks, num_threads, run_blocks


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr(threads, "num_threads", lambda: 3)
    monkeypatch.setattr(threads, "MIN_BLOCK_COST", 1)


@pytest.mark.parametrize(
    ("processes", "asked", "expected"),
    [("1", "", 8), ("2", "", 4), ("1", "3", 3), ("4", "3", 2), ("1", "4,2", 8), ("16", "", 1)],
)
def test_cores_are_shared_by_processes_and_fewer_may_be_asked_for(monkeypatch, processes, asked, expected):
    monkeypatch.setattr(threads.os, "sched_getaffinity", lambda process: set(range(8)), raising=False)
    monkeypatch.setenv("LOCAL_WORLD_SIZE", processes)
    monkeypatch.setenv("OMP_NUM_THREADS", asked)
    assert num_threads() == expected


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 50), min_size=1, max_size=60), st.integers(1, 20))
def test_bounds_cut_into_blocks_of_equal_cost(cost, cores):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threads, "num_threads", lambda: cores)
        patch.setattr(threads, "MIN_BLOCK_COST", 1)
        bounds = equal_cost_bounds(np.array(cost))
        wanted = num_blocks(sum(cost))
    assert bounds[0] == 0
    assert bounds[-1] == len(cost)
    assert (np.diff(bounds) > 0).all()
    for start, stop in pairwise(bounds):
        assert sum(cost[start:stop]) <= sum(cost) / wanted + max(cost) + 1


def test_every_row_is_visited_once(small_blocks):
    visits = np.zeros(1000, int)

    def visit(visits, start, stop):
        visits[start:stop] += 1

    run_blocks(visit, equal_cost_bounds(np.ones(1000)), visits)
    assert (visits == 1).all()


def test_where_the_pool_has_ended_the_caller_visits_every_row(small_blocks, monkeypatch):
    ended = ThreadPoolExecutor(1)
    ended.shutdown()
    monkeypatch.setattr(threads, "_pool", lambda: ended)
    test_every_row_is_visited_once(small_blocks)


def test_an_error_in_a_block_reaches_the_caller(small_blocks):
    def fail(start, stop):
        raise ArithmeticError(f"block {start}")

    with pytest.raises(ArithmeticError, match="block"):
        run_blocks(fail, np.array([0, 5, 10]))


FORKED = """
import os
from n2n.compute.threads import map_ordered, run_blocks
assert list(map_ordered(str, range(50)))[-1] == "49"
child = os.fork()
if child == 0:
    os._exit(list(map_ordered(str, range(50))) != [str(i) for i in range(50)])
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_has_threads_of_its_own():
    assert subprocess.run([sys.executable, "-c", FORKED], check=False, timeout=30).returncode == 0
