"""A run in memory, in a folder and in a file: the same contents, checked when they are read."""

import json

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

import n2n
from n2n.files import tensors
from n2n.training.picture import Axes, Picture
from n2n.training.run import FORMAT, Run
from tests.runs import without_times

SETTINGS = n2n.Settings(width=8, epochs=12, evaluate_every=3, snapshots=3, learning_rate=0.01)


@pytest.fixture(scope="module")
def graph():
    return n2n.load("karate")


@pytest.fixture(scope="module")
def run(graph):
    return n2n.fit(graph, SETTINGS)


@pytest.fixture(scope="module", params=["memory", "folder", "file", "copy"])
def kept(request, run, graph, tmp_path_factory):
    """The same run, wherever it is."""
    folder = tmp_path_factory.mktemp("runs")
    if request.param == "memory":
        return run
    if request.param == "folder":
        return n2n.fit(graph, SETTINGS, folder=folder / "run")
    if request.param == "copy":
        return run.save_folder(folder / "run", name="copy", owner="ann")
    run.save(folder / "a.n2n")
    return Run.load(folder / "a.n2n")


def test_every_form_has_the_same_contents(run, kept):
    assert without_times(kept.history) == without_times(run.history)
    assert kept.scores == run.scores
    assert (kept.settings, kept.graph_facts) == (run.settings, run.graph_facts)
    assert kept.environment.keys() == run.environment.keys()
    assert (kept.status.state, kept.status.epoch, kept.status.total) == ("done", 12, 12)
    assert kept.checkpoints == run.checkpoints
    assert kept.nbytes > 0
    for name in ("embeddings", "predictions"):
        np.testing.assert_array_equal(getattr(kept, name), getattr(run, name))
    assert list(kept.snapshots) == [1, 6, 12]
    for epoch, snapshot in run.snapshots.items():
        np.testing.assert_array_equal(kept.snapshots[epoch], snapshot)


def test_nodes_that_were_never_seen_are_embedded_and_predicted(kept, graph):
    np.testing.assert_allclose(kept.embed(graph.x[[3, 1]]), kept.embeddings[[3, 1]], rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(kept.predict(graph.x), kept.predictions)
    with pytest.raises(ValueError, match="not trained on nodes with 3 features"):
        kept.embed(np.ones((2, 3), np.float32))


@pytest.mark.parametrize("name", ["URL", "PT&FT", "batches", "GCN", "SGC", "DGI", "GLNN"])
def test_every_kind_of_method_predicts_its_own_nodes_again_after_a_file(graph, name):
    if name in ("GCN", "SGC", "DGI", "GLNN"):
        settings = n2n.BaselineSettings(name, width=8, epochs=6, evaluate_every=2)
    elif name == "batches":
        settings = SETTINGS.replace(batch_size=10)
    else:
        settings = SETTINGS.replace(framework=name, finetune_epochs=4)
    run = Run.from_bytes(n2n.fit(graph, settings).to_bytes())
    np.testing.assert_allclose(run.embed(graph), run.embeddings, rtol=1e-4, atol=1e-5)
    assert (run.predict(graph) == run.predictions).mean() > 0.97  # the linear probe may round otherwise


def test_what_a_run_cannot_say_of_other_nodes_is_a_sentence(graph):
    bare = graph.replace(y=np.full(34, -1), class_names=())
    run = n2n.fit(bare, SETTINGS.replace(framework="URL"))
    np.testing.assert_allclose(run.embed(graph.x), run.embeddings, rtol=1e-5, atol=1e-6)
    with pytest.raises(ValueError, match="without labels"):
        run.predict(graph.x)
    walks = n2n.fit(graph, n2n.BaselineSettings("DeepWalk", width=8, epochs=1))
    with pytest.raises(ValueError, match="none for other nodes"):
        walks.embed(graph)


def test_a_queued_run_is_renamed_and_ended(graph, tmp_path):
    positions = np.arange(68, dtype=np.float32).reshape(34, 2)
    made = Run.create(tmp_path / "a", graph, SETTINGS, name="mine", owner="ann", id="x", positions=positions)
    watcher = Run.open(tmp_path / "a")
    assert (watcher.status.state, watcher.id, watcher.owner, watcher.has_result) == (
        "queued",
        "x",
        "ann",
        False,
    )
    np.testing.assert_array_equal(watcher.picture().positions, positions)
    with pytest.raises(ValueError, match="has left no result"):
        _ = watcher.embeddings
    made.rename("other")
    assert watcher.refresh().name == "other"
    made.end("stopped", "Taken out of the queue.")
    assert (watcher.status.message, watcher.status.can_resume) == ("Taken out of the queue.", True)
    made.queue_again()
    assert watcher.status.state == "queued"
    made.add_picture(Picture(2, 2 * positions, np.arange(34)))
    assert (watcher.picture().epoch, watcher.picture().positions[0, 1]) == (2, 2)
    with pytest.raises(ValueError, match="exists already"):
        Run.create(tmp_path / "a", graph, SETTINGS)


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({}, "running"),
        ({"process_started": 0.0}, "interrupted"),
        ({"pid": 2**22 + 1}, "interrupted"),
        ({"heartbeat": 0.0}, "interrupted"),
        ({"host": "elsewhere"}, "running"),
        ({"host": "elsewhere", "heartbeat": 0.0}, "interrupted"),
        ({"host": "elsewhere", "heartbeat": 0.0, "state": "queued"}, "interrupted"),
        ({"process_started": 0.0, "state": "queued"}, "interrupted"),
        ({"process_started": 0.0, "state": "done"}, "done"),
    ],
)
def test_a_run_whose_process_is_gone_is_interrupted(graph, tmp_path, changes, state):
    run, path = Run.create(tmp_path / "a", graph, SETTINGS), tmp_path / "a" / "status.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"state": "running"} | changes))
    assert run.status.state == state


