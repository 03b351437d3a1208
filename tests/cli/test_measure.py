"""`python -m n2n measure` and `python -m n2n merge`."""

import pytest

from n2n.cli import main
from n2n.cli.measure import line
from n2n.paper import stored
from n2n.paper.plan import plan
from n2n.paper.store import append
from n2n.paper.workers import Finished
from tests.cells import cell


def test_a_finished_cell_and_a_failure_are_one_line_each():
    one = plan(["cora"])[0]
    made = cell("N2N-TAPS-1 (URL)", 0.85)
    made.values["probes"] = {"softmax": {"test": 0.86}}
    assert line(Finished(one, made, "", 1, 9, 75.0)) == (
        "1/9 N2N-Random-1 (JL) on cora, seed 0: 85.00, softmax probe 86.00 in 1.0 s; 1 min 15 s left"
    )
    assert line(Finished(one, None, "No memory.", 2, 9, 0.0)).endswith("seed 0: not measured: No memory.")


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


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["merge", "nowhere"], "nowhere has no cells.jsonl"),
        (["measure", "--out", "x", "--datasets", "karate"], "does not use 'karate'"),
        (["measure", "--out", "x", "--jobs", "3"], "invalid choice: 3"),
    ],
)
def test_mistakes_are_one_sentence(words, expected, capsys):
    assert main(words) == 2
    assert expected in capsys.readouterr().err
