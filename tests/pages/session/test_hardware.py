"""What this computer can do: known once it has been measured, and a sentence where a run is not possible."""

import subprocess
import sys
import time

import pytest
import streamlit as st

import n2n
from pages.session import hardware
from pages.session.hardware import Hardware, device, problem
from tests.pages.app import PATIENCE


@pytest.fixture
def at_once(monkeypatch):
    """Nothing is known, and measuring begins with the first question."""
    monkeypatch.setattr(hardware, "DELAY", 0.0)
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


def _until_ready() -> None:
    end = time.monotonic() + PATIENCE
    while not hardware.current().ready:
        assert time.monotonic() < end, "the hardware is never ready"
        time.sleep(0.01)


def test_measuring_makes_it_ready(at_once, caplog):
    _until_ready()
    assert "could not be measured" not in caplog.text


def test_what_cannot_be_measured_keeps_nobody_waiting(at_once, caplog, monkeypatch):
    monkeypatch.setattr(Hardware, "measure", lambda found: iter([1 / 0]))
    _until_ready()
    assert "division by zero" in caplog.text


def test_python_does_not_end_while_torch_is_half_loaded():
    code = """
import atexit, sys, time
atexit.register(lambda: print("half loaded:", sys.modules["torch"].__spec__._initializing))
from n2n.training import jobs
from pages.session import hardware
jobs.LAST_STEP = 600.0
hardware.DELAY = 0.0
hardware.current()
while "torch" not in sys.modules:
    time.sleep(0.001)
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (0, "half loaded: False\n"), done.stderr


def test_a_run_that_is_not_possible_is_a_sentence():
    karate = n2n.load("karate")
    assert problem(karate, n2n.Settings(width=8)) == ""
    assert "no public split" in problem(karate, n2n.Settings(width=8, split="public"))
    assert "no public split" in problem(karate, n2n.BaselineSettings("GCN", width=8, split="public"))


def test_the_cpu_is_named_where_it_is_asked_for():
    assert device(n2n.Settings(device="cpu")) == device(n2n.BaselineSettings("GCN")) == "CPU"
