"""The result file: nothing that was finished is lost, whatever happens in the middle of a write."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

from n2n.paper.store import FILE, RESULTS, Cell, append, counted_cells, stored

import n2n
from n2n.methods.baselines.settings import BaselineSettings

SETTINGS = BaselineSettings("GCN")


def cell(
    seed: int = 0, test: float = 0.5, settings=SETTINGS, row: str = "GCN", dataset: str = "cora"
) -> Cell:
    values = {"test": test, "val": 0.5, "epoch": 1, "last_test": test, "epochs": 2, "ms_per_epoch": 1.0}
    known = settings.with_seed(seed, fixed_split=True).to_dict()
    return Cell("accuracy", row, dataset, known, values, 2.0, {"torch": "0"}, {"cores": 2}, "command")


def test_what_is_added_is_read_again_and_the_last_of_equal_cells_counts(tmp_path):
    assert stored(tmp_path) == []
    for one in (cell(0), cell(1), cell(0, test=0.7)):
        append(one, tmp_path)
    assert stored(tmp_path) == [cell(1), cell(0, test=0.7)]
    assert stored(tmp_path)[0].seed == 1
    assert stored(tmp_path)[0].split == "paper"


def test_a_torn_last_line_is_passed_over_and_the_next_cell_begins_a_line(tmp_path):
    append(cell(0), tmp_path)
    whole = (tmp_path / FILE).read_bytes()
    for length in (0, 1, 2, len(whole) // 2, len(whole) - 2, len(whole) - 1):
        (tmp_path / FILE).write_bytes(whole + whole[:length])
        append(cell(1), tmp_path)
        assert stored(tmp_path) == [cell(0), cell(1)], f"torn after {length} bytes"


def test_settings_that_no_longer_exist_are_passed_over_and_new_ones_have_their_defaults(tmp_path):
    old = cell(0)
    fewer = {name: value for name, value in old.settings.items() if name != "hops"}
    append(replace(old, settings=fewer), tmp_path)
    append(replace(old, settings=old.settings | {"gone": 1}), tmp_path)
    assert [one.key for one in stored(tmp_path)] == [old.key]


def test_a_process_that_is_killed_in_mid_write_loses_no_finished_cell(tmp_path):
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from tests.paper.test_store import cell\n"
        "from n2n.paper.store import append\n"
        "from dataclasses import replace\n"
        "big = {'noise': 'x' * 100_000}\n"
        "for seed in range(100_000):\n"
        "    append(replace(cell(seed), environment=big), Path(sys.argv[1]))\n"
        "    print(seed, flush=True)\n"
    )
    root = str(RESULTS.parents[1])
    for _ in range(2):
        child = subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=root
        )
        for line in child.stdout:
            last = int(line)
            if last >= 3:
                break
        time.sleep(0.003)
        os.kill(child.pid, signal.SIGKILL)
        rest = child.communicate()[0].split()
        last = int(rest[-1]) if rest else last
        seeds = {one.seed for one in stored(tmp_path)}
        assert set(range(last + 1)) <= seeds
        append(cell(777_777), tmp_path)
        assert stored(tmp_path)[-1].seed == 777_777
    lines = (tmp_path / FILE).read_bytes().splitlines()
    assert len(lines) > 6


def test_of_several_settings_those_of_the_recipe_count_and_own_draws_do_not():
    recipe = n2n.Settings.for_dataset("cora")
    old, new = (recipe.replace(tau=tau) for tau in (7.0, 8.0))

    def counted(*measured) -> list[float]:
        cells = [cell(seed, test, settings, recipe.name) for seed, test, settings in measured]
        drawn = replace(cells[0], settings=new.replace(sampling_seed=5).to_dict())
        found = counted_cells([*cells, drawn], "cora", fixed_split=True)
        assert counted_cells(cells, "citeseer", fixed_split=True) == {}
        return [one.values["test"] for one in found.get((recipe.name, "paper"), ())]

    tried = (0, 0.1, old), (0, 0.8, new), (1, 0.9, new)
    assert counted(*tried) == []
    assert counted((0, 0.5, recipe), *tried, (1, 0.6, recipe), (2, 0.2, old)) == [0.5, 0.6]
    for row in ("of another version", f"{recipe.name}, tau 8"):
        without = [cell(seed, test, settings, row) for seed, test, settings in tried]
        assert list(counted_cells(without, "cora", fixed_split=True).values()) == [without[1:]]


def test_committed_cells_are_complete_and_name_no_machine():
    for one in stored():
        assert one.command.startswith("python -m n2n ")
        assert set(one.machine) == {"processor", "cores"}
        assert one.seconds >= 0  # a figure of Cora takes less than is written down
        assert (
            one.kind != "accuracy"
            or 0 < one.values["test"] < 1 <= one.values["epoch"] <= one.values["epochs"]
        )
