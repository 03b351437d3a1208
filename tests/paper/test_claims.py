"""A claim holds only where its test says so: the interval over seeds, or each case where each is claimed."""

import re

import numpy as np
import pytest
from scipy.stats import ttest_rel

import n2n
from n2n.cli import main
from n2n.methods.recipes import DATASETS
from n2n.paper import EXPERIMENTS, claims, stored
from n2n.paper import printed as paper
from n2n.paper.claims import FAILS, HOLDS
from n2n.paper.store import Cell
from n2n.paper.summary import UNDECIDED
from n2n.paper.verdicts import NOT_RUN

SEEDS = range(5)


def cells_of(name: str, values, dataset: str, seeds=SEEDS) -> list[Cell]:
    cells = []
    for task in EXPERIMENTS[name].tasks(datasets=[dataset], seeds=seeds):
        found = values(task)
        if found is not None:
            known = task.settings.to_dict()
            cells.append(Cell(task.kind, task.row, task.dataset, known, found, 1.0, {}, {}, ""))
    return cells


def scored(score) -> dict:
    """Values of a run with that score."""
    return {"test": score, "val": score, "best_test": score}


def noise(task) -> float:
    """Two points more or less, in another order for N2N and the other way round for TAPS."""
    seed = task.settings.seed
    return 0.02 * (-1) ** ((seed // 2 if task.row.startswith("N2N") else seed) + ("TAPS" in task.row))


def statuses(name, cells, dataset):
    return [claim.status for claim in claims(name, cells, [dataset])]


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_nothing_is_claimed_before_anything_was_run(name):
    found = claims(name, [])
    assert found
    assert {claim.status for claim in found} == {NOT_RUN}


def better(points: float, amount=lambda task: 0.0):
    """Scores of Table 1 where random positives have some points more than a baseline, and TAPS as many
    again.
    """

    def values(task):
        steps = task.row.startswith("N2N") + ("TAPS" in task.row)
        return scored(0.7 + steps * points + task.settings.seed / 1000 + amount(task))

    return values


@pytest.mark.parametrize(
    ("values", "seeds", "expected"),
    [
        (better(0.05), SEEDS, HOLDS),
        (better(-0.05), SEEDS, FAILS),
        (better(0.0007, noise), SEEDS, UNDECIDED),
        (better(0.05), (0, 1), UNDECIDED),
        (better(0.05), (0,), UNDECIDED),
    ],
    ids=["clear", "clearly worse", "within the noise", "two seeds", "one seed"],
)
def test_accuracies_are_compared_by_the_interval_over_seeds(values, seeds, expected):
    found = statuses("table1", cells_of("table1", values, "cora", seeds), "cora")
    assert found == [expected] * 3

    assert statuses("fig3", cells_of("fig3", values, "cora", seeds), "cora") == [expected]


def test_one_baseline_within_the_noise_is_enough_for_no_verdict():
    def values(task):
        return scored(
            0.85 if task.row.startswith("N2N") else 0.8 + (task.row == "GCN") * (0.05 + noise(task))
        )

    assert statuses("table1", cells_of("table1", values, "cora"), "cora")[0] == UNDECIDED


@pytest.mark.parametrize("dataset", DATASETS)
def test_committed_claims_agree_with_the_paired_t_test(dataset):
    """TAPS against random, by scipy, from the scores themselves."""
    scores: dict[str, dict[int, float]] = {}
    for row in EXPERIMENTS["table1"].rows:
        for task in EXPERIMENTS["table1"].tasks([row], [dataset], range(20)):
            if task.key in KNOWN:
                scores.setdefault(row, {})[task.settings.seed] = 100 * KNOWN[task.key].values["test"]
    found = claims("table1", list(KNOWN.values()), [dataset])
    for claim in found:
        if not (framework := re.search(r"random \((.*)\)", claim.text)):
            continue
        taps, random = (scores[f"N2N-{name}-1 ({framework[1]})"] for name in ("TAPS", "Random"))
        ends = ttest_rel([taps[seed] for seed in random], list(random.values())).confidence_interval()
        assert claim.status == (HOLDS if ends.low > 0.005 else FAILS if ends.high < -0.005 else UNDECIDED)
    assert len(found) == 3


KNOWN = {cell.key: cell for cell in stored()}


def test_table_2_compares_draws():
    def by_draw(task):
        return scored(0.8 + 0.01 * task.settings.sampling_seed + 0.001 * task.settings.seed)

    def by_run(task):
        return scored(0.8 + 0.01 * task.settings.seed)

    assert statuses("table2", cells_of("table2", by_draw, "photo"), "photo") == [HOLDS]
    assert statuses("table2", cells_of("table2", by_draw, "photo", (0, 1)), "photo") == [UNDECIDED]
    assert statuses("table2", cells_of("table2", by_run, "photo"), "photo") == [UNDECIDED]


def test_one_measurement_of_a_time_decides_nothing():
    def times(task):
        return {"ms": paper.table3()[task.row]["cora"], "inference_ms": 1.0}

    assert statuses("table3", cells_of("table3", times, "cora", [0]), "cora") == [UNDECIDED]
    assert statuses("table3", cells_of("table3", times, "cora"), "cora") == [HOLDS]


def test_label_smoothness_is_compared_with_several_draws():
    shares = {"TAPS": 0.1, "Random": 0.2, "All": 0.3}

    def smooth(task):
        name, _, k = task.row.rpartition("-")
        return {"sampled": shares[name or k] + (0.001 * int(k) if name else 0), "graph": 0.1}

    assert statuses("fig4", cells_of("fig4", smooth, "cora", [0]), "cora") == [HOLDS, UNDECIDED]
    assert statuses("fig4", cells_of("fig4", smooth, "cora"), "cora") == [HOLDS, HOLDS]
    small = cells_of("fig5", lambda task: {"sizes": [2, 50], "counts": [9, 2]}, "cora", [0])
    assert statuses("fig5", small, "cora") == [HOLDS]


@pytest.mark.parametrize("dataset", ["cora", "citeseer", "pubmed"])
def test_in_each_subgraph_is_true_only_of_each(dataset, tmp_path, capsys):
    """Counted here from the graph: ten subgraphs from each tenth of the ranks, and all of them."""
    words = ["reproduce", "fig6", "--datasets", dataset, "--out", str(tmp_path)]
    assert main(words) == 0
    graph = n2n.load(dataset)
    parts = n2n.partition(n2n.rank(graph).top(1))
    without = parts.purity(graph.y) <= 0.5
    drawn = np.concatenate([row[:10] for row in np.array_split(without, 10)])
    printed = capsys.readouterr().out
    assert "Does not hold" in printed
    assert f"{drawn.sum()} of the {len(drawn)} subgraphs drawn and {without.sum()} of all" in printed
