"""`python -m n2n merge`."""

import subprocess
import sys
from pathlib import Path

from n2n.cli import main
from n2n.paper import stored
from n2n.paper.store import FILE, append
from tests.cells import cell

ROOT = Path(__file__).parents[2]


def test_measured_cells_are_merged_into_the_results(tmp_path, capsys):
    there, here = tmp_path / "there", tmp_path / "here"
    append(cell("GCN", 0.85), here)
    for made in (cell("GCN", 0.85), cell("GCN", 0.86, seed=1)):
        made.values.update(best_test=0.9, ms_per_epoch=5.0)
        append(made, there)
    assert main(["merge", str(there), "--out", str(here)]) == 0
    assert capsys.readouterr().out == "1 new cells, 1 measured again.\n"
    assert [(one.seed, one.complete) for one in stored(here)] == [(0, True), (1, True)]
    assert stored(here)[0].values["ms_per_epoch"] == 1.0, "other work only slows a run down"
    before = (here / "cells.jsonl").read_bytes()
    assert before.count(b"\n") == 2, "what is replaced is left out"
    assert main(["merge", str(there), "--out", str(here)]) == 0
    assert (here / "cells.jsonl").read_bytes() == before


def test_cells_with_fewer_scores_replace_none(tmp_path):
    full, fewer = cell("GCN", 0.85), cell("GCN", 0.80)
    full.values["best_test"] = 0.9
    append(full, tmp_path / "here")
    append(fewer, tmp_path / "there")
    assert main(["merge", str(tmp_path / "there"), "--out", str(tmp_path / "here")]) == 0
    assert stored(tmp_path / "here") == [full]


def test_a_folder_without_cells_is_one_sentence(capsys):
    assert main(["merge", "nowhere"]) == 2
    assert "nowhere has no cells.jsonl" in capsys.readouterr().err


def test_lines_that_this_version_cannot_read_stay(tmp_path):
    foreign = '{"kind": "of a later version"}'
    append(cell("GCN", 0.85), tmp_path / "here")
    with (tmp_path / "here" / FILE).open("a") as file:
        file.write(foreign + "\n")
    newer = cell("GCN", 0.86)
    newer.values["best_test"] = 0.9
    append(newer, tmp_path / "there")
    assert main(["merge", str(tmp_path / "there"), "--out", str(tmp_path / "here")]) == 0
    assert stored(tmp_path / "here") == [newer]
    assert foreign in (tmp_path / "here" / FILE).read_text().splitlines()


def test_cells_that_another_process_appends_meanwhile_are_not_lost(tmp_path):
    here = tmp_path / "here"
    for seed in range(20):
        append(cell("GCN", 0.8, seed), here)
        newer = cell("GCN", 0.9, seed)
        newer.values["best_test"] = 0.9
        append(newer, tmp_path / f"there-{seed}")
    program = (
        "import sys\nfrom pathlib import Path\nfrom tests.cells import cell\n"
        "from n2n.paper.store import append\n"
        "for seed in range(100, 200):\n    append(cell('SGC', 0.5, seed), Path(sys.argv[1]))\n"
        "    print(seed, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(here)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as other:
        other.stdout.readline()
        for seed in range(20):
            assert main(["merge", str(tmp_path / f"there-{seed}"), "--out", str(here)]) == 0
        other.communicate()
    assert sorted(one.seed for one in stored(here)) == [*range(20), *range(100, 200)]
