"""The table of results: what is committed, and what is added to it."""

import os
import platform
import subprocess
import sys

import pandas as pd
import pytest

from n2n.methods.recipes import DATASETS
from n2n.methods.registry import settings_for
from n2n.paper import EXPERIMENTS, load
from n2n.paper.measuring import measure
from n2n.paper.results import KEY, SHIPPED, append, missing, read
from tests.measurements import measurement, results, scored, store

COMMITTED = read(SHIPPED)


def test_every_committed_row_says_how_it_was_made():
    for name in ("version", "command", "torch", "numpy"):
        assert (COMMITTED[name] != "").all(), name
    trained = COMMITTED[COMMITTED.kind.isin(["accuracy", "time"])]
    assert (trained.torch != "unknown").all()
    assert not COMMITTED.duplicated(KEY).any()
    assert set(COMMITTED.dataset) == set(DATASETS)


def test_committed_rows_are_readable_and_of_known_methods():
    """A setting that is removed must be removed from the committed rows as well."""
    trained = COMMITTED[COMMITTED.kind.isin(["accuracy", "time"]) & (COMMITTED.variant == "")]
    assert all(settings_for(row, "cora").name == row for row in set(trained.row))
    assert trained.by_recipe.mean() > 0.9
    for name in ("table1", "table2", "table3", "fig4", "fig5", "fig6"):
        assert not missing(EXPERIMENTS[name].tasks(seeds=[0]), COMMITTED), name


@pytest.mark.parametrize(
    ("row", "dataset"), [("GCN", "cora"), ("SGC", "citeseer"), ("N2N-TAPS-1 (JL)", "cora")]
)
def test_a_committed_score_comes_out_again(row, dataset):
    (task,) = EXPERIMENTS["table1"].tasks([row], [dataset], [0])
    key = measurement(row, dataset)
    (known,) = COMMITTED[(COMMITTED[KEY] == [key[name] for name in KEY]).all(axis=1)].to_dict("records")
    found = measure(task, "")
    same = all(found[name] == known[name] for name in ("torch", "numpy", "instructions", "processor"))
    if same and known["cores"] == str(os.cpu_count()) and platform.machine() == known["processor"]:
        assert [found[name] for name in ("test", "val", "epoch")] == [
            known[name] for name in ("test", "val", "epoch")
        ]
    else:  # other libraries and processors round in other ways
        assert found["test"] == pytest.approx(known["test"], abs=0.015)


def test_a_committed_count_comes_out_again():
    for name in ("fig4", "fig5", "fig6"):
        for task in EXPERIMENTS[name].tasks(datasets=["cora"], seeds=[0]):
            found = measure(task, "")
            known = COMMITTED[(COMMITTED[KEY] == [found[name] for name in KEY]).all(axis=1)].iloc[0]
            for value in {"sampled", "graph", "facts"} & set(found):
                assert found[value] == known[value]


def test_own_measurements_are_added_to_the_committed_ones(tmp_path):
    before = load(tmp_path)
    store(tmp_path, scored("GCN", 0.5, seed=0), scored("GCN", 0.6, seed=77))
    found = load(tmp_path)
    assert len(found) == len(before) + 1
    own = found.query("row == 'GCN' and dataset == 'cora' and by_recipe and kind == 'accuracy'")
    assert own.set_index(["split", "seed"]).test["paper"].loc[[0, 77]].tolist() == [0.5, 0.6]


def test_processes_take_turns(tmp_path):
    code = (
        "import sys; from tests.measurements import scored, store\n"
        "for seed in range(4): store(sys.argv[1], scored('GCN', 0.5, int(sys.argv[2]) + seed))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path), start], cwd=os.getcwd())
        for start in ("0", "10")
    ]
    assert [process.wait(120) for process in running] == [0, 0]
    assert sorted(read(tmp_path).seed) == [0, 1, 2, 3, 10, 11, 12, 13]


def test_names_of_rows_and_datasets_are_checked():
    table = EXPERIMENTS["table1"]
    assert [task.row for task in table.tasks(["gcn"], ["Cora"], [3])] == ["GCN"]
    for wrong in ({"rows": ["GCNN"]}, {"datasets": ["karate"]}):
        with pytest.raises(ValueError, match="Table 1 has no"):
            table.tasks(**wrong)


def test_a_task_has_the_settings_of_its_row():
    (task,) = EXPERIMENTS["table1"].tasks(["N2N-TAPS-2 (URL)"], ["photo"], [3])
    s = task.settings
    assert (s.framework, s.k, s.seed, s.sampling_seed, s.split_seed) == ("URL", 2, 3, 3, 3)
    (task,) = EXPERIMENTS["table1"].tasks(["N2N-TAPS-2 (URL)"], ["cora"], [3], "released")
    assert (task.variant, task.settings.split_seed) == ("recipe released", 0)
    tasks = EXPERIMENTS["table2"].tasks(None, ["photo"], [0])
    assert [task.settings.sampling_seed for task in tasks][:3] == [1, 2, 3]


def test_only_todays_recipe_counts(tmp_path):
    append([scored("GCN", 0.1, changes={"dropout": 0.11}), scored("GCN", 0.8)], tmp_path)
    assert read(tmp_path).by_recipe.tolist() == [False, True]
    broken = scored("GCN", 0.3) | {"settings": '{"method": "GCN", "gone": 1}'}
    assert not results(broken).by_recipe.any()
    assert not results(scored("GCN", 0.3, variant="epochs 3")).by_recipe.any()


def test_without_a_file_there_are_the_committed_rows_alone(tmp_path):
    assert len(load(tmp_path / "nowhere")) == len(COMMITTED)
    assert read(tmp_path).empty
    assert isinstance(read(tmp_path), pd.DataFrame)
