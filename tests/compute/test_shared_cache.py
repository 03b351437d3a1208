"""Two processes that compile at the same time do not run each other's code."""

import os
import subprocess
import sys

import pytest

# Without a lock the index is that of the second process, and the code under its number that of the first.
COMPILE = """
import sys, time
before_index, before_data = float(sys.argv[2]), float(sys.argv[3])
import numpy as np
import n2n
karate = n2n.load("karate")
n2n.label_smoothness(karate, n2n.all_neighbours(karate))  # anything compiled

def pause(event, arguments):
    if event == "open" and "doubled" in str(arguments[0]) and "w" in str(arguments[1] or ""):
        time.sleep(before_index if ".nbi" in str(arguments[0]) else before_data)

sys.addaudithook(pause)
sys.path.insert(0, sys.argv[1])
from numbers_doubled import doubled
print("ready", flush=True)
sys.stdin.readline()
value = int if sys.argv[4] == "int" else float
assert doubled(value(21)) == 42
"""
MODULE = """
from numba import njit

@njit(cache=True)
def doubled(x):
    return x + x
"""
CHECK = """
import sys
import n2n
karate = n2n.load("karate")
n2n.label_smoothness(karate, n2n.all_neighbours(karate))
sys.path.insert(0, sys.argv[1])
from numbers_doubled import doubled
assert (doubled(21), doubled(21.5)) == (42, 43.0)
assert all(doubled.stats.cache_hits.values()) and len(doubled.stats.cache_hits) == 2, doubled.stats
"""


@pytest.mark.skipif(os.name == "nt", reason="processes cannot lock a file there")
def test_two_processes_compile_versions_of_one_function_at_the_same_time(tmp_path):
    (tmp_path / "numbers_doubled.py").write_text(MODULE)
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}

    def start(*arguments):
        return subprocess.Popen(
            [sys.executable, "-c", COMPILE, str(tmp_path), *arguments],
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    both = [start("0.5", "2.5", "int"), start("1.5", "0", "float")]
    for process in both:
        assert process.stdout.readline() == "ready\n"
    for process in both:
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.wait(60) for process in both] == [0, 0]
    subprocess.run([sys.executable, "-c", CHECK, str(tmp_path)], env=environment, check=True, timeout=60)
