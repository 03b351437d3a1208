"""What the Dockerfile says is true; `tests/test_install.py` runs its steps and its command without Docker."""

import os
import re
import shlex
from fnmatch import fnmatch

import pytest

from tests.installed import INSTRUCTIONS, ROOT, call, every

PORT = int(every("EXPOSE")[0])


def copied() -> list[tuple[str, str]]:
    """(source, target) of each copied file or folder."""
    return [(source, words[-1]) for words in map(str.split, every("COPY")) for source in words[:-1]]


@pytest.mark.parametrize("name", [source for source, _ in copied()])
def test_what_is_copied_is_there_and_not_ignored(name):
    assert (ROOT / name).exists()
    rules = [rule for rule in (ROOT / ".dockerignore").read_text().splitlines() if rule and rule[0] != "#"]
    last = [rule for rule in rules if fnmatch(name, rule.removeprefix("!"))][-1]
    assert last == f"!{name}"


def test_torch_is_a_cpu_build_here_and_on_the_service():
    (index,) = re.findall(r'^TORCH_INDEX="(.*/cpu)"$', "\n".join(every("ARG")), flags=re.M)
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    assert f"PIP_EXTRA_INDEX_URL: {index}\n" in workflow


@pytest.mark.parametrize(("index", "words"), [("", ""), ("file:///cpu", "--extra-index-url file:///cpu ")])
def test_an_index_for_torch_is_used_where_one_is_given(index, words):
    step = next(rest for rest in every("RUN") if "requirements.txt" in rest)
    told = call("sh", "-c", step.replace("pip", "echo", 1), env=os.environ | {"TORCH_INDEX": index})
    assert told == f"install --no-cache-dir {words}-r requirements.txt\n"


def test_the_app_runs_as_an_ordinary_user_in_its_own_home():
    (user,) = every("USER")
    assert [rest for rest in every("RUN") if re.fullmatch(rf"useradd .*\b{user}", rest)]
    order = [instruction for instruction, _ in INSTRUCTIONS]
    assert order.index("USER") < order.index("CMD")
    assert "RUN" not in order[order.index("USER") :], "everything is installed before"
    assert every("WORKDIR")[-1] == f"/home/{user}"
    assert all(f"=/home/{user}/" in word for rest in every("ENV") for word in shlex.split(rest))


def test_the_front_matter_of_a_space_has_the_port():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```yaml\n---\n(.*?)---\n```", text, flags=re.S)
    facts = dict(line.split(": ", 1) for line in block.splitlines())
    assert facts["sdk"] == "docker"
    assert facts["app_port"] == str(PORT)
    assert len(facts["short_description"]) <= 60
    assert f"--publish {PORT}:{PORT} " in text
