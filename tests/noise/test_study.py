"""A study trains every method once, in processes, and continues where it was stopped."""

import shlex

import numpy as np
import pandas as pd
import pytest

import n2n
from n2n.cli import main
from n2n.noise import study
from n2n.noise.edges import chosen_edges, noisy
from n2n.noise.summary import difference, sentences, summarise


@pytest.fixture(scope="module")
def karate():
    """Karate with features that the Jaccard defence can read."""
    graph = n2n.load("karate")
    return graph.replace(x=np.eye(34, dtype=np.float32) + graph.adjacency().toarray(), name="club")


def test_each_run_is_that_of_fit(karate, tmp_path):
    table = n2n.robustness(karate, ["GCN on TAPS-2", "N2N-Random-1 (JL)"], [100], [4], jobs=1)
    changed = noisy(karate, 100, 4)
    gcn = n2n.BaselineSettings.for_dataset("club", "GCN").with_seed(4, karate.has_one_split)
    ours = n2n.Settings.for_dataset("club", k=1, sampler="random").with_seed(4, karate.has_one_split)
    scores = [
        n2n.fit(chosen_edges(changed, n2n.rank(changed).top(2)), gcn).scores,
        n2n.fit(changed, ours).scores,
    ]
    assert table.test.tolist() == [one.test for one in scores]
    assert table.val.tolist() == [one.val for one in scores]


def test_a_study_continues(karate, tmp_path, monkeypatch):
    out = tmp_path / "runs.parquet"
    first = n2n.robustness(karate, ["MLP"], [0], 2, out=out, jobs=1)
    seen = []
    whole = n2n.robustness(
        karate, ["MLP", "SGC-Jaccard"], [0, 50], 2, out=out, jobs=2, progress=lambda *one: seen.append(one)
    )
    assert len(whole) == 8
    assert len(seen) == 6
    assert seen[-1][1] == 1
    assert pd.read_parquet(out).duplicated(study.KEY).sum() == 0
    kept = whole[(whole.method == "MLP") & (whole.noise == 0)]
    assert kept.test.tolist() == first.test.tolist()
    monkeypatch.setattr(study, "run_case", None)  # nothing is left to train
    again = n2n.robustness(karate, ["MLP", "SGC-Jaccard"], [0, 50], 2, out=out, jobs=1)
    pd.testing.assert_frame_equal(again, whole)


def test_tuning_never_lowers_the_validation_score(karate):
    plain, tuned = (
        n2n.robustness(karate, ["SGC"], [50], [0], tuned=value, jobs=1) for value in (False, True)
    )
    assert tuned.val[0] >= plain.val[0]
    assert "--tuned" in tuned.command[0]


NO_LABEL = {"y": np.full(34, -1), "class_names": ()}


@pytest.mark.parametrize(
    ("changes", "options", "words"),
    [
        ({}, {"methods": ["MLP", "GNC"]}, "There is no method 'GNC'"),
        ({}, {"noise": [0, 1000]}, "choose less noise"),
        ({}, {"noise": [float("nan")]}, "The noise is nan%"),
        ({}, {"noise": [-0.1]}, "The noise is -0.1%"),
        ({}, {"seeds": 0}, "nothing to train"),
        ({}, {"split": "public"}, "has no public split"),
        (NO_LABEL, {}, "^club has no labels: robustness compares test scores"),
        (NO_LABEL, {"kind": "between"}, "^club has no labels"),
        ({"y": np.where(np.arange(34) < 2, 0, -1)}, {}, "too few labels"),
        ({"x": np.zeros((34, 0), np.float32)}, {}, "^club has no features: make some"),
    ],
)
def test_mistakes_come_before_any_training(karate, changes, options, words):
    with pytest.raises(ValueError, match=words):
        n2n.robustness(karate.replace(**changes), **({"methods": ["MLP"]} | options))


def test_another_file_is_not_taken_for_results(karate, tmp_path):
    other = tmp_path / "other.parquet"
    pd.DataFrame({"a": [1]}).to_parquet(other)
    with pytest.raises(ValueError, match="does not hold results"):
        n2n.robustness(karate, ["MLP"], out=other)


def test_means_and_paired_differences():
    runs = pd.DataFrame({"method": ["A", "B"] * 3, "seed": [0, 0, 1, 1, 2, 2], "noise": 50.0})
    runs = runs.assign(dataset="D", split="paper", kind="random", tuned=False)
    runs["test"] = [0.8, 0.7, 0.9, 0.8, 0.7, 0.6]
    assert summarise(runs)[["method", "mean", "seeds"]].values.tolist() == [["A", 80.0, 3], ["B", 70.0, 3]]
    assert difference(runs, ("A", 50), ("B", 50)) == (10, 10, 10, 3)
    assert difference(runs, ("A", 50), ("C", 50))[3] == 0
    assert difference(runs.iloc[:4], ("A", 50), ("B", 50))[2] == np.inf


def test_sentences_say_what_the_runs_say():
    rows = [
        ("GCN", 0, 0.87), ("GCN", 100, 0.78), ("N2N-TAPS-1 (JL)", 0, 0.85), ("N2N-TAPS-1 (JL)", 100, 0.82)
    ]  # fmt: skip
    runs = pd.DataFrame(rows, columns=["method", "noise", "test"]).merge(
        pd.DataFrame({"seed": [0, 1, 2]}), how="cross"
    )
    costs, ahead = sentences(runs, 100)
    assert costs.startswith(
        "With 100% noise, GCN loses 9.0 points (95% interval 9.0 to 9.0, 3 seeds), and N2N"
    )
    assert "N2N-TAPS-1 (JL) loses 3.0 points" in costs
    assert ahead.startswith("At 100% noise N2N-TAPS-1 (JL) is 4.0 points above GCN")
    assert sentences(runs, 25) == []


def test_the_command(tmp_path, capsys):
    words = shlex.split("robustness karate --methods GCN --noise 0 --noise 50 --seed 1 --jobs 1")
    assert main([*words, "--out", str(tmp_path / "a.parquet")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["method", "0%", "50%"]
    assert lines[2].startswith("GCN")
    row = pd.read_parquet(tmp_path / "a.parquet").iloc[-1]
    assert main(shlex.split(row.command)[1:]) == 0  # the command of a run repeats it
    assert f"{100 * row.test:.1f}" in capsys.readouterr().out
    assert main(["robustness", "karate", "--noise", "-1"]) == 2
