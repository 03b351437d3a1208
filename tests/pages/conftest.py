"""What the tests of the pages share."""

import shutil
import tempfile

import pytest
import streamlit as st

from n2n.paper.results import read
from pages.ui import results
from tests.pages.app import open_page, own_graph


@pytest.fixture(autouse=True, scope="session")
def _errors():
    """A test that fails tells what went wrong."""
    before = st.get_option("client.showErrorDetails")
    st.set_option("client.showErrorDetails", "full")
    yield
    st.set_option("client.showErrorDetails", before)


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
