"""The result of a run, and files that somebody made up: the checksum is right, the content is not."""

import dataclasses
import json

import numpy as np
import pytest

import n2n
from n2n.files import tensors
from n2n.training.legacy_run import FORMAT, Run
from n2n.training.result import RunResult

HOSTILE = "</script><img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def run():
    return n2n.fit(n2n.load("karate"), n2n.Settings(width=8, epochs=4, evaluate_every=2, snapshots=2))


def write(run, path, arrays=None, **facts) -> None:
    given = {"embeddings": run.embeddings, "predictions": run.predictions}
    given |= {f"snapshot_{index}": array for index, array in run.snapshots.items()}
    told = {
        "graph_name": run.graph_name,
        "settings": run.settings.to_dict(),
        "history": [dataclasses.asdict(epoch) for epoch in run.history],
        "environment": run.environment,
    }
    tensors.write_bytes(path, tensors.to_bytes(FORMAT, given | (arrays or {}), told | facts))


EPOCH = {"index": 1, "stage": "joint", "loss": 1.0, "info_nce": None, "cross_entropy": None, "seconds": 0.1}


@pytest.mark.parametrize(
    "facts",
    [
        {"graph_name": 7},
        {"graph_name": "x" * 5000},
        {"settings": {"tau": HOSTILE}},
        {"settings": {"colour": 1}},
        {"settings": None},
        {"history": None},
        {"history": [{}]},
        {"history": [EPOCH | {"loss": HOSTILE}]},
        {"history": [EPOCH | {"loss": None}]},
        {"history": [EPOCH | {"index": 5}]},
        {"history": [EPOCH | {"stage": HOSTILE}]},
        {"history": [EPOCH | {"f1_val": [1]}]},
        {"environment": {}},
        {"environment": []},
        {"environment": {"device": 1, "estimator": "", "estimator_reason": ""}},
    ],
    ids=lambda facts: json.dumps(facts)[:60],
)
def test_facts_that_cannot_be_are_refused(run, tmp_path, facts):
    write(run, tmp_path / "run.n2n", **facts)
    with pytest.raises(ValueError, match=r"run\.n2n is not a run of this program"):
        Run.load(tmp_path / "run.n2n")


@pytest.mark.parametrize(
    "arrays",
    [
        {"embeddings": np.zeros((34, 2, 2), np.float32)},
        {"embeddings": np.zeros((34, 8), np.int64)},
        {"predictions": np.zeros(9, np.int64)},
        {"predictions": np.full(34, -7)},
        {"predictions": np.zeros(34, np.float32)},
        {"snapshot_1": np.zeros((3, 8), np.float16)},
        {"snapshot_x": np.zeros((34, 8), np.float16)},
    ],
    ids=lambda arrays: next(iter(arrays)),
)
def test_arrays_that_cannot_be_are_refused(run, tmp_path, arrays):
    write(run, tmp_path / "run.n2n", arrays)
    with pytest.raises(ValueError, match=r"run\.n2n is not a run of this program"):
        Run.load(tmp_path / "run.n2n")


def test_a_head_that_is_no_json_is_refused(tmp_path):
    import hashlib

    from safetensors.numpy import save_file as save

    for facts in ("[" * 100_000, "{", None):
        text = facts or ""
        digest = hashlib.sha256(text.encode())
        head = {"format": FORMAT, "sha256": digest.hexdigest()} | ({"facts": facts} if facts else {})
        save({}, tmp_path / "run.n2n", head)
        with pytest.raises(ValueError, match="its header cannot be read"):
            Run.load(tmp_path / "run.n2n")


def test_a_good_one_is_read(run, tmp_path):
    write(run, tmp_path / "run.n2n")
    assert Run.load(tmp_path / "run.n2n").scores == run.scores


def test_bytes_are_those_of_embeddings_and_snapshots():
    vectors = np.zeros((5, 4), np.float32)
    alone = RunResult(vectors, np.zeros(5, np.int64), {})
    assert alone.nbytes == 80
    animated = RunResult(vectors, alone.predictions, {}, {1: vectors.astype(np.float16), 2: vectors})
    assert animated.nbytes == 80 + 40 + 80
