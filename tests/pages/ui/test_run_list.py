"""The list of runs: draw, compare, rename, delete, load from a file."""

from contextlib import contextmanager

import pytest
import streamlit as st

import n2n
from pages.session import own_graphs, runs
from tests import legacy
from tests.pages.app import open_page, texts, values
from tests.pages.training import QUICK, finish, start

pytestmark = pytest.mark.usefixtures("measured")


def test_runs_are_drawn_together_compared_renamed_and_deleted():
    app = open_page("train", dataset="karate", **QUICK)
    finish(start(app))
    first = app.query_params["run"]
    app.number_input(key="train.tau").set_value(3.0).run()
    finish(start(app))
    second = app.query_params["run"]
    assert "τ = 3" in texts(app)
    app.checkbox(key=f"draw.{first}").check().run()
    assert app.query_params["run"] == [second, first]
    table = app.dataframe[0].value
    assert table[table["setting"] == "Temperature τ"].iloc[0, 1:].tolist() == ["3", "0.5"]
    assert "Of the 2 runs drawn" in texts(app)
    app.text_input(key=f"name.{first}").set_value("the *first* one").run()
    assert app.checkbox(key=f"draw.{first}").label == r"the \*first\* one"
    app.button(key=f"delete.{first}").click().run()
    assert app.query_params["run"] in (second, [second])
    assert len(app.checkbox) == 1
    assert not app.exception


def test_a_saved_run_can_be_loaded_again():
    app = open_page("train", dataset="karate", **QUICK)
    finish(start(app))
    run = runs.table().get(app.query_params["run"])
    other = open_page("train", dataset="cora")
    other.file_uploader[0].set_value(("kept.n2n", run.to_bytes(), "application/octet-stream")).run()
    assert not other.exception
    assert not other.error
    assert other.checkbox[0].label == "kept"
    assert values(other)["Test micro-F1 at that epoch"] == f"{run.scores.test:.1%}"


def test_a_file_obeys_the_limit_of_the_server_and_waits_for_its_turn(monkeypatch):
    turns = []

    @contextmanager
    def turn():
        turns.append("begins")
        yield
        turns.append("ends")

    monkeypatch.setattr(own_graphs, "turn", turn)
    app = open_page("train", dataset="karate")
    assert app.file_uploader[0].proto.max_upload_size_mb == st.get_option("server.maxUploadSize")
    run = legacy.fit(n2n.load("karate"), n2n.Settings(width=8, epochs=2))
    app.file_uploader[0].set_value(("b.n2n", run.to_bytes(), "application/octet-stream")).run()
    assert turns == ["begins", "ends"]
    assert app.checkbox[0].label == "b"


@pytest.mark.parametrize("damage", ["cut", "changed", "foreign"])
def test_a_damaged_file_is_told_in_a_sentence(damage):
    run = legacy.fit(n2n.load("karate"), n2n.Settings(width=8, epochs=2))
    data = bytearray(run.to_bytes())
    if damage == "cut":
        data = data[: len(data) // 2]
    elif damage == "changed":
        data[-5] ^= 255
    else:
        data = b"not a run at all"
    app = open_page("train", dataset="karate")
    app.file_uploader[0].set_value(("bad.n2n", bytes(data), "application/octet-stream")).run()
    assert not app.exception
    assert app.error[0].value.startswith("The file ")
    assert not app.checkbox


def test_a_run_on_another_graph_of_that_name_is_refused():
    karate = n2n.load("karate")
    run = legacy.fit(karate.replace(name="cora"), n2n.Settings(width=8, epochs=2))
    app = open_page("train", dataset="cora")
    app.file_uploader[0].set_value(("bad.n2n", run.to_bytes(), "application/octet-stream")).run()
    assert "belongs to another graph" in app.error[0].value
