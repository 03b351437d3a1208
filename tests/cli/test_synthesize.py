import n2n
from n2n.cli import main


def test_a_folder_is_written_and_described(tmp_path, capsys):
    words = ["--nodes", "1_000", "--edges", "4_000", "--classes", "4", "--features", "8", "--accuracy", "0.7"]
    assert main(["synthesize", *words, str(tmp_path / "g")]) == 0
    graph = n2n.open_graph(tmp_path / "g")
    out = capsys.readouterr().out
    assert f"1,000 nodes, {graph.num_edges:,} edges" in out
    assert "Bayes accuracy of the features 0.7" in out
    assert main(["synthesize", *words, str(tmp_path / "g")]) == 2
    assert "exists already" in capsys.readouterr().err
    assert main(["synthesize", *words, "--replace", str(tmp_path / "g")]) == 0


def test_what_cannot_be_is_said(tmp_path, capsys):
    assert main(["synthesize", "--nodes", "10", "--edges", "4", str(tmp_path / "g")]) == 2
    assert capsys.readouterr().err == "n2n: nodes is 10 and classes 40: a class needs 3 nodes or more.\n"
