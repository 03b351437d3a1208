"""What the tests of the pages share."""

import time

import pytest
import streamlit as st
from streamlit import config

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
    """A folder of results in which nothing has been measured."""
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    return tmp_path


@pytest.fixture
def app():
    """The page Your data, as a visitor first sees it."""
    return open_page("your_data")
