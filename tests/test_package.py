"""The package as a whole: its public names, its docstrings, what it loads, and what it requires."""

import ast
import doctest
import importlib
import pkgutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import n2n

PACKAGE = Path(n2n.__file__).parent
MODULES = [info.name for info in pkgutil.walk_packages([str(PACKAGE)], "n2n.")]
HEAVY = {"torch", "torch_geometric", "numba", "networkx", "sklearn", "umap", "pandas", "streamlit", "plotly"}


@pytest.fixture(scope="module")
def loaded():
    """The packages that a new interpreter has loaded after each of these steps."""
    steps = [
        "import n2n",
        "n2n.catalogue()",
        "graph = n2n.load('cora'); n2n.partition(n2n.all_neighbours(graph))",
        "n2n.partition(n2n.rank(graph).top(1))",
    ]
    program = "import sys\n" + "".join(
        f"{step}\nprint(*{{name.partition('.')[0] for name in sys.modules}})\n" for step in steps
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=PACKAGE.parent
    )
    return [set(line.split()) for line in run.stdout.splitlines()]


def test_light_steps_load_no_heavy_package(loaded):
    *light, ranked = loaded
    assert [HEAVY & packages for packages in light] == [set()] * 3
    assert HEAVY & ranked <= {"numba"}


@pytest.mark.parametrize("name", n2n.__all__)
def test_every_public_name_is_there_and_documented(name):
    assert getattr(n2n, name).__doc__
    assert name in dir(n2n)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="embed"):
        n2n.embed  # noqa: B018


def test_every_package_that_is_imported_is_required():
    root = PACKAGE.parent
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    required = {canonicalize_name(Requirement(one).name) for one in project["dependencies"]}
    known = {"n2n", "pages", *sys.stdlib_module_names}
    known |= {
        name
        for name, distributions in packages_distributions().items()
        if required & set(map(canonicalize_name, distributions))
    }
    for file in [root / "app.py", *PACKAGE.rglob("*.py"), *(root / "pages").rglob("*.py")]:
        names = []
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names.append(node.module or "")
        assert {name.partition(".")[0] for name in names} <= known, file


@pytest.mark.parametrize("name", ["n2n", *(name for name in MODULES if name != "n2n.__main__")])
def test_the_examples_in_docstrings_are_true(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
