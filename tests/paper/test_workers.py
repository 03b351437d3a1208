"""Many cells in processes of one thread each."""

from dataclasses import replace

from n2n.paper.plan import LONG, Planned
from n2n.paper.running import finished_cell
from n2n.paper.store import append
from n2n.paper.workers import Costs, left_to_measure, measure_planned

from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.n2n.settings import Settings
from n2n.paper import Task, stored

SHORT = BaselineSettings("SGC", epochs=2, evaluate_every=1)


def planned(settings, row: str, seeds: int = 1) -> list[Planned]:
    tasks = [Task("accuracy", row, "karate", settings.with_seed(seed, False)) for seed in range(seeds)]
    return [Planned(task, f"make {row}", 0) for task in tasks]


def test_cells_are_measured_kept_at_once_and_not_again_and_a_long_one_gets_no_second_seed(tmp_path):
    url = Settings(framework="URL", width=4, epochs=2, evaluate_every=1)
    wrong = planned(BaselineSettings("GAT", width=30), "GAT")
    long = planned(SHORT, "long", 2)
    values = {"test": 0.5, "best_test": 0.5, "environment": {}}
    append(finished_cell(long[0].task, values, LONG + 1, ""), tmp_path)
    assert list(measure_planned(long, tmp_path)) == []
    todo = [*wrong, *planned(SHORT, "SGC", 2), *planned(url, "URL"), *long]
    found = []
    for one in measure_planned(todo, tmp_path, longest=LONG + 2):
        found.append(one)
        assert len(stored(tmp_path)) == 1 + sum(each.cell is not None for each in found)
    assert [one.failure for one in found if one.cell is None] == [
        "ValueError: width 30 cannot be shared by 8 heads: choose a multiple."
    ]
    assert found[-1].planned is long[1]
    cells = {(cell.row, cell.seed): cell for cell in stored(tmp_path)}
    del cells["long", 0]  # not measured here
    assert set(cells) == {("SGC", 0), ("SGC", 1), ("URL", 0), ("long", 1)}
    assert all(cell.complete and cell.environment["threads"] == "1" for cell in cells.values())
    assert cells["URL", 0].command == "make URL"
    softmax = cells["URL", 0].values["probes"]["softmax"]
    assert {"test", "val", "epoch", "last_test", "best_test"} == set(softmax)
    assert list(measure_planned(todo[1:], tmp_path)) == []


def test_what_has_no_cell_comes_first_and_what_lacks_a_score_is_measured_again():
    first, second = planned(SHORT, "SGC", 2)
    values = {"test": 0.5, "environment": {}}
    fewer = finished_cell(first.task, values, 1.0, "")
    full = finished_cell(first.task, values | {"best_test": 0.5}, 1.0, "")
    assert left_to_measure([first, second], [fewer], Costs([fewer])) == [second, first]
    assert left_to_measure([first, second], [full], Costs([full])) == [second]
    long = [replace(one, task=replace(one.task, row="long")) for one in (first, second)]
    slow = finished_cell(long[1].task, values, LONG + 1, "")
    assert left_to_measure([*long, first], [slow], Costs([slow])) == [first, *long]
