"""The program as a process of its own, and installed away from this checkout."""

import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
"""The environment of the tests without a path to this checkout."""


def every(name: str) -> list[str]:
    """What follows each instruction of one kind in the Dockerfile."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
    return re.findall(rf"^{name} +(.*)$", text, flags=re.M)


def call(*command, **options) -> str:
    """What a program prints; a failure of it shows what it said."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def installed(folder: Path, wheel: Path) -> Path:
    """The programs of a new environment with a wheel, and with the libraries of the tests."""
    call(sys.executable, "-m", "venv", "--without-pip", folder)
    programs = folder / Path(sys.executable).parent.name
    find = "import sysconfig; print(sysconfig.get_path('purelib'))"
    libraries = [path for path in sys.path if Path(path).name == "site-packages"]
    own = Path(call(programs / "python", "-c", find).strip())
    (own / "libraries.pth").write_text("\n".join(libraries))
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", programs / "python"]
    call(*pip, "install", "--no-index", "--no-deps", "--no-compile", "--ignore-installed", wheel, env=OUTSIDE)
    return programs


def free_port() -> int:
    """A port that nobody listens on."""
    with socket() as probe:
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
