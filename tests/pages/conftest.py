"""What the tests of the pages share."""

import shutil
import tempfile

import pytest
import streamlit as st
from streamlit import config

from n2n.paper.results import read
from pages.ui import results
from tests.pages.app import open_page, own_graph


@pytest.fixture(autouse=True, scope="session")
def _options():
    """A test that fails tells what went wrong; and no search for garbage after every run of a page."""
    options = {"client.showErrorDetails": "full", "runner.postScriptGC": False}
    before = {name: config.get_option(name) for name in options}
    for name, value in options.items():
        config.set_option(name, value)
    yield
    for name, value in before.items():
        config.set_option(name, value)


@pytest.fixture
def home(monkeypatch):
    """A folder for runs and own graphs of this test alone."""
    folder = tempfile.mkdtemp(prefix="n2n-home-")
    monkeypatch.setenv("N2N_HOME", folder)
    st.cache_resource.clear()
    yield folder
    st.cache_resource.clear()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def empty_results(home, tmp_path, monkeypatch):
    """A folder of results in which nothing has been measured."""
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(results, "SHIPPED", tmp_path)
    monkeypatch.setattr(results, "load", read)
    return tmp_path


@pytest.fixture
def add(home):
    """Adds a graph of the visitor's own; its key."""
    return own_graph


@pytest.fixture
def app(home):
    """The page Your data, as a visitor first sees it."""
    return open_page("your_data")
