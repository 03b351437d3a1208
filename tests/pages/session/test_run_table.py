"""The table of all runs: owners, and the bound that drops the oldest ended ones."""

import numpy as np
import pytest

import n2n
from n2n.training.jobs import Jobs
from n2n.training.legacy_run import Run
from n2n.training.result import RunResult
from n2n.training.run_store import RunStore
from pages.session.run_table import RunTable


@pytest.fixture
def store(tmp_path):
    return RunStore(tmp_path / "runs")


def ended(nbytes: int = 80) -> Run:
    result = RunResult(np.zeros((nbytes // 4, 1), np.float32), np.zeros(nbytes // 4), {}, {})
    return Run(n2n.Settings(), "karate", result=result)


def test_a_run_is_found_with_its_owner_until_it_is_dropped(store):
    forgotten = []
    table, run = RunTable(forgotten.append, store), ended()
    table.add(run, "ann", most=3, most_bytes=1000)
    assert (table.get(run.id), table.owner(run.id)) == (run, "ann")
    table.drop(run.id)
    assert (table.get(run.id), table.owner(run.id)) == (None, None)
    assert forgotten == [run.id]


def test_the_oldest_ended_runs_go_first_and_an_active_one_stays(store):
    table = RunTable(lambda id: None, store)
    active = ended()
    active.ask_worker = Jobs().status
    made = [active, *(ended() for _ in range(4))]
    for run in made:
        table.add(run, "ann", most=3, most_bytes=10_000)
    assert [run for run in made if table.get(run.id)] == [active, *made[-2:]]


def test_runs_that_are_too_large_together_go_oldest_first(store):
    table = RunTable(lambda id: None, store)
    made = [ended(400) for _ in range(3)]
    for run in made:
        table.add(run, "ann", most=40, most_bytes=500)
    assert [run for run in made if table.get(run.id)] == made[1:]
