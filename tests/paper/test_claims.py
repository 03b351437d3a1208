"""A claim holds only where its test says so: the interval over seeds, or each case where each is claimed."""

import json
import re

import numpy as np
import pytest
from scipy.stats import ttest_rel

import n2n
from n2n.methods.recipes import DATASETS
from n2n.paper import EXPERIMENTS, Protocol, claims, headlines, load, reference
from n2n.paper.claims import FAILS, HOLDS
from n2n.paper.differences import ablations, paired_differences, paired_sentence
from n2n.paper.intervals import UNDECIDED, interval
from n2n.paper.results import SHIPPED
from n2n.paper.verdicts import NOT_RUN
from tests.measurements import measurement, results, scored

SEEDS = range(5)
COMMITTED = load(SHIPPED)


def rows_of(name: str, score, dataset="cora", seeds=SEEDS, **more) -> list[dict]:
    """A run of every row of an experiment, with the score of (row, seed)."""
    cells = [(row, seed) for row in EXPERIMENTS[name].rows for seed in seeds]
    return [scored(row, score(row, seed), seed, dataset, **more) for row, seed in cells]


def statuses(name: str, rows: list[dict], dataset="cora") -> list[str]:
    return [claim.status for claim in claims(name, results(*rows), [dataset])]


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_nothing_is_claimed_before_anything_was_measured(name):
    assert {claim.status for claim in claims(name, results())} == {NOT_RUN}


