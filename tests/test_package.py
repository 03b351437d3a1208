import ast
import doctest
import importlib
import os
import pkgutil
import re
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
RUNNABLE = [name for name in MODULES if name != "n2n.__main__"]
HEAVY = {"torch", "torch_geometric", "numba", "networkx", "sklearn", "umap", "pandas", "streamlit", "plotly"}


def has_examples(name: str) -> bool:
    """Whether a docstring of a module may show how something is used."""
    path = PACKAGE.parent.joinpath(*name.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ">>> " in path.read_text(encoding="utf-8")


# A new interpreter does ever more, and after each step tells which packages it has loaded.
STEPS = {
    "import": "import n2n",
    "catalogue": "n2n.catalogue()",
    "subgraphs": "graph = n2n.load('cora'); n2n.rank; n2n.partition(n2n.all_neighbours(graph))",
    "rank": "n2n.partition(n2n.rank(graph).top(1)); n2n.label_smoothness",
}


@pytest.fixture(scope="module")
def told():
    """What each step has loaded, by its name, and what torch is told before it loads."""
    tell = "print(*{name.partition('.')[0] for name in sys.modules})"
    program = ["import os, sys, n2n", "print(os.environ['OMP_WAIT_POLICY'])"]
    program += [f"{step}\n{tell}" for step in STEPS.values()]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(program)],
        capture_output=True,
        text=True,
        check=True,
        cwd=PACKAGE.parent,
        env={name: value for name, value in os.environ.items() if name != "OMP_WAIT_POLICY"},
    )
    return dict(zip(["policy", *STEPS], map(str.split, done.stdout.splitlines()), strict=True))


@pytest.mark.parametrize("step", ["import", "catalogue", "subgraphs"])
def test_what_needs_nothing_heavy_loads_nothing_heavy(told, step):
    assert "n2n" in told[step]
    assert not HEAVY & set(told[step])


def test_a_bundled_graph_is_ranked_without_torch(told):
    assert HEAVY & set(told["rank"]) <= {"numba"}


def test_torch_is_told_not_to_spin_before_it_loads(told):
    assert "torch" not in told["import"]
    assert told["policy"] == ["passive"]


@pytest.mark.parametrize("name", n2n.__all__)
def test_every_public_name_is_there_and_documented(name):
    assert getattr(n2n, name).__doc__
    assert name in dir(n2n)


def test_the_stub_lists_what_it_imports():
    assigned = [
        node.value
        for node in ast.parse((PACKAGE / "__init__.pyi").read_text()).body
        if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"
    ]
    assert [ast.literal_eval(value) for value in assigned] == [n2n.__all__]
    assert (PACKAGE / "py.typed").exists()


def test_the_list_of_names_is_complete():
    importlib.import_module("n2n.graph")
    assert {"__version__", "graph", *n2n.__all__} <= set(dir(n2n))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'n2n' has no attribute 'embed'"):
        n2n.embed  # noqa: B018


def test_the_core_never_imports_streamlit():
    texts = {path: path.read_text() for path in PACKAGE.rglob("*.py")}
    assert texts
    trees = {path: ast.parse(text) for path, text in texts.items() if "streamlit" in text}
    assert not [str(path) for path, tree in trees.items() if "streamlit" in imported_packages(tree)]


def imported_packages(tree: ast.AST) -> set[str]:
    """The packages that a module imports anywhere in it."""
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module or "")
    return {name.partition(".")[0] for name in names}


def test_every_package_that_is_imported_is_asked_for():
    root = PACKAGE.parent
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {canonicalize_name(Requirement(one).name) for one in project["dependencies"]}
    known = {"n2n", "pages", *sys.stdlib_module_names}
    known |= {
        name for name, found in packages_distributions().items() if asked & set(map(canonicalize_name, found))
    }
    files = [root / "app.py", *PACKAGE.rglob("*.py"), *(root / "pages").rglob("*.py")]
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    # To parse all files takes seconds: only those with a line that may import something else.
    doubtful = [
        text for text in texts.values() if set(re.findall(r"^ *(?:import|from) (\w+)", text, re.M)) - known
    ]
    assert [imported_packages(ast.parse(text)) - known for text in doubtful] == [set()] * len(doubtful)


def test_every_module_can_be_imported():
    for name in RUNNABLE:
        importlib.import_module(name)


@pytest.mark.parametrize("name", ["n2n", *filter(has_examples, RUNNABLE)])
def test_examples_in_the_documentation_are_true(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0
    assert found.attempted or name == "n2n"
