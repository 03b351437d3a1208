"""What the tests of the pages share."""

import time
from functools import wraps

import pytest
import streamlit as st
from streamlit import config
from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.runtime import context
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import app_test, local_script_runner

from n2n.paper.results import read
from n2n.training.legacy_trainer import Trainer
from pages.session import expectations, hardware, layouts, results, runs
from tests.pages.app import open_page
from tests.pages.training import LONG


@pytest.fixture(autouse=True, scope="session")
def _no_warm_up():
    """UMAP compiles when a test needs it, not behind the back of others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layouts, "LOAD_AFTER", 3600.0)
        patch.setattr(layouts, "WARM_UP_AFTER", 3600.0)
        yield


@pytest.fixture(autouse=True, scope="session")
def _no_measuring_behind_the_back():
    """The computer is measured when a test asks: torch aborts where Python ends in the middle of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hardware, "DELAY", 3600.0)
        yield


@pytest.fixture(autouse=True)
def _no_trials(request, monkeypatch):
    """Whoever opens the page Train would have the run tried out, which only tests with `trials` look at."""
    if "trials" not in request.fixturenames:
        monkeypatch.setattr(expectations, "measure", lambda *_: False)


@pytest.fixture
def trials(monkeypatch):
    """Runs are tried out, but not for long."""
    monkeypatch.setattr("n2n.training.estimate.TRIAL", 0.01)


@pytest.fixture(autouse=True, scope="session")
def _errors_in_full():
    """A test that fails tells what went wrong; visitors are not told, so the app itself hides it."""
    before = config.get_option("client.showErrorDetails")
    config.set_option("client.showErrorDetails", "full")
    yield
    config.set_option("client.showErrorDetails", before)


@pytest.fixture(autouse=True, scope="session")
def _no_search_for_garbage():
    """Streamlit looks for garbage after every run of a page, which takes a third of the time of these tests.

    The app leaves what is loaded out of that search instead, which costs one more search per page.
    """
    before = config.get_option("runner.postScriptGC")
    config.set_option("runner.postScriptGC", False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hardware, "settle", lambda: None)
        yield
    config.set_option("runner.postScriptGC", before)


@pytest.fixture(autouse=True, scope="session")
def _no_search_for_components():
    """A new visitor does not look for components in all installed packages: the app uses none of theirs.

    Streamlit keeps what it finds per server, but its test client searches for every visitor, and that took
    three quarters of the time that a page takes to open.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BidiComponentManager, "discover_and_register_components", lambda self, **_: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def _as_on_a_server():
    """Streamlit's test client begins a new server for every run; here each run is one of many on a server.

    It knows that `explorer.py` names the pages (see `pages.ui.launch`), and has compiled them. And the
    browser
    sends no cookies: the client would make up objects for them.
    """
    scripts, begin = ScriptCache(), PagesManager.__init__

    @wraps(begin)
    def begin_again(pages, *arguments, **options):
        PagesManager.uses_pages_directory = False
        begin(pages, *arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PagesManager, "__init__", begin_again)
        patch.setattr(app_test, "ScriptCache", lambda: scripts)
        patch.setattr(local_script_runner, "ScriptCache", lambda: scripts)
        patch.setattr(context, "_get_client_context", lambda: None)
        yield


@pytest.fixture
def new_server(monkeypatch):
    """Nobody has been here: Streamlit takes the file of a page for a script of its own."""
    monkeypatch.setattr(PagesManager, "__init__", PagesManager.__init__.__wrapped__)


@pytest.fixture(autouse=True, scope="session")
def _long_runs_rest():
    """A run that goes on while a test looks at it rests between epochs: it would keep a processor busy."""
    step = Trainer.step

    def rest_and_step(trainer):
        if trainer.settings.epochs == LONG["train.epochs"]:
            time.sleep(0.005)
        return step(trainer)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Trainer, "step", rest_and_step)
        yield


@pytest.fixture
def measured():
    """The hardware, known from the start."""
    found = hardware.current()
    if not found.ready:
        list(found.measure())
        found.ready = True
    return found


@pytest.fixture
def own_workers(tmp_path, monkeypatch):
    """Workers, a queue and a folder of runs of the test's own; what is left in the queue is stopped."""
    monkeypatch.setenv("N2N_HOME", str(tmp_path / "home"))
    st.cache_resource.clear()
    hardware.current().ready = True
    yield
    for id in list(runs.jobs()._jobs):
        runs.jobs().cancel(id)
    st.cache_resource.clear()


@pytest.fixture
def empty_results(own_workers, tmp_path, monkeypatch):
    """A folder of results in which nothing has been measured, in place of the committed ones."""
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(results, "SHIPPED", tmp_path)
    monkeypatch.setattr(results, "load", read)
    return tmp_path


@pytest.fixture
def app():
    """The page Your data, as a visitor first sees it."""
    return open_page("your_data")
