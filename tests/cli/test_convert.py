import n2n
from n2n.cli import main


def test_a_folder_is_written_and_described(tmp_path, capsys):
    (tmp_path / "edges.csv").write_text("anna,ben\nben,anna\nben,ben\nben,cleo\n")
    (tmp_path / "nodes.csv").write_text("id,label,age\nanna,x,1\nben,y,2\ncleo,x,3\n")
    words = [
        "convert",
        str(tmp_path / "edges.csv"),
        str(tmp_path / "g"),
        "--nodes",
        str(tmp_path / "nodes.csv"),
    ]
    assert main([*words, "--name", "people"]) == 0
    out = capsys.readouterr().out
    assert "g: 3 nodes, 2 edges, 2 classes, 1 features; " in out
    assert "Dropped: 1 self-loops, 0 repeats; edges that came in one direction only: 1" in out
    assert n2n.open_graph(tmp_path / "g").name == "people"
    assert main(words) == 2
    assert "exists already" in capsys.readouterr().err


def test_what_is_wrong_is_said(tmp_path, capsys):
    assert main(["convert", str(tmp_path / "nothing.csv"), str(tmp_path / "g")]) == 2
    assert capsys.readouterr().err == "n2n: nothing.csv: there is no such file.\n"
