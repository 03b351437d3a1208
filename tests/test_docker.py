"""What the Dockerfile says is true: its paths, its port, and its install steps, run here without Docker."""

import json
import os
import re
import shlex
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.installed import (
    OFFLINE,
    OUTSIDE,
    ROOT,
    call,
    expected,
    files,
    free_port,
    new_environment,
    packages,
    started,
)

INSTRUCTIONS = [
    line.split(maxsplit=1)
    for line in re.sub(r"\\\n|^#.*\n|^\n", "", (ROOT / "Dockerfile").read_text(), flags=re.M).splitlines()
]


def every(name: str) -> list[str]:
    """What follows each instruction of one kind."""
    return [rest for instruction, rest in INSTRUCTIONS if instruction == name]


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


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    """The steps of the image up to its command: the folder of the programs."""
    folder = tmp_path_factory.mktemp("src")
    programs = new_environment(tmp_path_factory.mktemp("image"))
    # The environment has pip among the libraries of the tests, which it sees as installed already.
    (programs / "pip").write_text('#!/bin/sh\nexec python -m pip "$@"\n')
    (programs / "pip").chmod(0o755)
    environment = (
        OUTSIDE | OFFLINE | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "TORCH_INDEX": ""}
    )
    for instruction, rest in INSTRUCTIONS:
        if instruction == "COPY":
            *sources, target = rest.split()
            for source in sources:
                place = folder / target / (source if target == "./" else "")
                (shutil.copytree if (ROOT / source).is_dir() else shutil.copy)(ROOT / source, place)
        elif instruction == "RUN" and rest.startswith("pip "):
            # The program may be installed for the tests; here it comes from the copied files.
            own = {"PIP_IGNORE_INSTALLED": "1"} if rest.endswith(" .") else {}
            call("sh", "-c", rest, cwd=folder, env=environment | own)
    shutil.rmtree(folder)
    return programs


def test_the_install_steps_give_the_program(image, tmp_path):
    program = "import n2n; print(n2n.__file__, n2n.load('cora').num_nodes)"
    file, nodes = call(image / "python", "-c", program, cwd=tmp_path, env=OUTSIDE).split()
    assert Path(file).is_relative_to(packages(image))
    assert nodes == "2708"
    assert set(files(packages(image) / "n2n")) == expected()


def test_torch_is_a_cpu_build_here_and_on_the_service():
    (index,) = re.findall(r'^TORCH_INDEX="(.*/cpu)"$', "\n".join(every("ARG")), flags=re.M)
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    assert f"PIP_EXTRA_INDEX_URL: {index}\n" in workflow


@pytest.mark.parametrize(("index", "words"), [("", ""), ("file:///cpu", "--extra-index-url file:///cpu ")])
def test_an_index_for_torch_is_used_where_one_is_given(index, words):
    step = next(rest for rest in every("RUN") if "requirements.txt" in rest)
    told = call("sh", "-c", step.replace("pip", "echo", 1), env=os.environ | {"TORCH_INDEX": index})
    assert told == f"install --no-cache-dir {words}-r requirements.txt\n"


def test_the_command_serves_and_the_health_check_sees_it(image, tmp_path):
    port = free_port()
    command = json.loads(every("CMD")[0])
    check = json.loads(every("HEALTHCHECK")[0].partition(" CMD ")[2])
    assert str(PORT) in command
    assert f":{PORT}/_stcore/health" in check[-1]
    here = [word.replace(str(PORT), str(port)).replace("0.0.0.0", "127.0.0.1") for word in command]
    look = [image / check[0], *(word.replace(str(PORT), str(port)) for word in check[1:])]
    environment = OUTSIDE | {"HOME": str(tmp_path)}
    assert subprocess.run(look, capture_output=True, check=False, timeout=60).returncode == 1
    with started([image / here[0], *here[1:]], port, tmp_path, env=environment):
        call(*look, timeout=60)


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
