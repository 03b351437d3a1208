"""`n2n explore` and `streamlit run app.py` as real processes: where they listen, and that a browser opens."""

import json
import os
import sys
import time

import psutil
import pytest

from tests.installed import ROOT, every, free_port, started

EXPLORE = [sys.executable, "-m", "n2n", "explore"]
STREAMLIT = [sys.executable, "-m", "streamlit", "run", "app.py"]
IMAGE = [sys.executable, "-m", *json.loads(every("CMD")[0])]
"""The command of the Dockerfile."""


def port_option(command: list[str], port: int) -> list[str]:
    if command[-2:-1] == ["--port"]:
        return [*command[:-1], str(port)]
    return [*command, *(["--port", str(port)] if "explore" in command else [f"--server.port={port}"])]


@pytest.mark.parametrize(
    ("command", "address", "opens"),
    [
        (EXPLORE, "127.0.0.1", True),
        (STREAMLIT, "127.0.0.1", True),
        ([*EXPLORE, "--address", "0.0.0.0"], "0.0.0.0", False),
        (IMAGE, "0.0.0.0", False),
    ],
)
def test_where_the_app_listens_and_whether_it_opens_the_browser(command, address, opens, tmp_path):
    port, opened = free_port(), tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o755)
    # On a computer with a display; a new visitor of Streamlit has no file of credentials.
    environment = os.environ | {"BROWSER": str(browser), "DISPLAY": ":9", "HOME": str(tmp_path)}
    environment["PYTHONPATH"] = str(ROOT)
    with started(port_option(command, port), port, ROOT, log=tmp_path / "log", env=environment) as process:
        listening = {
            connection.laddr.ip
            for one in (psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True))
            for connection in one.net_connections()
            if connection.status == psutil.CONN_LISTEN and connection.laddr.port == port
        }
        assert listening == {address}
        deadline = time.monotonic() + (20 if opens else 2)
        while not opened.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
    assert opened.exists() == opens
    if opens:
        assert opened.read_text().split() == [f"http://127.0.0.1:{port}/"]
