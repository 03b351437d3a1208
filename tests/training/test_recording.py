"""A run as it is written to a folder; how that is read is in `test_records`."""

import pytest

import n2n
from n2n.training.legacy_trainer import Trainer
from n2n.training.recording import Recorder
from n2n.training.records import RecordedRun

SETTINGS = n2n.Settings(width=8, epochs=4, evaluate_every=2, snapshots=2)


@pytest.fixture
def trainer():
    return Trainer(n2n.load("karate"), SETTINGS)


def test_how_a_run_ended_is_recorded(tmp_path, trainer):
    with pytest.raises(OSError), Recorder(trainer.record, tmp_path / "run"):  # noqa: PT011
        raise OSError("the disk is full")
    status = RecordedRun(tmp_path / "run").run.status
    assert (status.state, status.cause) == ("failed", "OSError: the disk is full")


def test_a_run_that_goes_on_from_a_checkpoint_replaces_its_record(tmp_path, trainer):
    with Recorder(trainer.record, tmp_path / "run") as recorder:
        for _ in range(3):
            recorder.record(trainer.step(), trainer.snapshots)
    record = RecordedRun(tmp_path / "run")
    del trainer.record.history[1:]
    Recorder(trainer.record, tmp_path / "run")
    assert len(record.refresh().history) == 1
    assert list(record.snapshots()) == []


def test_a_folder_with_something_else_in_it_is_refused(tmp_path, trainer):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(ValueError, match="has something else in it"):
        Recorder(trainer.record, tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "mine"
