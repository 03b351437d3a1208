"""A run survives its file, and a bad file is told from a good one."""

import json

import numpy as np
import pytest

import n2n
from n2n.training.run import Run


@pytest.fixture(scope="module")
def run():
    settings = n2n.Settings(width=8, epochs=4, evaluate_every=2, snapshots=2, watch_theorem=True)
    return n2n.fit(n2n.load("karate"), settings)


def test_round_trip(run, tmp_path):
    run.save(tmp_path / "run.n2n")
    again = Run.load(tmp_path / "run.n2n")
    assert again.settings == run.settings
    assert again.history == run.history
    assert again.scores == run.scores
    assert again.environment == run.environment
    np.testing.assert_array_equal(again.embeddings, run.embeddings)
    np.testing.assert_array_equal(again.predictions, run.predictions)
    assert list(again.snapshots) == list(run.snapshots)
    assert [p.name for p in tmp_path.iterdir()] == ["run.n2n"]


def test_a_truncated_file_is_refused_at_every_length(run, tmp_path):
    run.save(tmp_path / "run.n2n")
    whole = (tmp_path / "run.n2n").read_bytes()
    for length in (0, 1, 7, 8, 100, len(whole) // 2, len(whole) - 1):
        (tmp_path / "cut.n2n").write_bytes(whole[:length])
        with pytest.raises(ValueError, match=r"cut\.n2n"):
            Run.load(tmp_path / "cut.n2n")


def test_a_tampered_file_is_refused(run, tmp_path):
    run.save(tmp_path / "run.n2n")
    whole = bytearray((tmp_path / "run.n2n").read_bytes())
    whole[-5] ^= 1
    (tmp_path / "run.n2n").write_bytes(whole)
    with pytest.raises(ValueError, match="changed after it was saved"):
        Run.load(tmp_path / "run.n2n")
    start = whole.index(b"f1_test")
    whole[-5] ^= 1
    whole[start : start + 7] = b"f1_tesT"
    (tmp_path / "run.n2n").write_bytes(whole)
    with pytest.raises(ValueError, match="changed after it was saved"):
        Run.load(tmp_path / "run.n2n")


def test_a_foreign_or_missing_file_is_refused(tmp_path):
    from safetensors.numpy import save_file

    save_file({"a": np.zeros(3)}, tmp_path / "other.n2n")
    with pytest.raises(ValueError, match="is not in the format"):
        Run.load(tmp_path / "other.n2n")
    (tmp_path / "text.n2n").write_text(json.dumps({"a": 1}))
    with pytest.raises(ValueError, match="damaged"):
        Run.load(tmp_path / "text.n2n")
    with pytest.raises(ValueError, match="There is no file"):
        Run.load(tmp_path / "missing.n2n")


def test_a_failed_save_leaves_the_old_file(run, tmp_path, monkeypatch):
    run.save(tmp_path / "run.n2n")
    before = (tmp_path / "run.n2n").read_bytes()
    monkeypatch.setattr("n2n.files.atomic.os.replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        run.save(tmp_path / "run.n2n")
    assert (tmp_path / "run.n2n").read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["run.n2n"]
