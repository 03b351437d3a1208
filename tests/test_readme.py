"""The examples in the documentation run, and the files that it names exist."""

import re
from pathlib import Path

import pytest

from n2n.paper import load
from n2n.paper.differences import paired_differences, paired_sentence
from n2n.paper.verdicts import count_all, quote

ROOT = Path(__file__).parents[1]
PAGES = ["README.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("name", PAGES)
def test_python_examples_run(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / name).read_text(encoding="utf-8")
    exec("".join(re.findall(r"```python\n(.*?)```", text, flags=re.S)), {})


@pytest.mark.parametrize("name", PAGES)
def test_the_files_that_are_named_exist(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    paths = re.findall(r"`((?:n2n|pages|tests|assets|benchmarks|docs|\.ci)/[\w./]*)`", text)
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_readme_quotes_the_stored_results():
    text, results = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split()), load()
    for sentence in [*quote(count_all(results)), paired_sentence(paired_differences(results))]:
        assert sentence in text
