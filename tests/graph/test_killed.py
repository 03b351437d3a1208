"""A process that is killed while it replaces a folder leaves one complete content, old or new."""

import os
import subprocess
import sys

import numpy as np
import pytest

import n2n

# Kills itself before the n-th operation on the file system.
SAVE = """
import os, signal, sys
import numpy as np
import n2n
path, what, step = sys.argv[1], sys.argv[2], int(sys.argv[3])
new = n2n.Graph.from_edges(np.array([[0, 1, 2], [1, 2, 3]]), x=np.eye(5), num_nodes=5, name="new")
thing = new if what == "graph" else n2n.all_neighbours(new)
left, events = step, ("open", "os.", "shutil.")

def count(event, arguments):
    global left
    if event.startswith(events) and event not in ("os.listdir", "os.scandir", "os.walk"):
        if event == "open" and not str(arguments[0]).startswith(os.path.dirname(path)):
            return
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

def attempt():
    thing.save(path, replace=True)

sys.addaudithook(count)
attempt()
"""
# One interpreter, many children: to import everything again for each would take a second.
ALL_STEPS = f"""
import os, shutil, subprocess, sys
import numpy, scipy.sparse, n2n
n2n.Graph, n2n.open_graph, n2n.all_neighbours
source, old, path, what = {SAVE!r}, *sys.argv[1:4]
for step in range(1, 10_000):
    here = os.path.join(path, str(step), "it")
    shutil.copytree(old, here)
    child = os.fork()
    if child == 0:
        sys.argv = ["save", here, what, str(step)]
        exec(source, {{"__name__": "save"}})
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
        break
print(step)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are killed by a signal")
@pytest.mark.parametrize("what", ["graph", "positives"])
def test_one_complete_content_survives_a_kill_at_every_step(tmp_path, what):
    old = n2n.Graph.from_edges([[0, 1], [1, 2]], x=np.eye(4), num_nodes=4, name="old")
    thing = old if what == "graph" else n2n.all_neighbours(old)
    open_it = n2n.open_graph if what == "graph" else type(n2n.all_neighbours(old)).open
    thing.save(tmp_path / "old")
    done = subprocess.run(
        [sys.executable, "-c", ALL_STEPS, str(tmp_path / "old"), str(tmp_path / "steps"), what],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    steps = int(done.stdout)
    assert steps > 15
    seen = set()
    for step in range(1, steps + 1):
        path = tmp_path / "steps" / str(step) / "it"
        seen.add(open_it(path, verify=True).num_nodes)
        thing.save(path, replace=True)  # the next write
        assert open_it(path, verify=True).num_nodes == 4
        assert [item.name for item in path.parent.iterdir()] == ["it"], step
        assert (
            sum(file.suffix == ".npy" for file in path.iterdir())
            == len(list((tmp_path / "old").iterdir())) - 1
        )
    assert seen == {4, 5}
