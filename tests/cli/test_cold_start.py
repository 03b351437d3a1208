"""`python -m n2n cold-start` on the smallest graph."""

import json

from n2n.cli import main


def test_a_table_and_a_file(tmp_path, capsys):
    words = [
        "cold-start",
        "karate",
        "--methods",
        "MLP",
        "--methods",
        "GCN",
        "--epochs",
        "3",
        "--out",
        str(tmp_path / "a"),
    ]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "7 of 34 nodes were hidden with 31 edges" in printed
    assert "features and edges" in printed
    found = json.loads((tmp_path / "a").read_text())
    assert [score["method"] for score in found["scores"]] == ["MLP", "GCN", "GCN"]


def test_mistakes_are_one_sentence(capsys):
    assert main(["cold-start", "karate", "--share", "0.9"]) == 2
    assert "from 1 to 10 can be hidden" in capsys.readouterr().err
    assert main(["cold-start", "karate", "--k", "many"]) == 2
    assert "'many' is neither a whole number nor 'all'" in capsys.readouterr().err
