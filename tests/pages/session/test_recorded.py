"""Runs that another program records are listed on Train, watched live, and end as any other."""

import shutil

import pytest
import streamlit as st

import n2n
from n2n.training.legacy_trainer import Trainer
from n2n.training.recording import Recorder
from pages.session import recorded
from tests.pages.app import followed, open_page, texts, values
from tests.pages.training import button, said

pytestmark = pytest.mark.usefixtures("measured")


@pytest.fixture(autouse=True)
def _always_fresh(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(recorded, "FRESH", -1.0)
    yield
    st.cache_resource.clear()


@pytest.mark.parametrize("dataset", ["karate", "/data/some folder"])
def test_a_recorded_run_is_listed_watched_and_seen_to_end(monkeypatch, tmp_path, dataset):
    monkeypatch.setenv("N2N_RECORDS", str(tmp_path))
    settings = n2n.Settings(width=8, epochs=6, evaluate_every=1, snapshots=2)
    trainer = Trainer(n2n.load("karate"), settings)
    with Recorder(trainer.record, tmp_path / "first", dataset) as recorder:
        for _ in range(3):
            recorder.record(trainer.step(), trainer.snapshots)
        app = open_page("train", dataset="karate")
        assert ":blue-badge[Running]" in texts(app)
        button(app, "Watch").click().run()
        assert not app.exception
        assert app.query_params["run"] == trainer.record.id
        assert "<dt>Epochs</dt><dd>3</dd>" in followed(app)["head"]
        assert not any(one.label == "Stop" for one in app.button)
        for _ in range(3):
            recorder.record(trainer.step(), trainer.snapshots)
        trainer.record.result = trainer.result()
        recorder.keep_result()
    app.run()
    assert values(app)["Epochs"] == "6"
    assert ":green-badge[Done]" in texts(app)
    # A link to it works for others, as long as the record is there.
    assert values(open_page("train", run=trainer.record.id))["Epochs"] == "6"
    shutil.rmtree(tmp_path / "first")
    assert "no longer here" in " ".join(w.value for w in open_page("train", run=trainer.record.id).warning)


def test_a_run_without_a_sign_of_life_and_a_damaged_record(monkeypatch, tmp_path):
    monkeypatch.setenv("N2N_RECORDS", f"{tmp_path}:{tmp_path / 'nowhere'}")
    trainer = Trainer(n2n.load("karate"), n2n.Settings(width=8, epochs=6, evaluate_every=1))
    recorder = Recorder(trainer.record, tmp_path / "first", "karate")
    recorder.record(trainer.step(), {})
    assert [run.status.state for run in recorded.recorded()] == ["running"]
    run = recorded.find(trainer.record.id)
    (tmp_path / "first" / "status.json").write_text("{")
    assert run.status.state == "failed"
    assert recorded.recorded() == []
    app = open_page("train", dataset="karate")
    assert "listed above" in said(app)


def test_without_the_variable_nothing_is_said(monkeypatch):
    monkeypatch.delenv("N2N_RECORDS", raising=False)
    assert recorded.recorded() == []
    assert "Recorded runs" not in [head.value for head in open_page("train", dataset="karate").subheader]
