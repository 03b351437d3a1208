"""The program as pip installs it, used from another folder."""

import json
import re
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest
from hatchling.build import build_wheel
from packaging.requirements import Requirement
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

import n2n
from n2n.cli import main
from tests.installed import (
    OUTSIDE,
    ROOT,
    answers,
    call,
    every,
    expected,
    files,
    follow_the_dockerfile,
    free_port,
    install,
    new_environment,
    packages,
    started,
)

CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


# Everything that one start of the installed program can show.
PROGRAM = """
import json, sys
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path

import n2n
from n2n.cli import main
from n2n.embedding.shipped import load_shipped
from n2n.paper import append, stored

graph, club = n2n.load("cora"), n2n.load("karate")
found = {"file": n2n.__file__, "facts": [graph.num_nodes, graph.num_edges, n2n.__version__]}
for command, *rest in (["datasets"], ["layouts", "--help"], ["reproduce", "--help"], ["results", "--help"]):
    with redirect_stdout(StringIO()) as out, suppress(SystemExit):
        main([command, *rest])
    found[command] = out.getvalue()

shipped = stored()
measured = next(cell for cell in shipped if (cell.kind, cell.dataset) == ("accuracy", "cora"))
append(replace(measured, row="new"))
found["cells"] = [len(shipped), len(stored()), stored()[-1].row]
own = Path(sys.argv[1])
found["written"] = [path.relative_to(own).as_posix() for path in own.rglob("*") if path.is_file()]

found["layout"] = load_shipped("karate", club).name
(own / "layouts").mkdir()
(own / "layouts" / "karate.safetensors").write_text("torn")
try:
    load_shipped("karate", club)
except ValueError as error:
    found["torn"] = str(error)
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The folder of `python` and `n2n` in a new environment, after the steps of the Dockerfile."""
    programs = new_environment(tmp_path_factory.mktemp("environment"))
    source = tmp_path_factory.mktemp("src")
    follow_the_dockerfile(programs, source)
    shutil.rmtree(source)
    return programs


def away(folder: Path) -> dict:
    """Where a command runs: an empty folder, a home of its own, no path to this checkout."""
    own = {"HOME": str(folder / "home"), "N2N_HOME": str(folder / "own"), "COLUMNS": "500"}
    (folder / "work").mkdir()
    return {"cwd": folder / "work", "env": OUTSIDE | own}


@pytest.fixture
def elsewhere(tmp_path):
    """A place for one test."""
    return away(tmp_path)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The place of `PROGRAM`."""
    return away(tmp_path_factory.mktemp("elsewhere"))


@pytest.fixture(scope="module")
def own(place):
    """Where the program keeps what it makes."""
    return Path(place["env"]["N2N_HOME"])


@pytest.fixture(scope="module")
def installed(programs, place, own):
    """What `PROGRAM` found; it leaves the installed files alone."""
    before = files(programs.parent)
    found = json.loads(call(programs / "python", "-c", PROGRAM, own, **place))
    assert files(programs.parent) == before
    return found


def test_the_wheel_has_everything_in_one_package(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    with zipfile.ZipFile(tmp_path / build_wheel(str(tmp_path))) as archive:
        names = archive.namelist()
    assert {name.partition("/")[0] for name in names} == {"n2n", f"n2n_explorer-{n2n.__version__}.dist-info"}
    assert {name.removeprefix("n2n/") for name in names if name.startswith("n2n/")} == expected()
    assert {"n2n/py.typed", "n2n/__init__.pyi"} <= set(names)


def test_the_steps_of_the_dockerfile_give_the_program(programs):
    assert set(files(packages(programs) / "n2n")) == expected()


def test_the_installed_package_loads_a_bundled_graph(programs, installed):
    assert Path(installed["file"]).is_relative_to(packages(programs))
    assert installed["facts"] == [2708, 5278, n2n.__version__]
    assert "cora" in installed["datasets"]


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


def test_new_results_are_kept_outside_the_installed_program(programs, installed, place, capsys):
    shipped, together, last = installed["cells"]
    assert shipped > 300
    assert together == shipped + 1
    assert last == "new"
    assert installed["written"] == ["results/cells.jsonl"]
    before, words = files(programs.parent), ("results", "cora", "--show")
    table = call(programs / "n2n", *words, **place)
    assert table == call(programs / "python", "-m", "n2n", *words, **place), "the command is the module"
    assert files(programs.parent) == before
    # A row that no method of this version has is shown like any other.
    assert sum(line.startswith("new ") for line in table.splitlines()) == 1
    main(list(words))
    others = [line for line in table.splitlines() if not line.startswith("new ")]
    assert others == capsys.readouterr().out.splitlines()


def test_the_command_has_its_own_name(programs, elsewhere):
    assert call(programs / "n2n", "--help", **elsewhere).startswith("usage: n2n [-h]")


def test_layouts_are_looked_for_outside_the_installed_program_first(installed, own):
    assert installed["layout"] == "N2N-TAPS-1 (JL)"
    assert str(own / "layouts" / "karate.safetensors") in installed["torn"]


@pytest.mark.parametrize(
    ("command", "kind"), [("layouts", "layouts"), ("reproduce", "results"), ("results", "results")]
)
def test_commands_write_outside_the_installed_program(command, kind, installed, own):
    assert f"folder of the {kind} (default: {own / kind})." in installed[command]


def test_the_command_of_the_image_starts_the_app_with_its_configuration(programs, elsewhere):
    exposed, port = every("EXPOSE")[0], str(free_port())
    name, *words = json.loads(every("CMD")[0])
    check = json.loads(every("HEALTHCHECK")[0].partition(" CMD ")[2])
    assert exposed in words
    assert re.search(rf":{exposed}/_stcore/health\b", check[-1])
    look = [programs / check[0], *(word.replace(exposed, port) for word in check[1:])]
    assert subprocess.run(look, capture_output=True, check=False, timeout=60).returncode == 1
    here = [word.replace(exposed, port).replace("0.0.0.0", "127.0.0.1") for word in words]
    command = [programs / name, *here, "--", "--theme.dark.primaryColor=#123456"]
    with started(command, int(port), **elsewhere) as process:
        call(*look, timeout=60)
        messages = visit(int(port), "your_data")  # a page that compiles nothing
        process.terminate()
        process.wait(timeout=30)
        assert not answers(int(port)), "the app ends with the command that started it"
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
