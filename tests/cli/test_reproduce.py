"""`python -m n2n reproduce` on what is quick."""

from n2n.cli import main


def test_a_figure_is_computed_kept_and_printed(tmp_path, capsys):
    words = [
        "reproduce",
        "fig4",
        "--datasets",
        "cora",
        "--rows",
        "TAPS-1",
        "--rows",
        "All",
        "--out",
        str(tmp_path),
    ]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "0.163 of the pairs, 0.042 of all edges" in out
    assert "no printed number" in out
    before = (tmp_path / "cells.jsonl").read_bytes()
    assert main(words) == 0
    assert (tmp_path / "cells.jsonl").read_bytes() == before


def test_a_table_that_is_only_shown_runs_nothing(tmp_path, capsys):
    words = ["reproduce", "table1", "--rows", "gcn", "--datasets", "Cora", "--show", "--out", str(tmp_path)]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "84.72 ± 0.08" in out
    assert "not run" in out
    assert "Paper split; test micro-F1 at the epoch of the best validation micro-F1" in out
    assert not list(tmp_path.iterdir())


def test_a_budget_that_is_too_small_says_what_is_left(tmp_path, capsys):
    words = ["reproduce", "table1", "--rows", "GCN", "--datasets", "cora", "--seeds", "2"]
    assert main([*words, "--minutes", "0.001", "--out", str(tmp_path)]) == 0
    assert "2 of 2 cells did not fit into the budget" in capsys.readouterr().out


def test_mistakes_are_one_sentence(tmp_path, capsys):
    for words, expected in (
        (["reproduce", "table1", "--rows", "GNN"], "Table 1 has no row 'GNN'"),
        (["reproduce", "table9"], "'table9' is not one of"),
        (["reproduce", "table1", "--seeds", "0"], "'--seeds': 0 is not in the range"),
        (["reproduce", "table1", "--split", "mine", "--show"], "'mine' is not one of"),
    ):
        assert main([*words, "--out", str(tmp_path)]) == 2
        assert expected in capsys.readouterr().err
