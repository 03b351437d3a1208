"""Measured scores beside printed ones, from a file made here."""

import json

from n2n.paper.results import load_results
from n2n.plots import measured


def made(folder, **scores) -> dict:
    """Results as a measurement would leave them, read back from their file."""
    common = {"val": 0.8, "epoch": 10, "last_test": 0.8, "epochs": 20, "ms_per_epoch": 5.0}
    rows = {
        name: {
            "settings": {},
            "note": "",
            "environment": {},
            "runs": [{"seed": seed, "test": score, **common} for seed, score in enumerate(values)],
        }
        for name, values in scores.items()
    }
    record = {"dataset": "cora", "split": "paper", "selection": "best validation", "rows": rows}
    (folder / "cora.json").write_text(json.dumps(record), encoding="utf-8")
    return load_results("cora", folder)


def test_the_table_has_measured_and_printed_scores(tmp_path):
    table = measured.table(made(tmp_path, **{"N2N (URL)": [0.87, 0.88], "Something new": [0.5]}))
    assert table["method"] == ["N2N (URL)", "Something new"]
    assert table["measured"] == [87.5, 50.0]
    assert table["printed"] == [88.2, None]
    assert table["seeds"] == [2, 1]
    assert [len(trace.x) for trace in measured.measured(table).data] == [2, 2]


def test_the_verdict_names_what_is_far_and_compares_the_choice(tmp_path):
    scores = {"N2N-TAPS-1 (JL)": [0.85], "N2N-Random-1 (JL)": [0.80], "N2N (JL)": [0.90]}
    first, choice = measured.verdict(measured.table(made(tmp_path, **scores)))
    assert first.startswith("1 of 3 scores lies within 1 point")
    assert "N2N-Random-1 (JL) is 3.5 points lower" in first
    assert "N2N (JL) is 2.5 points higher" in first
    assert "+5.0 points here" in choice


def test_nothing_measured_says_nothing(tmp_path):
    table = measured.table(load_results("cora", tmp_path))
    assert table["method"] == []
    assert measured.verdict(table) == ()
