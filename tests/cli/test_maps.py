"""`python -m n2n maps` lays out graphs and prints what is in the files."""

from n2n.cli import main


def test_a_dataset_without_a_map_is_one_sentence(capsys):
    assert main(["maps", "texas"]) == 2
    assert "There are no bundled maps of 'texas': choose among karate, cora" in capsys.readouterr().err


def test_the_map_of_the_smallest_graph(tmp_path, capsys):
    assert main(["maps", "Karate", "--out", str(tmp_path)]) == 0
    head, row = capsys.readouterr().out.splitlines()
    assert head.split() == ["graph", "kB", "s"]
    size = (tmp_path / "karate.safetensors").stat().st_size
    assert row.split()[:2] == ["karate", f"{size / 1024:.0f}"]
