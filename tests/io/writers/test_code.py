import n2n
from n2n.io.readers import Columns
from n2n.io.writers.code import loading_lines, run_lines


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
