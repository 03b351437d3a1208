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
# They only gather public names of modules below them, which have tests.
FACADES = {"n2n/exporting.py", "n2n/features.py", "n2n/reading.py", "n2n/transforms.py"}
HEAVY = {"torch", "torch_geometric", "numba", "networkx", "sklearn", "umap", "pandas", "streamlit", "plotly"}


def has_examples(name: str) -> bool:
    """Whether a docstring of a module may show how something is used."""
    path = PACKAGE.parent.joinpath(*name.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ">>> " in path.read_text(encoding="utf-8")


def loaded_after(program: str) -> set[str]:
    """Packages that a fresh interpreter has loaded once the program ran."""
    report = "\nimport sys; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", program + report],
        capture_output=True,
        text=True,
        check=True,
        cwd=PACKAGE.parent,
    )
    return set(done.stdout.split())


def test_importing_the_package_loads_nothing_heavy():
    assert not loaded_after("import n2n") & HEAVY


def test_the_catalogue_loads_nothing_heavy():
    assert not loaded_after("import n2n; n2n.catalogue()") & HEAVY


def test_subgraphs_of_a_small_graph_need_nothing_compiled():
    program = "import n2n; n2n.rank; n2n.partition(n2n.all_neighbours(n2n.load('cora')))"
    assert not loaded_after(program) & HEAVY


def test_a_bundled_graph_is_ranked_without_torch():
    program = "import n2n; g = n2n.load('cora'); n2n.partition(n2n.rank(g).top(1)); n2n.label_smoothness"
    assert not loaded_after(program) & (HEAVY - {"numba"})


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


def test_torch_is_told_not_to_spin_before_it_loads():
    program = "import n2n, os, sys; assert 'torch' not in sys.modules; print(os.environ['OMP_WAIT_POLICY'])"
    environment = {name: value for name, value in os.environ.items() if name != "OMP_WAIT_POLICY"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=PACKAGE.parent,
        env=environment,
    )
    assert done.stdout == "passive\n"


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'n2n' has no attribute 'embed'"):
        n2n.embed  # noqa: B018


def test_the_core_never_imports_streamlit():
    texts = {path: path.read_text() for path in PACKAGE.rglob("*.py")}
    assert len(texts) > 200
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
    assert len(files) > 300
    assert [imported_packages(ast.parse(text)) - known for text in doubtful] == [set()] * len(doubtful)


def test_every_module_has_a_test_file_of_its_name():
    root, tests = PACKAGE.parent, PACKAGE.parent / "tests"
    modules = [path for top in ("n2n", "pages") for path in (root / top).rglob("*.py")]
    named = {path.relative_to(root) for path in modules if not path.name.startswith("__")}
    assert set(map(Path, FACADES)) <= named
    # The core is mirrored in tests/ itself, the app in tests/pages/.
    places = {path: path.relative_to("n2n") if path.parts[0] == "n2n" else path for path in named}
    missing = [
        path
        for path, place in places.items()
        if not (tests / place.with_stem(f"test_{place.stem}")).is_file()
    ]
    assert {path.as_posix() for path in missing} == FACADES


def test_every_module_can_be_imported():
    for name in RUNNABLE:
        importlib.import_module(name)


@pytest.mark.parametrize("name", ["n2n", *filter(has_examples, RUNNABLE)])
def test_examples_in_the_documentation_are_true(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0
    assert found.attempted or name == "n2n"
