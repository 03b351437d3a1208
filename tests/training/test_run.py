"""A run in memory, in a folder and in a file: the same contents, checked when they are read."""

import json

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

import n2n
from n2n.training.fit import fit, fork
from n2n.training.picture import Picture
from n2n.training.run import Run
from tests.runs import without_times

SETTINGS = n2n.Settings(width=8, epochs=12, evaluate_every=3, snapshots=3, learning_rate=0.01)


@pytest.fixture(scope="module")
def graph():
    return n2n.load("karate")


@pytest.fixture(scope="module")
def run(graph):
    return fit(graph, SETTINGS)


@pytest.fixture(scope="module", params=["memory", "folder", "file", "copy"])
def kept(request, run, graph, tmp_path_factory):
    """The same run, wherever it is."""
    folder = tmp_path_factory.mktemp("runs")
    if request.param == "memory":
        return run
    if request.param == "folder":
        return fit(graph, SETTINGS, folder=folder / "run")
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


@pytest.mark.parametrize("name", ["URL", "PT&FT", "batches", "GCN", "SGC", "DGI"])
def test_every_kind_of_method_predicts_its_own_nodes_again(graph, name):
    if name in ("GCN", "SGC", "DGI"):
        settings = n2n.BaselineSettings(name, width=8, epochs=6, evaluate_every=2)
    else:
        framework = "JL" if name == "batches" else name
        settings = SETTINGS.replace(
            framework=framework, batch_size=10 * (name == "batches"), finetune_epochs=4
        )
    run = fit(graph, settings)
    np.testing.assert_allclose(run.embed(graph), run.embeddings, rtol=1e-4, atol=1e-5)
    assert (run.predict(graph) == run.predictions).mean() > 0.97  # the linear probe may round otherwise


def test_without_labels_there_are_embeddings_alone(graph):
    bare = graph.replace(y=np.full(34, -1), class_names=())
    run = fit(bare, SETTINGS.replace(framework="URL"))
    np.testing.assert_allclose(run.embed(graph.x), run.embeddings, rtol=1e-5, atol=1e-6)
    with pytest.raises(ValueError, match="without labels"):
        run.predict(graph.x)


def test_a_queued_run_is_listed_renamed_and_ended(graph, tmp_path):
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
    assert watcher.status.message == "Taken out of the queue."
    assert watcher.status.can_resume
    made.queue_again()
    assert watcher.status.state == "queued"
    with pytest.raises(ValueError, match="exists already"):
        Run.create(tmp_path / "a", graph, SETTINGS)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "run.json").write_text("{}")


def test_a_run_whose_process_is_gone_is_interrupted(graph, tmp_path):
    run = Run.create(tmp_path / "a", graph, SETTINGS)
    path = tmp_path / "a" / "status.json"
    facts = json.loads(path.read_text())
    path.write_text(
        json.dumps(facts | {"state": "running", "process_started": facts["process_started"] - 99})
    )
    assert run.status.state == "interrupted"
    assert run.status.can_resume
    elsewhere = facts | {"state": "running", "host": "elsewhere"}
    path.write_text(json.dumps(elsewhere))
    assert run.status.state == "running"
    path.write_text(json.dumps(elsewhere | {"heartbeat": facts["heartbeat"] - 60}))
    assert run.status.state == "interrupted"


def test_the_picture_is_replaced(graph, tmp_path):
    run = Run.create(tmp_path / "a", graph, SETTINGS)
    watcher = Run.open(tmp_path / "a")
    assert watcher.picture() is None
    for epoch in (1, 2):
        run.add_picture(Picture(epoch, np.full((34, 2), epoch, np.float32), np.arange(34)))
        assert (watcher.picture().epoch, watcher.picture().positions[0, 0]) == (epoch, epoch)


def test_ids_and_owners_stay_out_of_files(graph, run, tmp_path):
    child = fork(graph, run, 6, tau=0.5)
    data = child.to_bytes()
    assert child.id.encode() not in data
    assert run.id.encode() not in data
    assert Run.from_bytes(data).fork == child.fork.without_ids()


def test_a_run_of_another_graph_is_refused(run):
    with pytest.raises(ValueError, match=r"is a run on 'Karate club' with 34 nodes .* use its own graph"):
        fork(n2n.load("cora"), run, 6, tau=0.5)
    edited = n2n.load("karate").replace(x=np.eye(34, dtype=np.float32)[::-1].copy())
    with pytest.raises(ValueError, match="use its own graph"):
        fork(edited, run, 6, tau=0.5)


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("settings", {"width": "wide"}),
        ("graph", {"nodes": -1}),
        ("graph", {}),
        ("history", [{"index": 1}]),
        ("history", "none"),
        ("environment", {"device": 3}),
        ("fork", {"epoch": 0}),
        ("status", ["running", "", 0.0]),
        ("name", "x" * 2000),
        ("format", "n2n-run-1"),
    ],
)
def test_a_file_that_says_nonsense_is_refused_in_a_sentence(run, tmp_path, part, change):
    from n2n.files import tensors
    from n2n.training.run import FORMAT

    arrays, facts = tensors.from_bytes(run.to_bytes(), FORMAT)
    with pytest.raises(ValueError, match=r"^The file is not a run of this program: "):
        Run.from_bytes(tensors.to_bytes(FORMAT, arrays, facts | {part: change}))


@pytest.mark.parametrize(
    "arrays",
    [
        {"result:predictions": np.zeros(3, np.int64)},
        {"embeddings:array": np.zeros(34, np.float32)},
        {"result:weight_0": np.zeros(3, "U1").view(np.uint8).astype(bool)},
        {"snapshots/99:array": np.zeros((34, 8), np.float16)},
        {"snapshots/1:array": np.zeros((5, 8), np.float16)},
        {"snapshots/x:array": np.zeros((34, 8), np.float16)},
        {"../../x:array": np.zeros((34, 8), np.float16)},
    ],
)
def test_arrays_that_do_not_fit_are_refused(run, arrays):
    from n2n.files import tensors
    from n2n.training.run import FORMAT

    known, facts = tensors.from_bytes(run.to_bytes(), FORMAT)
    with pytest.raises(ValueError, match=r"^The file is not a run of this program: "):
        Run.from_bytes(tensors.to_bytes(FORMAT, known | arrays, facts))


def test_damaged_files_are_refused(run, tmp_path):
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


def test_a_folder_that_is_damaged_while_it_is_watched_says_so(graph, tmp_path):
    run = fit(graph, SETTINGS, folder=tmp_path / "a")
    with (tmp_path / "a" / "history.jsonl").open("a") as file:
        file.write('{"index": 13')  # not complete yet
    assert len(run.refresh().history) == 12
    with (tmp_path / "a" / "history.jsonl").open("a") as file:
        file.write("}\n")
    with pytest.raises(ValueError, match="is not a run"):
        run.refresh()
    (tmp_path / "a" / "status.json").unlink()
    with pytest.raises(ValueError, match="status cannot be read"):
        _ = run.status
