"""The plans are the paper's tables."""

import pytest

from n2n.methods.recipes import baselines
from n2n.paper import EXPERIMENTS
from n2n.paper import printed as paper
from n2n.paper.experiments import FURTHER, N2N_ROWS, RECENT, find_experiment


def test_every_row_of_the_paper_has_settings():
    assert set(paper.table1()) < set(EXPERIMENTS["table1"].rows)
    assert set(paper.table3()) == set(EXPERIMENTS["table3"].rows)
    for name, experiment in EXPERIMENTS.items():
        tasks = experiment.tasks(seeds=[0])
        inference = sum(row.endswith("(inference)") for row in experiment.rows)
        expected = (
            (len(experiment.rows) - inference) * len(experiment.datasets) * len(experiment.draws or (0,))
        )
        assert len(tasks) == len(set(tasks)) == expected, name
        if experiment.kind in ("accuracy", "time"):
            assert all(task.settings.name == task.row for task in tasks)


def test_a_seed_draws_the_split_only_where_there_is_none():
    def split_seed(dataset, **changes):
        return EXPERIMENTS["table1"].tasks(["GCN"], [dataset], [3], **changes)[0].settings.split_seed

    assert (split_seed("cora"), split_seed("photo"), split_seed("cora", split="random")) == (0, 3, 3)


def test_table_2_draws_its_positives_with_seeds_of_their_own():
    tasks = EXPERIMENTS["table2"].tasks(["N2N-Random-2 (JL)"], ["photo"], [0, 1])
    assert [(task.settings.seed, task.settings.sampling_seed) for task in tasks] == [
        (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3)
    ]  # fmt: skip


def test_a_name_that_is_not_there_is_one_sentence():
    with pytest.raises(ValueError, match="Table 1 has no row 'GNN': choose among MLP, GCN"):
        EXPERIMENTS["table1"].tasks(rows=["GNN"])
    with pytest.raises(ValueError, match="Table 2 has no dataset 'cora'"):
        EXPERIMENTS["table2"].tasks(datasets=["cora"])


def test_the_rows_of_n2n_are_the_fourteen_of_table_1():
    assert len(N2N_ROWS) == 14
    assert set(N2N_ROWS) <= set(paper.table1())


def test_every_baseline_is_in_the_first_table_or_among_the_recent_ones():
    assert set(baselines()) <= {*EXPERIMENTS["table1"].rows, *RECENT.rows}
    assert not set(RECENT.rows) & set(EXPERIMENTS["table1"].rows)
    assert not set(FURTHER) & set(EXPERIMENTS)
    assert find_experiment("baselines") is RECENT
