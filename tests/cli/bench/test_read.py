"""`python -m n2n bench read` on short edge lists."""

from n2n.cli import main
from n2n.cli.bench.read import _write


def test_both_kinds_of_ids_are_read(capsys):
    assert main(["bench", "read", "--lines", "1000"]) == 0
    header, numbers, text, _ = capsys.readouterr().out.splitlines()
    assert header.split()[:3] == ["lines", "ids", "file"]
    assert numbers.split()[:2] == ["1,000", "numbers"]
    assert text.split()[:2] == ["1,000", "text"]
    assert numbers.split()[3] == text.split()[3], "the same edges"


def test_an_edge_list_has_a_header_and_the_prefix(tmp_path):
    _write(tmp_path / "edges.csv", 3, "n")
    header, *lines = (tmp_path / "edges.csv").read_text().splitlines()
    assert header.replace('"', "") == "source,target"
    assert len(lines) == 3
    assert all(name.startswith("n") for line in lines for name in line.split(","))
