"""The documentation quotes the runs that ship with the program."""

from pathlib import Path

import pandas as pd
import pytest

import n2n
from n2n.noise.edges import noisy
from n2n.noise.measures import separation
from n2n.noise.study import KEY
from n2n.noise.summary import SHIPPED, difference, in_words, sentences

TEXT = (Path(__file__).parents[2] / "docs" / "wrong-edges.md").read_text(encoding="utf-8")


def test_sentences_about_scores_are_those_of_the_stored_runs():
    runs = pd.read_parquet(SHIPPED)
    assert not runs.duplicated(KEY).any()
    runs = runs[~runs.tuned & (runs.kind == "random") & (runs.split == "paper")]
    quoted = [line.strip().removeprefix("- ") for line in TEXT.splitlines() if "95% interval " in line]
    known = [
        sentence
        for _, one in runs.groupby("dataset")
        for level in (50, 100)
        for sentence in sentences(one, level)
    ]
    for name, one in runs.groupby("dataset"):
        filtered = difference(one, ("GCN on TAPS-3", 100), ("GCN", 100))
        known.append(f"{name}: {in_words(filtered, '{} above GCN', '{} below GCN')}")
    assert len(quoted) >= 14
    assert set(quoted) <= set(known)


@pytest.mark.parametrize(("dataset", "numbers"), [("cora", (97, 45, 25)), ("citeseer", (99, 59, 42))])
def test_shares_of_edges_are_those_of_the_graphs(dataset, numbers):
    graph = n2n.load(dataset)
    facts = separation(graph, noisy(graph, 100))
    assert all(f"{number}%" in TEXT for number in numbers)
    found = [round(100 * facts[name]) for name in ("added_alone", "own_alone", "best_added")]
    assert tuple(found) == numbers
