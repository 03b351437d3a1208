"""The program as pip installs it, used from another folder."""

import os
import re
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

import n2n
from tests.installed import (
    OFFLINE,
    OUTSIDE,
    ROOT,
    answers,
    call,
    expected,
    files,
    free_port,
    install,
    new_environment,
    packages,
    started,
)

CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this checkout."""
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
    call(*build, out, ROOT, env=os.environ | OFFLINE)
    (path,) = out.iterdir()
    return path


@pytest.fixture(scope="module")
def programs(wheel, tmp_path_factory):
    """The folder of `python` and `n2n` in a new environment with the wheel."""
    programs = new_environment(tmp_path_factory.mktemp("environment"))
    install(programs, wheel)
    return programs


@pytest.fixture
def elsewhere(tmp_path):
    """Where the commands run: an empty folder, a home of its own, no path to this checkout."""
    own = {"HOME": str(tmp_path / "home"), "N2N_HOME": str(tmp_path / "own")}
    (tmp_path / "work").mkdir()
    return {"cwd": tmp_path / "work", "env": OUTSIDE | own}


def test_the_wheel_has_everything_in_one_package(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.partition("/")[0] for name in names} == {"n2n", f"n2n_explorer-{n2n.__version__}.dist-info"}
    assert {name.removeprefix("n2n/") for name in names if name.startswith("n2n/")} == expected()
    assert {"n2n/py.typed", "n2n/__init__.pyi"} <= set(names)


def test_the_installed_package_loads_a_bundled_graph(programs, elsewhere):
    program = (
        "import n2n; g = n2n.load('cora'); print(n2n.__file__, g.num_nodes, g.num_edges, n2n.__version__)"
    )
    file, *facts = call(programs / "python", "-c", program, **elsewhere).split()
    assert Path(file).is_relative_to(packages(programs))
    assert facts == ["2708", "5278", n2n.__version__]


def test_the_command_is_the_module(programs, elsewhere):
    table = call(programs / "n2n", "datasets", **elsewhere)
    assert table == call(programs / "python", "-m", "n2n", "datasets", **elsewhere)
    assert "cora" in table
    assert call(programs / "n2n", "--help", **elsewhere).startswith("usage: n2n [-h]")


def test_an_editable_install_reads_this_checkout(elsewhere, tmp_path):
    programs = new_environment(tmp_path / "environment")
    before = files(packages(programs))
    install(programs, "--editable", ROOT)
    added = {name.partition("/")[0] for name in set(files(packages(programs))) - set(before)}
    assert added == {"_n2n_explorer.pth", f"n2n_explorer-{n2n.__version__}.dist-info"}
    program = (
        "import n2n; from n2n.files.assets import APP; print(n2n.__file__, APP, n2n.load('cora').num_nodes)"
    )
    found = call(programs / "python", "-c", program, **elsewhere).split()
    assert found == [str(ROOT / "n2n" / "__init__.py"), str(ROOT / "app.py"), "2708"]
    assert "cora" in call(programs / "n2n", "datasets", **elsewhere)


def test_new_results_are_kept_outside_the_installed_program(programs, elsewhere, tmp_path):
    before = files(programs.parent)
    program = (
        "from dataclasses import replace\n"
        "from n2n.paper import append, stored\n"
        "shipped = stored()\n"
        "measured = next(cell for cell in shipped if (cell.kind, cell.dataset) == ('accuracy', 'cora'))\n"
        "append(replace(measured, row='new'))\n"
        "print(len(shipped), len(stored()), stored()[-1].row)"
    )
    shipped, together, last = call(programs / "python", "-c", program, **elsewhere).split()
    assert int(shipped) > 300
    assert int(together) == int(shipped) + 1
    assert last == "new"
    assert files(tmp_path / "own") == ["results/cells.jsonl"]
    words = "results", "cora", "--show"
    table = call(programs / "n2n", *words, **elsewhere).splitlines()
    # A row that no method of this version has is shown like any other.
    assert sum(line.startswith("new ") for line in table) == 1
    others = [line for line in table if not line.startswith("new ")]
    assert others == call(sys.executable, "-m", "n2n", *words, cwd=ROOT).splitlines()
    assert files(programs.parent) == before


def test_layouts_are_looked_for_outside_the_installed_program_first(programs, elsewhere, tmp_path):
    program = (
        "import n2n\n"
        "from n2n.embedding.shipped import load_shipped\n"
        "print(load_shipped('karate', n2n.load('karate')).name)"
    )
    assert call(programs / "python", "-c", program, **elsewhere) == "N2N-TAPS-1 (JL)\n"
    own = tmp_path / "own" / "layouts" / "karate.safetensors"
    own.parent.mkdir(parents=True)
    own.write_text("torn")
    with pytest.raises(AssertionError, match=f"ValueError: .*{re.escape(str(own))}"):
        call(programs / "python", "-c", program, **elsewhere)


@pytest.mark.parametrize(
    ("command", "kind"), [("layouts", "layouts"), ("reproduce", "results"), ("results", "results")]
)
def test_commands_write_outside_the_installed_program(command, kind, programs, elsewhere, tmp_path):
    elsewhere["env"]["COLUMNS"] = "500"
    text = call(programs / "n2n", command, "--help", **elsewhere)
    assert f"folder of the {kind} (default: {tmp_path / 'own' / kind})." in text


def test_the_app_starts_with_its_configuration_and_runs(programs, elsewhere):
    port = free_port()
    command = [programs / "n2n", "explore", "--port", str(port), "--address", "127.0.0.1"]
    with started([*command, "--", "--theme.dark.primaryColor=#123456"], port, **elsewhere) as process:
        messages = visit(port, "your_data")  # a page that compiles nothing
        process.terminate()
        process.wait(timeout=30)
        assert not answers(port), "the app ends with the command that started it"
    session = messages[0].new_session
    assert Path(session.main_script_path).is_relative_to(packages(programs))
    assert session.custom_theme.light.primary_color == CONFIG["theme"]["light"]["primaryColor"]
    assert session.custom_theme.dark.primary_color == "#123456", "options of Streamlit are passed on"
    assert messages[-1].script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
    shown = [message.delta.new_element for message in messages]
    assert "exception" not in {element.WhichOneof("type") for element in shown}
    (limit,) = {element.file_uploader.max_upload_size_mb for element in shown} - {0}
    assert limit == CONFIG["server"]["maxUploadSize"]
    pages = [message.navigation.app_pages for message in messages if message.HasField("navigation")][-1]
    assert len(pages) == len(list((ROOT / "pages").glob("*.py")))
    (icon,) = {message.page_config_changed.favicon for message in messages} - {""}
    assert icon.startswith("/media/"), "the icon is a file of the program, found from any folder"


def visit(port: int, page: str) -> list[ForwardMsg]:
    """All that the app sends to a browser that opens a page."""
    start = BackMsg()
    start.rerun_script.page_name = page
    messages = []
    address = f"ws://127.0.0.1:{port}/_stcore/stream"
    with connect(address, subprotocols=["streamlit"], max_size=None, proxy=None) as browser:
        browser.send(start.SerializeToString())
        while not messages or not messages[-1].HasField("script_finished"):
            message = ForwardMsg.FromString(browser.recv(timeout=120))
            if messages or message.HasField("new_session"):
                messages.append(message)
    return messages


def test_the_tested_versions_are_those_that_the_program_asks_for():
    pins = dict(line.split("==") for line in lines(ROOT / "requirements.txt"))
    asked = {name_of(requirement) for requirement in PROJECT["dependencies"]}
    assert set(pins) == asked
    tools = PROJECT["optional-dependencies"]["test"]
    assert all("==" in tool for tool in tools), "every tool has a fixed version"
    assert not {name_of(tool) for tool in tools} & set(pins)


def name_of(requirement: str) -> str:
    """The name of a package without versions and extras."""
    return Requirement(requirement).name


def lines(path: Path) -> list[str]:
    """The lines of a file that are neither empty nor a comment."""
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


def test_the_citation_has_the_version_of_the_program():
    assert f"version: {n2n.__version__}" in lines(ROOT / "CITATION.cff")
    assert f"\n## {n2n.__version__}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
