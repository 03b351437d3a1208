"""Checkpoints within an epoch: a run goes on as if nothing had happened."""

import numpy as np
import pytest

import n2n
from n2n.training.checkpoint import every
from n2n.training.legacy_trainer import Trainer
from tests.runs import unbroken, without_times

SETTINGS = n2n.Settings(width=8, epochs=3, finetune_epochs=3, evaluate_every=2, batch_size=9, dropout=0.3)


class Killed(Exception):
    """What ends a run in the middle."""


@pytest.mark.parametrize("framework", ["JL", "URL", "PT&FT"])
@pytest.mark.parametrize("steps", [1, 4, 6, 12])
def test_a_run_goes_on_from_the_middle_of_an_epoch(tmp_path, framework, steps):
    graph, settings = n2n.load("karate"), SETTINGS.replace(framework=framework)
    whole = unbroken(settings)
    broken, done = Trainer(graph, settings), []

    def step():
        done.append(1)
        broken.save_checkpoint(tmp_path / "checkpoint")
        if len(done) == steps:
            raise Killed

    broken.model.on_step = step
    with pytest.raises(Killed):
        list(broken)
    resumed = Trainer.resume(tmp_path / "checkpoint", graph)
    list(resumed)
    assert without_times(resumed.history) == without_times(whole.history)
    np.testing.assert_array_equal(resumed.result().embeddings, whole.result().embeddings)


@pytest.mark.parametrize(("batch_size", "steps"), [(0, 2), (9, 5)])
def test_checkpoints_are_saved_every_so_many_steps(tmp_path, batch_size, steps):
    trainer = Trainer(n2n.load("karate"), SETTINGS.replace(batch_size=batch_size))
    trainer.save_checkpoints(tmp_path / "checkpoint", steps)
    next(iter(trainer))
    assert not (tmp_path / "checkpoint").exists()
    list(trainer)
    assert (tmp_path / "checkpoint").exists()
    resumed = Trainer.resume(tmp_path / "checkpoint", n2n.load("karate"))
    assert len(resumed.history) == 2


def test_work_is_done_every_so_many_calls():
    calls = []
    count = every(3, lambda: calls.append(1))
    for _ in range(7):
        count()
    assert len(calls) == 2
