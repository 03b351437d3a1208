"""`python -m n2n explore` hands its options to Streamlit; tests/test_install.py starts it for real."""

import sys

import pytest

from n2n.cli import explore, main
from n2n.files.assets import APP


@pytest.fixture
def started(monkeypatch):
    """What Streamlit is started with."""
    monkeypatch.setattr(sys, "argv", ["n2n"])
    calls = []
    monkeypatch.setattr(explore.runpy, "run_module", lambda name, run_name: calls.append((name, sys.argv)))
    return calls


def test_port_address_and_options_are_passed_on(started):
    assert (
        main(["explore", "--port", "8600", "--address", "127.0.0.1", "--", "--server.maxUploadSize=5"]) == 0
    )
    ((name, words),) = started
    assert name == "streamlit"
    assert words[:3] == ["streamlit", "run", str(APP)]
    assert set(words[3:]) == {
        "--server.port=8600",
        "--server.address=127.0.0.1",
        "--server.maxUploadSize=5",
    }


def test_a_port_that_cannot_be_is_one_sentence(started, capsys):
    assert main(["explore", "--port", "70000"]) == 2
    assert capsys.readouterr().err == (
        "n2n: Invalid value for '--port': 70000 is not in the range 1<=x<=65535: see `n2n explore --help`.\n"
    )
    assert started == []
