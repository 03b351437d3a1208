"""Runs in folders: written while they learn, read at any moment."""

import json
import time
from dataclasses import replace

import numpy as np
import pytest

import n2n
from n2n.training import records
from n2n.training.legacy_trainer import Trainer
from n2n.training.recording import Recorder
from n2n.training.records import RecordedRun, list_records

SETTINGS = n2n.Settings(width=8, epochs=4, evaluate_every=2, snapshots=2)


@pytest.fixture
def trainer():
    return Trainer(n2n.load("karate"), SETTINGS)


def test_a_run_can_be_watched_while_it_learns(tmp_path, trainer):
    epochs = iter(trainer)
    with Recorder(trainer.record, tmp_path / "run", "karate") as recorder:
        recorder.record(next(epochs), trainer.snapshots)
        record = RecordedRun(tmp_path / "run")
        run = record.run
        assert (run.name, run.dataset, run.settings) == ("N2N-TAPS-1 (JL)", "karate", SETTINGS)
        assert (run.status.state, run.status.done, run.status.total, run.ended) == ("running", 1, 4, False)
        for epoch in epochs:
            recorder.record(epoch, trainer.snapshots)
        assert run.status.state == "running"
        assert run.history == trainer.history, "asking for the status reads what is new"
        assert record.refresh() is run
        assert run.scores == trainer.scores
        assert list(record.snapshots()) == [1, 4]
        trainer.record.result = trainer.result()
        recorder.keep_result()
    record.refresh()
    assert (run.status.state, run.ended) == ("done", True)
    np.testing.assert_array_equal(run.embeddings, trainer.record.result.embeddings)
    np.testing.assert_array_equal(run.predictions, trainer.record.result.predictions)
    np.testing.assert_array_equal(run.snapshots[4], trainer.snapshots[4])


def test_a_line_that_is_not_complete_is_left_for_later(tmp_path, trainer):
    with Recorder(trainer.record, tmp_path / "run") as recorder:
        recorder.record(trainer.step(), {})
        line = (tmp_path / "run" / "history.jsonl").read_text().replace('"index": 1', '"index": 2')
        with (tmp_path / "run" / "history.jsonl").open("a") as file:
            file.write(line[:20])
            file.flush()
            record = RecordedRun(tmp_path / "run")
            assert len(record.run.history) == 1
            file.write(line[20:])
        assert len(record.refresh().history) == 2


def test_a_run_without_a_sign_of_life_has_failed(tmp_path, trainer, monkeypatch):
    Recorder(trainer.record, tmp_path / "run")
    assert RecordedRun(tmp_path / "run").run.status.state == "running"
    monkeypatch.setattr(records, "LOST_AFTER", 0.01)
    time.sleep(0.05)
    status = RecordedRun(tmp_path / "run").run.status
    assert status.state == "failed"
    assert "no sign of life" in status.cause


def test_records_are_listed_and_brought_up_to_date(tmp_path, trainer):
    assert list_records(tmp_path / "nothing") == []
    (tmp_path / "other").mkdir()
    for name in ("a", "b"):
        Recorder(trainer.record, tmp_path / name)
    found = list_records(tmp_path)
    assert {record.folder.name for record in found} == {"a", "b"}
    again = list_records(tmp_path, found)
    assert {id(record) for record in again} == {id(record) for record in found}
    assert [record.folder.name for record in list_records(tmp_path / "a")] == ["a"]
    (tmp_path / "a" / "status.json").write_text("{")
    assert [record.folder.name for record in list_records(tmp_path)] == ["b"]


@pytest.mark.parametrize("damage", ["[]", "{", '{"format": "n2n-record-9"}', '{"format": "n2n-record-1"}'])
def test_damaged_records_are_told_in_a_sentence(tmp_path, trainer, damage):
    Recorder(trainer.record, tmp_path / "run")
    (tmp_path / "run" / "settings.json").write_text(damage)
    with pytest.raises(ValueError, match=r"cannot be read|is not a recorded run"):
        RecordedRun(tmp_path / "run")


def test_a_damaged_history_is_told(tmp_path, trainer):
    Recorder(trainer.record, tmp_path / "run")
    for line in ("{}\n", json.dumps({"index": 5}) + "\n", "no json\n"):
        (tmp_path / "run" / "history.jsonl").write_text(line)
        with pytest.raises(ValueError, match=r"history.jsonl is damaged"):
            RecordedRun(tmp_path / "run")


def test_only_new_epochs_are_checked(tmp_path, trainer):
    with Recorder(trainer.record, tmp_path / "run") as recorder:
        recorder.record(trainer.step(), {})
        record = RecordedRun(tmp_path / "run")
        record.run.history[0] = replace(record.run.history[0], stage="would be refused")
        recorder.record(trainer.step(), {})
        assert len(record.refresh().history) == 2
        with (tmp_path / "run" / "history.jsonl").open("a") as file:
            file.write((tmp_path / "run" / "history.jsonl").read_text().splitlines()[0] + "\n")
        with pytest.raises(ValueError, match=r"history.jsonl is damaged"):
            record.refresh()
