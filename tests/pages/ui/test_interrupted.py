"""The banner above every page: what it says of saved runs, once."""

import pytest
import streamlit as st

from pages.session import runs
from tests.pages.app import open_page
from tests.pages.session.test_interrupted import restart, same_browser  # noqa: F401 (a fixture)
from tests.pages.training import QUICK, finish, start

pytestmark = pytest.mark.usefixtures("own_workers")


def test_a_folder_that_cannot_be_written_to_is_told_once(same_browser, tmp_path, monkeypatch):  # noqa: F811
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("N2N_HOME", str(tmp_path / "file"))
    st.cache_resource.clear()
    app = finish(start(open_page("train", dataset="karate", **QUICK)))
    assert runs.table().get(app.query_params["run"]).embeddings.shape == (34, 8)
    told = [warning.value for warning in open_page("train", dataset="karate").warning]
    assert any("Runs are not saved at the moment" in words for words in told)
    assert not any("not saved" in warning.value for warning in app.run().warning), "once in a session"


def test_a_damaged_record_is_left_out_and_told(same_browser):  # noqa: F811
    id = finish(start(open_page("train", dataset="karate", **QUICK))).query_params["run"]
    (runs.table().store.folder / id / "settings.json").write_text("{")
    restart()
    app = open_page("train", dataset="karate")
    assert "A saved run could not be read and was left out." in app.warning[0].value.replace("\\", "")
    assert not app.checkbox
