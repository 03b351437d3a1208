"""The app as a process of its own, as `streamlit run app.py` starts it."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.installed import ROOT, answers, free_port

PATIENCE = 60.0
"""Seconds that a test waits for anything: reached only where it never comes."""


def until(found, seconds: float = PATIENCE):
    """Wait for something, and return it."""
    end = time.monotonic() + seconds
    while not (result := found()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
    return result


class Server:
    """The app with a folder for what it keeps; `log` has what it prints."""

    def __init__(self, home: Path, port: int = 0, **environment: str):
        self.home, self.port = home, port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = home.with_name(f"{home.name}-{self.port}.log")
        command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={self.port}"]
        command += ["--server.headless=true", "--server.fileWatcherType=none"]
        variables = {**os.environ, "N2N_HOME": str(home), **environment}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=variables, stdout=log, stderr=log)
        until(lambda: answers(self.port) or self.process.poll() is not None)
        assert self.process.poll() is None, self.log.read_text()

    def kill(self) -> None:
        """End the app without a chance to do anything more."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End the app as Ctrl+C does."""
        self.process.terminate()
        self.process.wait(timeout=20)


@contextmanager
def server(home: Path, **options) -> Iterator[Server]:
    """An app that ends with the block."""
    app = Server(home, **options)
    try:
        yield app
    finally:
        app.stop()
