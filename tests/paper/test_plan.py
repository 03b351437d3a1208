"""All cells, once each, in an order that begins with what is small."""

import shlex

import pytest
from n2n.paper.plan import LONG, exact_command, plan, repeats_too_long, takes_long
from n2n.paper.store import stored

from n2n.cli import reproduce
from n2n.methods.n2n.settings import Settings
from n2n.paper import EXPERIMENTS, Task
from n2n.paper.experiments import PAIRED, RECENT, find_experiment


def test_every_printed_score_is_planned_once():
    planned = plan()
    keys = [one.task.key for one in planned]
    assert len(set(keys)) == len(keys)
    for name in ("table1", "table2", "fig4", "fig5", "fig6"):
        assert {task.key for task in EXPERIMENTS[name].tasks(seeds=[0])} <= set(keys)
    assert {task.key for task in [*PAIRED.tasks(), *RECENT.tasks()]} <= set(keys)
    assert planned[0].task.dataset in ("cora", "citeseer")
    assert [one.part for one in planned] == sorted(one.part for one in planned)


def test_only_the_datasets_asked_for_are_planned():
    assert {one.task.dataset for one in plan(["photo"])} == {"photo"}
    with pytest.raises(ValueError, match="does not use 'karate'"):
        plan(["karate"])


def test_another_recipe_shows_in_the_name_and_is_made_by_results():
    (one,) = (one for one in plan(["cora"]) if one.task.title == "N2N (URL), recipe released on cora, seed 2")
    assert one.command == "python -m n2n results cora --rows 'N2N (URL)' --recipe released --seeds 3"
    assert one.task.settings == Settings.for_dataset("cora", "URL", "all", recipe="released").replace(
        seed=2, sampling_seed=2
    )


@pytest.mark.parametrize("place", [0, 100, 500, -1])
def test_the_exact_command_makes_the_cell_again(place):
    one = plan()[place]
    words = shlex.split(one.command)
    assert words[:4] == ["python", "-m", "n2n", "reproduce"]
    asked = reproduce.reproduce.make_context("reproduce", words[4:]).params
    chosen = asked["rows"], asked["datasets"], asked["seed"]
    tasks = find_experiment(asked["name"]).tasks(*chosen, split=asked["split"])
    assert one.task.key in {task.key for task in tasks}
    assert asked["again"]


def test_a_run_of_more_than_ten_minutes_has_one_seed():
    first, second = EXPERIMENTS["table1"].tasks(["GCN"], ["cora"], [0, 1])
    assert not repeats_too_long(first, LONG + 1)
    assert repeats_too_long(second, LONG + 1)
    assert not repeats_too_long(second, LONG)
    assert not takes_long([cell for cell in stored() if cell.row == "GCN"])


def test_the_command_quotes_names_with_spaces():
    task = EXPERIMENTS["table1"].tasks(["N2N-TAPS-1 (JL)"], ["cora"], [1], split="public")[0]
    assert isinstance(task, Task)
    assert exact_command("table1", task) == (
        "python -m n2n reproduce table1 --rows 'N2N-TAPS-1 (JL)' --datasets cora --seed 1 "
        "--split public --again"
    )