def test_ids_and_owners_stay_out_of_files(graph, run):
    child = n2n.fork(graph, run, 6, tau=0.5)
    data = child.to_bytes()
    assert child.id.encode() not in data
    assert run.id.encode() not in data
    assert Run.from_bytes(data).fork == child.fork.without_ids()


def test_a_run_of_another_graph_is_refused(run):
    with pytest.raises(ValueError, match=r"is a run on 'Karate club' with 34 nodes .* use its own graph"):
        n2n.fork(n2n.load("cora"), run, 6, tau=0.5)
    edited = n2n.load("karate").replace(x=np.eye(34, dtype=np.float32)[::-1].copy())
    with pytest.raises(ValueError, match="use its own graph"):
        n2n.fork(edited, run, 6, tau=0.5)


EPOCH = {"index": 1, "stage": "joint", "loss": 1.0, "info_nce": None, "cross_entropy": None, "seconds": 0.1}
NESTED = json.loads("[" * 400 + "]" * 400)


@pytest.mark.parametrize(
    "facts",
    [
        {"settings": {"width": "wide"}},
        {"settings": None},
        {"settings": {"colour": 1}},
        {"graph": {"nodes": -1}},
        {"graph": {}},
        {"history": [{"index": 1}]},
        {"history": [EPOCH | {"loss": "</script>"}]},
        {"history": [EPOCH | {"stage": "</script>"}]},
        {"history": [EPOCH | {"index": 5}]},
        {"history": NESTED},
        {"environment": {"device": 3}},
        {"fork": {"epoch": 0}},
        {"status": ["running", "", 0.0]},
        {"created": "soon"},
        {"name": "x" * 2000},
        {"format": "n2n-run-1"},
    ],
    ids=lambda facts: str(facts)[:40],
)
def test_a_file_that_says_nonsense_is_refused_in_a_sentence(run, facts):
    arrays, good = tensors.from_bytes(run.to_bytes(), FORMAT)
    with pytest.raises(ValueError, match=r"^The file is not a run of this program: "):
        Run.from_bytes(tensors.to_bytes(FORMAT, arrays, good | facts))


@pytest.mark.parametrize(
    "arrays",
    [
        {"result:predictions": np.zeros(3, np.int64)},
        {"result:predictions": np.full(34, -7)},
        {"embeddings:array": np.zeros(34, np.float32)},
        {"result:weight_0": np.zeros(3, bool)},
        {"snapshots/99:array": np.zeros((34, 8), np.float16)},
        {"snapshots/1:array": np.zeros((5, 8), np.float16)},
        {"snapshots/x:array": np.zeros((34, 8), np.float16)},
        {"../../x:array": np.zeros((34, 8), np.float16)},
    ],
    ids=lambda arrays: next(iter(arrays)),
)
def test_arrays_that_do_not_fit_are_refused(run, arrays):
    known, facts = tensors.from_bytes(run.to_bytes(), FORMAT)
    with pytest.raises(ValueError, match=r"^The file is not a run of this program: "):
        Run.from_bytes(tensors.to_bytes(FORMAT, known | arrays, facts))


def test_damaged_files_and_folders_are_refused(run, tmp_path, monkeypatch):
    path = tmp_path / "a.n2n"
    run.save(path)
    path.write_bytes(path.read_bytes()[:-7])
    with pytest.raises(ValueError, match="damaged or cut short"):
        Run.load(path)
    run.save(path)
    save_file(load_file(path), path)  # no header
    with pytest.raises(ValueError, match="is not in the format"):
        Run.load(path)
    with pytest.raises(ValueError, match="There is no file"):
        Run.load(tmp_path / "none")
    with pytest.raises(ValueError, match="is not a run"):
        Run.open(tmp_path)
    monkeypatch.setattr("n2n.training.run.LARGEST", 100)
    with pytest.raises(ValueError, match="open the folder of the run instead"):
        Run.load(path)
    for name, text in (
        ("run.json", "{}"), ("run.json", "[" * 100_000), ("status.json", "{}"), ("history.jsonl", "{}\n"),
        ("embeddings.npy", ""), ("result.safetensors", ""),
    ):  # fmt: skip
        folder = run.save_folder(tmp_path / f"{len(list(tmp_path.iterdir()))}").folder
        (folder / name).write_text(text)
        with pytest.raises(ValueError, match=r"is not a run|cannot be read"):
            _ = Run.open(folder).status, Run.open(folder).embeddings


def test_the_axes_of_a_picture_are_the_main_ones_and_turn_with_the_points():
    rng = np.random.default_rng(0)
    h = rng.normal(size=(700, 2)) @ rng.normal(size=(2, 16)) + 0.05 * rng.normal(size=(700, 16))
    axes = Axes()
    first = axes.project(h.astype("f4"))
    unit = h / np.linalg.norm(h, axis=1, keepdims=True)
    main, found = (np.linalg.svd(one - one.mean(axis=0))[1][:2] for one in (unit, first))
    assert np.isclose((first**2).sum(axis=1).mean(), 1, atol=1e-3)
    assert np.allclose(found / found[0], main / main[0], atol=0.02)
    turn, _ = np.linalg.qr(rng.normal(size=(16, 16)))
    assert np.abs(axes.project((h @ turn).astype("f4")) - first).max() < 0.05
    assert np.abs(Axes(None, -first).project(h.astype("f4")) + first).max() < 1e-3
