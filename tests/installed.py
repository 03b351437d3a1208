"""The program in an environment of its own, away from this checkout.

The libraries come from the environment of the tests, so that nothing is downloaded.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OFFLINE = {"PIP_NO_INDEX": "1"} | dict.fromkeys(
    ("PIP_NO_BUILD_ISOLATION", "PIP_NO_COMPILE", "PIP_NO_WARN_CONFLICTS"), "0"
)
"""pip downloads nothing, builds with the hatchling that is here, compiles nothing ahead and looks for no
conflicts (0 is pip's way to say "no isolation" and so on)."""

OUTSIDE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
"""The environment of the tests without a path to this checkout."""

INSTRUCTIONS = [
    line.split(maxsplit=1)
    for line in re.sub(r"\\\n|^#.*\n|^\n", "", (ROOT / "Dockerfile").read_text(), flags=re.M).splitlines()
]
"""The name of each instruction of the Dockerfile, and what follows it."""


def every(name: str) -> list[str]:
    """What follows each instruction of one kind."""
    return [rest for instruction, rest in INSTRUCTIONS if instruction == name]


def call(*command, **options) -> str:
    """What a program prints; a failure of it shows what it said."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def new_environment(folder: Path) -> Path:
    """An environment with the libraries of the tests; the result is the folder of its programs.

    A program that is installed for the tests as editable is not seen from there.
    """
    call(sys.executable, "-m", "venv", "--without-pip", folder)
    programs = folder / Path(sys.executable).parent.name
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages(programs) / "libraries.pth").write_text("\n".join(libraries))
    return programs


@cache
def packages(programs: Path) -> Path:
    """Where the packages of an environment lie."""
    program = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return Path(call(programs / "python", "-c", program).strip())


def install(programs: Path, *words) -> None:
    """Install the program into an environment, whether or not the tests have it installed."""
    command = ["install", "--quiet", "--no-deps", "--ignore-installed"]
    call(programs / "python", "-m", "pip", *command, *words, env=os.environ | OFFLINE)


def follow_the_dockerfile(programs: Path, folder: Path) -> None:
    """Its steps up to its command, in an environment and from an empty folder."""
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


def files(folder: Path) -> list[str]:
    """The files in a folder, without what Python and numba keep of compiled code."""
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(path.relative_to(folder).as_posix() for path in found)


def expected() -> set[str]:
    """The files that an installed program has, from its package folder on."""
    found = {"bundle/app.py", "bundle/explorer.py", "bundle/.streamlit/config.toml", *files(ROOT / "n2n")}
    found |= {f"bundle/{part}/{name}" for part in ("pages", "assets") for name in files(ROOT / part)}
    return {name for name in found if not name.startswith("bundle/assets/screenshot-")}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port: int) -> bool:
    """Whether the app there says that it is well."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as reply:
            return reply.status == 200
    except (urllib.error.URLError, TimeoutError):
        return False


@contextmanager
def started(
    command: list, port: int, cwd: Path, log: Path | None = None, **options
) -> Iterator[subprocess.Popen]:
    """A command that starts the app, from when it answers to the end of the block."""
    log = log or cwd / "log"
    with log.open("w") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, cwd=cwd, **options)
    try:
        deadline = time.monotonic() + 120
        while not answers(port):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        yield process
    finally:
        process.terminate()
        process.wait(timeout=30)
