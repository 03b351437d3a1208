"""`python -m n2n merge`."""

from n2n.cli import main
from n2n.paper import stored
from n2n.paper.store import append
from tests.cells import cell


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