def noise(row: str, seed: int) -> float:
    """Two points more or less, in another order for N2N and the other way round for TAPS."""
    return 0.02 * (-1) ** ((seed // 2 if row.startswith("N2N") else seed) + ("TAPS" in row))


def better(points: float, amount=lambda row, seed: 0.0):
    """Random positives have some points more than a baseline, and TAPS as many again."""

    def score(row, seed):
        return 0.7 + (row.startswith("N2N") + ("TAPS" in row)) * points + seed / 1000 + amount(row, seed)

    return score


@pytest.mark.parametrize(
    ("score", "seeds", "expected"),
    [
        (better(0.05), SEEDS, HOLDS),
        (better(-0.05), SEEDS, FAILS),
        (better(0.0007, noise), SEEDS, UNDECIDED),
        (better(0.05), (0, 1), UNDECIDED),
        (better(0.05), (0,), UNDECIDED),
    ],
    ids=["clear", "clearly worse", "within the noise", "two seeds", "one seed"],
)
def test_accuracies_are_compared_by_the_interval_over_seeds(score, seeds, expected):
    assert statuses("table1", rows_of("table1", score, seeds=seeds)) == [expected] * 3
    assert statuses("fig3", rows_of("fig3", score, seeds=seeds)) == [expected]


def test_one_baseline_within_the_noise_is_enough_for_no_verdict():
    def score(row, seed):
        return 0.85 if row.startswith("N2N") else 0.8 + (row == "GCN") * (0.05 + noise(row, seed))

    assert statuses("table1", rows_of("table1", score))[0] == UNDECIDED


@pytest.mark.parametrize("dataset", DATASETS)
def test_committed_claims_agree_with_the_paired_t_test(dataset):
    """TAPS against random, by scipy, from the scores themselves."""
    runs = COMMITTED.query("kind == 'accuracy' and by_recipe and dataset == @dataset and split == 'paper'")
    runs = runs[(runs.sampling_seed == runs.seed) & runs.probe.isin(["", "logistic"])]
    scores = 100 * runs.pivot_table(index="seed", columns="row", values="test")
    for claim in claims("table1", COMMITTED, [dataset]):
        if framework := re.search(r"random \((.*)\)", claim.text):
            pair = scores[[f"N2N-{name}-1 ({framework[1]})" for name in ("TAPS", "Random")]].dropna()
            ends = ttest_rel(pair.iloc[:, 0], pair.iloc[:, 1]).confidence_interval()
            expected = HOLDS if ends.low > 0.005 else FAILS if ends.high < -0.005 else UNDECIDED
            assert claim.status == expected


def test_table_2_compares_draws():
    def rows(score, seeds=SEEDS):
        return [
            scored(row, score(draw, seed), seed, "photo", changes={"sampling_seed": draw})
            for row in EXPERIMENTS["table2"].rows for seed in seeds for draw in (1, 2, 3)
        ]  # fmt: skip

    def by_draw(draw, seed):
        return 0.8 + 0.01 * draw + 0.001 * seed

    assert statuses("table2", rows(by_draw), "photo") == [HOLDS]
    assert statuses("table2", rows(by_draw, (0, 1)), "photo") == [UNDECIDED]
    assert statuses("table2", rows(lambda draw, seed: 0.8 + 0.01 * seed), "photo") == [UNDECIDED]


def test_one_measurement_of_a_time_decides_nothing():
    printed = reference.printed("table3").query("column == 'cora'").set_index("row").printed
    rows = [row for row in printed.index if "(inference)" not in row]
    timed = [measurement(row, seed=seed, kind="time", ms=printed[row]) for row in rows for seed in SEEDS]
    assert statuses("table3", [one for one in timed if one["seed"] == 0]) == [UNDECIDED]
    assert statuses("table3", timed) == [HOLDS]


def test_label_smoothness_is_compared_with_several_draws():
    shares = {"TAPS": 0.1, "Random": 0.2, "All": 0.3}

    def smooth(row, seed):
        name, _, k = row.rpartition("-")
        sampled = shares[name or k] + (0.001 * int(k) if name else 0)
        return measurement(row, seed=seed, kind="smoothness", sampled=sampled, graph=0.1)

    rows = EXPERIMENTS["fig4"].rows
    assert statuses("fig4", [smooth(row, 0) for row in rows]) == [HOLDS, UNDECIDED]
    drawn = [smooth(row, seed) for row in rows for seed in (SEEDS if "Random" in row else (0,))]
    assert statuses("fig4", drawn) == [HOLDS, HOLDS]
    facts = json.dumps({"sizes": [2, 50], "counts": [9, 2]})
    assert statuses("fig5", [measurement("TAPS-1", kind="subgraphs", facts=facts)]) == [HOLDS]


@pytest.mark.parametrize("dataset", ["cora", "citeseer", "pubmed"])
def test_in_each_subgraph_is_true_only_of_each(dataset):
    """Counted here from the graph: ten subgraphs from each tenth of the ranks, and all of them."""
    graph = n2n.load(dataset)
    parts = n2n.partition(n2n.rank(graph).top(1))
    without = parts.purity(graph.y) <= 0.5
    drawn = np.concatenate([row[:10] for row in np.array_split(without, 10)])
    (claim,) = claims("fig6", COMMITTED, [dataset])
    assert claim.status == FAILS
    assert f"{drawn.sum()} of the {len(drawn)} subgraphs drawn and {without.sum()} of all" in claim.evidence


def pairs(gains, k=1) -> list[dict]:
    return [
        scored(f"N2N-{name}-{k} (JL)", 0.8 + (gain if name == "TAPS" else 0), seed)
        for seed, gain in enumerate(gains)
        for name in ("TAPS", "Random")
    ]


@pytest.mark.parametrize("comparisons", [1, 17])
def test_the_interval_is_that_of_the_paired_t_test(comparisons):
    a, b = np.random.default_rng(0).normal(size=(2, 10))
    expected = ttest_rel(a, b).confidence_interval(1 - 0.05 / comparisons)
    found = interval(a - b, comparisons)
    assert found == pytest.approx(((a - b).mean(), expected.low, expected.high), abs=0.006)


def test_only_seeds_with_both_runs_make_pairs():
    rows = [*pairs([0.01, 0.02, 0.03]), scored("N2N-TAPS-1 (JL)", 0.1, 5), *pairs([0.01], k=3)]
    found = paired_differences(results(*rows), datasets=["cora"])
    (one,) = found.itertuples()
    assert (one.framework, one.k, one.pairs, one.mean, one.verdict) == ("JL", 1, 3, 2.0, UNDECIDED)
    worse = paired_differences(results(*pairs([-0.02, -0.021, -0.019])))
    assert worse.verdict.tolist() == ["random is better"]
    assert paired_sentence(worse).startswith("In 0 of 1 comparisons TAPS is better")
    assert "do not have all of their 10 pairs yet" in paired_sentence(worse)
    early = [one | ({"best_test": None} if one["seed"] == 0 else {}) for one in pairs([0.01] * 4)]
    assert paired_differences(results(*early)).pairs.tolist() == [3], "of an early version"
    assert paired_differences(results(*pairs([0.01, 0.01]))).empty, "two pairs are no interval"


def test_committed_pairs():
    found = paired_differences(COMMITTED)
    assert (found.pairs == 10).all()
    counts = found.verdict.value_counts().to_dict()
    assert counts == {UNDECIDED: 33, "TAPS is better": 2, "random is better": 1}
    assert len(paired_differences(COMMITTED, Protocol("last"))) == 36


def test_ablations_are_paired_by_fold():
    found = ablations(COMMITTED)
    assert len(found) == 48
    assert ((found.low <= found["mean"]) & (found["mean"] <= found.high)).all()
    assert (found.folds == 5).all()
    assert found.verdict.value_counts().to_dict() == {UNDECIDED: 46, "helps": 2}


def test_headlines_are_the_committed_counts():
    table1, table3, paired = headlines()
    assert table1.startswith("Of the 84 accuracies of N2N in Table 1, 32 are reproduced")
    assert table3.startswith("Of the 59 times of N2N that Table 3 prints as longer or shorter than that of ")
    assert paired.startswith("In 2 of 36 comparisons TAPS is better")
