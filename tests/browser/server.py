"""The app as a process of its own, and the browser that visits it."""

import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.installed import free_port

ROOT = Path(__file__).resolve().parents[2]

# Chromium must not ask other machines for anything, and finds none if it does.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--enable-unsafe-swiftshader",
]


def chromium() -> str | None:
    """The Chromium of this machine; the build without windows draws the same with less work."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def required() -> bool:
    """Whether a missing Chromium is a failure: it is where `.ci/run` or another service runs the tests."""
    return any(os.environ.get(name) for name in ("CI", "N2N_CI"))


# The app does not prepare for UMAP after a while: with an empty cache that compiles for 20 s and more, and
# while it does, no other kernel can be compiled. Nor does the browser load scripts that a test may not need.
_NO_WARM_UP = """
from pages.session import layouts
from pages.ui import ahead
layouts.WARM_UP_AFTER = ahead.AFTER = 3600.0
"""
# By Python: the module faulthandler looks at threads while they run, and that has crashed the app.
_TELL = """
import sys, threading, time, traceback
def tell():
    while True:
        time.sleep(50)
        for thread in threading.enumerate():
            stack = traceback.format_stack(sys._current_frames().get(thread.ident))
            print(thread.name, *stack, sep="\\n", file=sys.stderr, flush=True)
threading.Thread(target=tell, daemon=True).start()
"""
# A run that goes on while a test looks at it rests between epochs: it would keep a processor busy.
LONG = 100_000
RESTING = f"""
import time
from n2n.training.trainer import Trainer
step = Trainer.step
def rest_and_step(trainer):
    if trainer.settings.epochs == {LONG}:
        time.sleep(0.01)
    return step(trainer)
Trainer.step = rest_and_step
"""
_START = "from streamlit.web.cli import main\nmain(prog_name='streamlit')\n"


@contextmanager
def app(
    wait: float = 150.0,
    warm_up: bool = True,
    prepare: str = "",
    kill: bool = False,
    port: int | None = None,
    log: Path | None = None,
    **environment: str,
) -> Iterator[str]:
    """The address of an app that has just been started; it ends with the block.

    Args:
        wait: seconds after which an app that does not answer counts as failed.
        warm_up: whether the app prepares for UMAP, as it does for its users.
        prepare: Python code that runs in the app's process before it starts.
        kill: whether the app ends without a chance to do anything more.
        port: where it listens; at a free port by default.
        log: a file for what it says, and for what its threads are doing every 50 s.
        environment: further variables for the app, `N2N_DATA` for instance.
    """
    port = port or free_port()
    address = f"http://127.0.0.1:{port}"
    prepare = f"{prepare}\n" + ("" if warm_up else _NO_WARM_UP) + (_TELL if log else "")
    program = ["-c", prepare + _START] if prepare.strip() else ["-m", "streamlit"]
    command = [sys.executable, *program, "run", "app.py", f"--server.port={port}"]
    command += ["--server.address=127.0.0.1", "--server.fileWatcherType=none"]
    with open(log or os.devnull, "wb") as told:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **environment}, stdout=told, stderr=told
        )
    try:
        _until_healthy(address, process, time.monotonic() + wait)
        yield address
    finally:
        process.kill() if kill else process.terminate()
        process.wait(timeout=20)


def _until_healthy(address: str, process: subprocess.Popen, deadline: float) -> None:
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the app ended at once, with code {process.returncode}")
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=5):
                return
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.05)
    raise RuntimeError("the app does not answer")
