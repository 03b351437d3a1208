"""The program as pip installs it, used from another folder."""

import re
import tomllib
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest
from hatchling.build import build_editable, build_wheel
from packaging.requirements import Requirement

import n2n
from tests.installed import OUTSIDE, ROOT, answers, call, every, free_port, installed, started

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
INFO = f"n2n_explorer-{n2n.__version__}.dist-info"


def built(build, folder: Path) -> Path:
    """The wheel that hatchling builds of this checkout."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        return folder / build(str(folder))


@pytest.fixture(scope="session")
def wheel(tmp_path_factory) -> Path:
    """The wheel, built once."""
    return built(build_wheel, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def programs(wheel, tmp_path_factory) -> Path:
    """The folder of `python` and `n2n` in an environment with the wheel."""
    return installed(tmp_path_factory.mktemp("environment"), wheel)


@pytest.fixture
def elsewhere(tmp_path) -> dict:
    """Where a command runs: an empty folder, a home of its own, no path to this checkout."""
    (tmp_path / "work").mkdir()
    own = {"HOME": str(tmp_path / "home"), "N2N_HOME": str(tmp_path / "own")}
    return {"cwd": tmp_path / "work", "env": OUTSIDE | own}


def test_the_wheel_has_the_program_in_one_package_and_no_script_that_makes_assets(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {name.partition("/")[0] for name in names} == {"n2n", INFO}
    assert {"n2n/py.typed", "n2n/__init__.pyi", "n2n/bundle/.streamlit/config.toml"} <= names
    for folder, target in (("n2n", "n2n"), ("pages", "n2n/bundle/pages"), ("assets", "n2n/bundle/assets")):
        expected = {
            f"{target}/{path.relative_to(ROOT / folder).as_posix()}"
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
            if folder != "assets" or path.suffix != ".py"
        }
        assert {name for name in names if name.startswith(f"{target}/")} >= expected
    assert not [name for name in names if re.search(r"bundle/(assets/.*\.py|tests)", name)]


def test_an_editable_install_shows_the_package_alone(tmp_path, elsewhere):
    programs = installed(tmp_path / "environment", built(build_editable, tmp_path))
    program = "import n2n, sys; print(n2n.__file__); import pages"
    with pytest.raises(AssertionError, match="No module named 'pages'"):
        call(programs / "python", "-c", program, **elsewhere)
    program = "import n2n; from n2n.files.assets import APP; print(n2n.__file__, APP)"
    found = call(programs / "python", "-c", program, **elsewhere).split()
    assert found == [str(ROOT / "n2n" / "__init__.py"), str(ROOT / "app.py")]


def test_the_installed_program_computes_and_opens_pages(programs, elsewhere):
    program = """
import sys

import n2n
from n2n.files.assets import APP
from streamlit.testing.v1 import AppTest

sys.path.insert(0, str(APP.parent))  # as `streamlit run` does
graph = n2n.load("cora")
n2n.fit(n2n.load("karate"), n2n.Settings(width=8, epochs=2))
app = AppTest.from_file(str(APP.parent / "pages" / "explorer.py"), default_timeout=120).run()
assert not app.exception, app.exception
print(n2n.__file__, n2n.__version__, graph.num_nodes)
"""
    file, *facts = call(programs / "python", "-c", program, **elsewhere).split()
    assert Path(file).is_relative_to(programs.parent)
    assert facts == [n2n.__version__, "2708"]
    assert "cora" in call(programs / "n2n", "datasets", **elsewhere)


def test_the_installed_app_answers_until_its_command_ends(programs, elsewhere):
    port = free_port()
    with started([programs / "n2n", "explore", "--port", str(port)], port, **elsewhere) as process:
        process.terminate()
        process.wait(timeout=30)
        assert not answers(port)


def test_what_the_dockerfile_copies_is_there_and_not_ignored():
    rules = [rule for rule in (ROOT / ".dockerignore").read_text().splitlines() if rule and rule[0] != "#"]
    for name in (word for words in every("COPY") for word in words.split()[:-1]):
        assert (ROOT / name).exists()
        assert [rule for rule in rules if fnmatch(name, rule.removeprefix("!"))][-1] == f"!{name}"
    port = every("EXPOSE")[0]
    assert f'"{port}"' in every("CMD")[-1]
    assert f":{port}/" in every("HEALTHCHECK")[0]


def lines(path: Path) -> list[str]:
    """The lines of a file that are neither empty nor a comment."""
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


def test_a_tested_version_is_fixed_for_every_requirement():
    pins = dict(line.split("==") for line in lines(ROOT / "requirements.txt"))
    for requirement in map(Requirement, PROJECT["dependencies"]):
        assert requirement.specifier.contains(pins[requirement.name]), requirement.name
    for tool in map(Requirement, PROJECT["optional-dependencies"]["test"]):
        assert str(tool.specifier).startswith("=="), f"{tool.name} has no fixed version"
        assert pins.get(tool.name) is None, f"{tool.name} has its version in requirements.txt"


def test_the_citation_has_the_version_of_the_program():
    assert f"version: {n2n.__version__}" in lines(ROOT / "CITATION.cff")
    assert f"\n## {n2n.__version__}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
