"""`python -m n2n layouts` trains, lays out and prints what is in the files."""

from n2n.cli import main


def test_a_dataset_without_layouts_is_one_sentence(capsys):
    assert main(["layouts", "texas"]) == 2
    assert "There are no bundled layouts of 'texas': choose among karate, cora" in capsys.readouterr().err


def test_the_layouts_of_the_smallest_graph(tmp_path, capsys):
    assert main(["layouts", "Karate", "--epochs", "2", "--out", str(tmp_path)]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].split()[:3] == ["graph", "run", "test"]
    assert [row.split()[:2] for row in rows[1:]] == [["karate", "N2N-TAPS-1"], ["karate", "N2N"]]
    assert (tmp_path / "karate.safetensors").is_file()
