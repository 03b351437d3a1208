"""What the paper says in words holds for the numbers it prints, and fails for others."""

import pytest

from n2n.paper import EXPERIMENTS, claims
from n2n.paper import printed as paper
from n2n.paper.claims import FAILS, HOLDS
from n2n.paper.store import Cell
from n2n.paper.verdicts import NOT_RUN


def cells_of(name: str, values, dataset: str, seeds=(0, 1)) -> list[Cell]:
    cells = []
    for task in EXPERIMENTS[name].tasks(datasets=[dataset], seeds=seeds):
        found = values(task)
        if found is not None:
            known = task.settings.to_dict()
            cells.append(Cell(task.kind, task.row, task.dataset, known, found, 1.0, {}, {}, ""))
    return cells


def printed1(task):
    score = paper.table1().get(task.row, {}).get(task.dataset)
    return {"test": score.mean / 100} if score else None


def statuses(name, cells, dataset):
    return [claim.status for claim in claims(name, cells, [dataset])]


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_nothing_is_claimed_before_anything_was_run(name):
    found = claims(name, [])
    assert found
    assert {claim.status for claim in found} == {NOT_RUN}


def test_table_1_holds_for_the_printed_numbers_and_not_for_others():
    assert statuses("table1", cells_of("table1", printed1, "cora"), "cora") == [HOLDS, HOLDS]

    def upside_down(task):
        value = printed1(task)
        return value and {"test": 1 - value["test"]}

    assert statuses("table1", cells_of("table1", upside_down, "cora"), "cora") == [FAILS] * 2


def test_table_2_compares_draws_with_runs():
    def by_draw(task):
        return {"test": 0.8 + 0.01 * task.settings.sampling_seed + 0.001 * task.settings.seed}

    def by_run(task):
        return {"test": 0.8 + 0.01 * task.settings.seed}

    assert statuses("table2", cells_of("table2", by_draw, "photo"), "photo") == [HOLDS]
    assert statuses("table2", cells_of("table2", by_run, "photo"), "photo") == [FAILS]


def test_table_3_and_figure_3():
    def times(task):
        return {"ms": paper.table3()[task.row]["cora"], "inference_ms": 1.0}

    def gain(task):
        return {"test": 0.9 if "TAPS" in task.row else 0.8}

    assert statuses("table3", cells_of("table3", times, "cora", [0]), "cora") == [HOLDS]
    assert statuses("fig3", cells_of("fig3", gain, "cora"), "cora") == [HOLDS]


def test_the_figures_of_the_graph():
    shares = {"TAPS": 0.1, "Random": 0.2, "All": 0.3}

    def smooth(task):
        name, _, k = task.row.rpartition("-")
        return {"sampled": shares[name or k] + (0.001 * int(k) if name else 0), "graph": 0.1}

    assert statuses("fig4", cells_of("fig4", smooth, "cora", [0]), "cora") == [HOLDS, HOLDS]
    small = cells_of("fig5", lambda task: {"sizes": [2, 50], "counts": [9, 2]}, "cora", [0])
    assert statuses("fig5", small, "cora") == [HOLDS]
    pure = cells_of("fig6", lambda task: {"rows": [{"purity": 0.9}, {"purity": 0.4}]}, "cora", [0])
    assert statuses("fig6", pure, "cora") == [FAILS]
