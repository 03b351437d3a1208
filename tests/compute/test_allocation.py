"""A process that keeps what it frees does not ask the system for it again."""

import subprocess
import sys

import pytest

FAULTS = """
import resource, sys
import numpy as np
from n2n.compute.allocation import keep_freed_memory

def pages():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    np.ones(2**26, np.uint8)  # smaller ones glibc keeps of its own accord after the first
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

first, second, kept = pages(), pages(), keep_freed_memory()
pages()
print(first, second, kept, pages())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have other allocators")
def test_freed_memory_is_used_again():
    # In a process of its own, since nothing undoes it.
    done = subprocess.run([sys.executable, "-c", FAULTS], capture_output=True, text=True, check=True)
    _, before, kept, after = done.stdout.split()
    if kept == "False":
        pytest.skip("another C library than glibc")
    assert int(after) < 10 < int(before)
