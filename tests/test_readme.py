"""What the README tells is true."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def test_the_examples_run_and_their_numbers_are_right(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    example = "".join(re.findall(r"```python\n(.*?)```", README, flags=re.S))
    names = {}
    exec(example, names)
    assert names["n2n"].Run.load("cora.n2n").scores == names["run"].scores
    graph, positives = names["graph"], names["positives"]
    assert f"{graph.num_nodes:,} nodes, {graph.num_edges:,} undirected edges" in example
    assert f"# {names['n2n'].label_smoothness(graph, positives):.3f}: share of pairs" in example


def test_the_two_commands_stand_there_once():
    assert README.count("    pip install -r requirements.txt . && n2n explore\n") == 1
    assert README.count('    pip install -r requirements.txt -e ".[test]" && python -m pytest\n') == 1


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_every_file_that_is_named_exists(name):
    named = re.findall(r"`((?:n2n|pages|tests|assets|\.ci|\.streamlit)/[\w./]*)`", (ROOT / name).read_text())
    assert named
    assert [file for file in named if not (ROOT / file).exists()] == []


@pytest.mark.parametrize("name", re.findall(r"^    (?:  )?([\w.]+[./][\w./]*)  ", README, flags=re.M))
def test_every_file_of_the_layout_exists(name):
    assert any((ROOT / folder / name).exists() for folder in ("", "n2n", "pages", "tests"))


@pytest.mark.parametrize("name", re.findall(r"!\[.*?\]\((.*?)\)", README))
def test_every_picture_is_there_and_small(name):
    assert (ROOT / name).stat().st_size < 300_000
