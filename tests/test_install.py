"""The program as pip installs it: built as a wheel, installed in an environment of its own, used elsewhere.

The libraries come from the environment of the tests, so that nothing is downloaded.
"""

import os
import socket
import subprocess
import sys
import sysconfig
import time
import tomllib
import urllib.error
import urllib.request
import zipfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

import n2n

ROOT = Path(__file__).parents[1]
CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))


def call(*command, **options) -> str:
    """What a program prints; a failure of it shows what it said."""
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this checkout."""
    out = tmp_path_factory.mktemp("wheel")
    build = ["wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir"]
    call(sys.executable, "-m", "pip", *build, out, ROOT)
    (path,) = out.iterdir()
    return path


@pytest.fixture(scope="module")
def programs(wheel, tmp_path_factory):
    """The folder of `python` and `n2n` in a new environment with the wheel."""
    home = tmp_path_factory.mktemp("environment")
    call(sys.executable, "-m", "venv", "--without-pip", home)
    folder = home / Path(sys.executable).parent.name
    install = ["install", "--quiet", "--no-deps", "--no-index", "--no-compile"]
    call(sys.executable, "-m", "pip", "--python", folder / "python", *install, wheel)
    # Only now, or pip would find the program that is installed for the tests.
    place = call(folder / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (Path(place) / "libraries.pth").write_text("\n".join(libraries))
    return folder


@pytest.fixture
def elsewhere(tmp_path):
    """Where the commands run: an empty folder, a home of its own, no path to this checkout."""
    keep = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    own = {"HOME": str(tmp_path / "home"), "N2N_HOME": str(tmp_path / "own")}
    (tmp_path / "work").mkdir()
    return {"cwd": tmp_path / "work", "env": keep | own}


def test_the_wheel_has_everything_in_one_package(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.partition("/")[0] for name in names} == {"n2n", f"n2n_explorer-{n2n.__version__}.dist-info"}
    tracked = call("git", "ls-files", "n2n", "pages", "assets", "app.py", ".streamlit", cwd=ROOT).split()
    packed = {name.removeprefix("n2n/bundle/") for name in names}
    assert [
        name for name in tracked if name not in packed and not name.startswith("assets/screenshot-")
    ] == []


def test_the_installed_package_loads_a_bundled_graph(programs, elsewhere):
    program = (
        "import n2n; g = n2n.load('cora'); print(n2n.__file__, g.num_nodes, g.num_edges, n2n.__version__)"
    )
    file, *facts = call(programs / "python", "-c", program, **elsewhere).split()
    assert Path(file).is_relative_to(programs.parent)
    assert facts == ["2708", "5278", n2n.__version__]


def test_the_command_is_the_module(programs, elsewhere):
    table = call(programs / "n2n", "datasets", **elsewhere)
    assert table == call(programs / "python", "-m", "n2n", "datasets", **elsewhere)
    assert "cora" in table
    assert call(programs / "n2n", "--help", **elsewhere).startswith("usage: n2n [-h]")


def test_new_results_are_kept_outside_the_installed_program(programs, elsewhere, tmp_path):
    before = files(programs.parent)
    program = (
        "from dataclasses import replace\n"
        "from n2n.paper.cells import append, stored\n"
        "shipped = stored()\n"
        "append(replace(shipped[0], row='new'))\n"
        "print(len(shipped), len(stored()), stored()[-1].row)"
    )
    shipped, together, last = call(programs / "python", "-c", program, **elsewhere).split()
    assert int(shipped) > 300
    assert int(together) == int(shipped) + 1
    assert last == "new"
    assert files(tmp_path / "own") == ["results/cells.jsonl"]
    table = call(programs / "n2n", "results", "cora", "--show", **elsewhere)
    assert table == call(sys.executable, "-m", "n2n", "results", "cora", "--show", cwd=ROOT)
    assert files(programs.parent) == before


def test_new_layouts_are_kept_outside_the_installed_program(programs, elsewhere, tmp_path):
    before = files(programs.parent)
    program = (
        "import n2n\n"
        "from n2n.embedding.shipped import ASSETS, FORMAT, LAYOUTS, load_shipped\n"
        "from n2n.training.run import load_file, save_file\n"
        "graph = n2n.load('karate')\n"
        "assert load_shipped('karate', graph).note\n"
        "arrays, facts = load_file(ASSETS / 'layouts' / 'karate.safetensors', FORMAT)\n"
        "facts['runs']['taps-1']['note'] = 'new'\n"
        "save_file(LAYOUTS / 'karate.safetensors', FORMAT, arrays, facts)\n"
        "print(load_shipped('karate', graph).note)"
    )
    assert call(programs / "python", "-c", program, **elsewhere) == "new\n"
    assert files(tmp_path / "own") == ["layouts/karate.safetensors"]
    assert files(programs.parent) == before


def files(folder: Path) -> list[str]:
    """The files in a folder, without what Python and numba keep of compiled code."""
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(str(path.relative_to(folder)) for path in found)


def test_the_app_starts_with_its_configuration_and_runs(programs, elsewhere):
    with explore(programs, elsewhere, "--", "--theme.dark.primaryColor=#123456") as (port, process):
        messages = visit(port)
        process.terminate()
        process.wait(timeout=30)
        assert not answers(port), "the app ends with the command that started it"
    session = messages[0].new_session
    assert Path(session.main_script_path).is_relative_to(programs.parent)
    assert session.custom_theme.light.primary_color == CONFIG["theme"]["light"]["primaryColor"]
    assert session.custom_theme.dark.primary_color == "#123456", "options of Streamlit are passed on"
    assert messages[-1].script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
    assert "exception" not in {message.delta.new_element.WhichOneof("type") for message in messages}
    pages = [message.navigation.app_pages for message in messages if message.HasField("navigation")][-1]
    assert len(pages) == len(list((ROOT / "pages").glob("*.py")))
    (icon,) = {message.page_config_changed.favicon for message in messages} - {""}
    assert icon.startswith("/media/"), "the icon is a file of the program, found from any folder"


@contextmanager
def explore(programs, elsewhere, *words):
    """`n2n explore` until it answers: its port and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [programs / "n2n", "explore", "--port", str(port), "--address", "127.0.0.1", *words]
    log = elsewhere["cwd"] / "log"
    with log.open("w") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, **elsewhere)
    try:
        deadline = time.monotonic() + 120
        while not answers(port):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        yield port, process
    finally:
        process.terminate()
        process.wait(timeout=30)


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as reply:
            return reply.status == 200
    except (urllib.error.URLError, TimeoutError):
        return False


def visit(port: int) -> list[ForwardMsg]:
    """All that the app sends to a browser that opens its first page."""
    start = BackMsg()
    start.rerun_script.query_string = ""
    messages = []
    address = f"ws://127.0.0.1:{port}/_stcore/stream"
    with connect(address, subprotocols=["streamlit"], max_size=None, proxy=None) as browser:
        browser.send(start.SerializeToString())
        while not messages or not messages[-1].HasField("script_finished"):
            message = ForwardMsg.FromString(browser.recv(timeout=120))
            if messages or message.HasField("new_session"):
                messages.append(message)
    return messages
