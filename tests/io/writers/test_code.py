import n2n
from n2n.io.readers import Columns
from n2n.io.writers.code import loading_lines, run_lines
from tests.io.readers import published


def test_the_lines_give_the_same_result():
    run = n2n.fit(n2n.load("karate"), n2n.Settings(width=8, epochs=4, evaluate_every=2))
    names = {}
    exec(run_lines(loading_lines("karate"), run.settings), names)
    assert names["run"].scores == run.scores
    assert (names["run"].embeddings == run.embeddings).all()


def test_the_lines_for_own_files_run_and_cannot_be_broken_out_of(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bad = "e'); raise SystemExit(.csv"
    (tmp_path / bad).write_bytes(b"x,a,b\n0,b,c\n")
    columns = {bad: Columns("edges", header=False, source=1, target=2)}
    names = {}
    exec(run_lines(loading_lines(files=[bad], columns=columns, features="degree"), None), names)
    assert names["graph"].node_names == ("a", "b", "c")
    assert names["graph"].name.endswith("degree buckets")


def test_the_lines_for_a_file_with_attributes_read_it_with_its_correction_and_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "polblogs.gml").write_bytes(published.polblogs())
    columns = {"polblogs.gml": Columns("nodes", name=1, label=2)}
    names = {}
    lines = loading_lines(files=["polblogs.gml"], columns=columns, features="degree", name="Blogs")
    exec(run_lines(lines, None), names)
    assert names["graph"].name == "Blogs, degree buckets"
    assert (names["graph"].num_classes, names["graph"].node_names) == (9, tuple(published.BLOGS))


def test_the_lines_of_a_fork_train_the_same_fork():
    graph = n2n.load("karate")
    child = n2n.fork(graph, n2n.Settings(width=8, epochs=6), 3, tau=0.5)
    run = n2n.fork(graph, child, 4, k=2, epochs=8)
    code = run_lines(loading_lines("karate"), run.settings, run.fork)
    scope = {}
    exec(code, scope)
    assert [epoch.loss for epoch in scope["run"].history] == [epoch.loss for epoch in run.history]
    assert (scope["run"].embeddings == run.embeddings).all()
