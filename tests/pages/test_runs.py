"""Runs of the app: trained in a worker, watched by link, stopped, resumed, forked, kept; whose they are."""

import json
import os
import signal

import psutil
import pytest

import n2n
from n2n.files.assets import home_folder
from n2n.training.fit import fit
from n2n.training.run import Run
from n2n.training.workers import pool
from tests.pages.app import (
    ME,
    button,
    ended,
    kept_run,
    open_page,
    press,
    run_of,
    said,
    sound,
    texts,
    until,
    values,
)

QUICK = {"train.epochs": 12, "train.width": 8, "train.evaluate_every": 3, "train.snapshots": 2}
LONG = {"train.epochs": 100_000, "train.width": 8, "train.patience": 0, "train.snapshots": 0}
STRANGER = {"visitor": "somebody else"}


def start(dataset="karate", state=ME, **settings):
    return press(open_page("train", state, dataset=dataset, **settings), "Start")


def begun(app):
    """The page when its run has some epochs."""
    return until(app, lambda app: len(run_of(app).history) > 3)


def labels(app) -> set[str]:
    return {one.label for one in app.button}


@pytest.fixture(scope="module")
def finished() -> Run:
    return fit(n2n.load("karate"), n2n.Settings(width=8, epochs=6, evaluate_every=2, snapshots=3))


def test_a_run_from_start_to_end(home):
    app = ended(start(**QUICK))
    run, shown = run_of(app), values(app)
    assert run.settings.width == 8
    assert shown["Epochs"] == "12"
    assert shown["Test micro-F1 at that epoch"] == f"{run.scores.test:.1%}"
    assert f"best at epoch {run.scores.epoch}" in texts(app)
    assert f"trained with {len(n2n.load('karate').split().train):,} labels" in texts(app)
    expected = n2n.fit(n2n.load("karate"), run.settings)
    assert [epoch.loss for epoch in run.history] == pytest.approx([epoch.loss for epoch in expected.history])


def test_one_run_is_no_verdict_and_early_stopping_is_told_from_completion(home, finished):
    app = open_page("train", dataset="karate", run=kept_run(finished), state=ME)
    assert values(app)["Epochs"] == "6"
    assert "stopped early" not in texts(app)
    short = fit(n2n.load("karate"), n2n.Settings(width=8, epochs=300, evaluate_every=1, patience=5))
    assert len(short.history) < 300
    app = open_page("train", dataset="karate", run=kept_run(short, id="short"), state=ME)
    assert values(app)["Epochs"] == f"{len(short.history)} of 300, stopped early"
    assert not any(sign in texts(app) for sign in ("✓", "▲", "▼", "reproduced"))


def test_others_may_watch_by_a_link_and_nothing_more(home):
    mine = begun(start(**LONG))
    id = run_of(mine).id
    other = open_page("train", STRANGER, dataset="karate", run=id)
    assert "of 100,000" in values(other)["Epochs"]
    assert "Stop" not in labels(other)
    assert not [field for field in other.text_input if field.key == f"name.{id}"]
    assert button(other, "Remove from the list").disabled
    assert not Run.open(home_folder() / "runs" / id).status.ended
    press(mine, "Stop")
    ended(mine)
    assert run_of(mine).status.state == "stopped"
    assert "Stopped on request" in said(mine)
    assert run_of(mine).has_result
    assert "None yet" in texts(open_page("train", STRANGER, dataset="karate"))


def test_a_run_in_the_queue_can_be_stopped_and_says_how_many_are_ahead(home):
    first = begun(start(**LONG))
    second = start(**LONG)
    assert "1 job ahead" in " ".join(bar.proto.text for bar in second.get("progress"))
    press(second, "Stop")
    assert run_of(second).status.message == "Stopped before it began."
    press(first, "Stop")
    ended(first)


def test_a_killed_worker_interrupts_the_run_which_can_be_resumed(home):
    app = begun(start(**LONG))
    run = until(app, lambda app: run_of(app).status.checkpoint) and run_of(app)
    facts = json.loads((run.folder / "status.json").read_text())
    os.kill(facts["pid"], signal.SIGKILL)
    until(app, lambda app: run_of(app).status.state == "interrupted")
    app = open_page("start", ME, dataset="karate")
    assert "Interrupted at epoch" in texts(app)
    press(app, "Resume")
    until(app, lambda _: len(Run.open(run.folder).history) > facts["epoch"] + 3)
    app = open_page("train", ME, dataset="karate", run=run.id)
    assert psutil.pid_exists(os.getpid())
    press(app, "Stop")
    ended(app)


def test_a_fork_continues_with_other_settings(home, finished):
    id = kept_run(finished)
    app = open_page("train", ME, dataset="karate", run=id)
    app.slider(key=f"fork.epoch.{id}").set_value(4)
    app.number_input(key=f"fork.tau.{id}").set_value(0.5).run()
    assert "τ = 0.5" in said(app)
    press(app, "Fork")
    ids = app.query_params["run"]
    child = Run.open(home_folder() / "runs" / ids[0])
    assert ids[1] == id
    until(app, lambda _: child.refresh().status.ended)
    assert child.fork.epoch == 4
    assert child.settings.tau == 0.5
    assert [epoch.loss for epoch in child.history[:4]] == [epoch.loss for epoch in finished.history[:4]]


def test_runs_are_renamed_adopted_and_deleted(home, finished):
    id = kept_run(finished)
    app = open_page("train", ME, dataset="karate", run=id)
    app.text_input(key=f"name.{id}").set_value("*my* run").run()
    assert app.checkbox(key=f"draw.{id}").label == "\\*my\\* run"
    sound(app.button(key=f"settings.{id}").click().run())
    assert app.number_input(key="train.width").value == 8
    sound(app.button(key=f"delete.{id}").click().run())
    assert not (home_folder() / "runs" / id).exists()
    assert "None yet" in texts(app)


def test_a_saved_run_can_be_loaded_and_a_foreign_file_is_refused(home, finished):
    app = open_page("train", ME, dataset="karate")
    upload = next(field for field in app.file_uploader if field.label.startswith("A run"))
    upload.set_value([("mine.n2n", finished.to_bytes(), "application/octet-stream")]).run()
    assert "mine" in {box.label for box in app.checkbox}
    assert values(app)["Test micro-F1 at that epoch"] == f"{finished.scores.test:.1%}"
    upload = next(field for field in app.file_uploader if field.label.startswith("A run"))
    upload.set_value([("other.n2n", b"not a run", "application/octet-stream")]).run()
    assert "damaged or cut short" in said(app)


def test_the_oldest_runs_make_room(home, finished, monkeypatch):
    monkeypatch.setattr("pages.session.runs.KEPT_RUNS", 2)
    for place in range(3):
        kept_run(finished, id=f"old-{place}")
    app = ended(start(**QUICK))
    left = {path.name for path in (home_folder() / "runs").iterdir()}
    assert len(left) == 2
    assert run_of(app).id in left


def test_a_full_queue_is_a_sentence_and_leaves_nothing_behind(home, monkeypatch):
    monkeypatch.setattr(pool(), "limit", 0)
    app = start(**QUICK)
    assert "jobs are waiting already" in said(app)
    assert not list((home_folder() / "runs").iterdir())


def test_runs_of_other_programs_are_watched(home, finished, monkeypatch, tmp_path):
    finished.save_folder(tmp_path / "records" / "one", name="from a cluster", dataset="karate", id="cluster")
    monkeypatch.setenv("N2N_RECORDS", str(tmp_path / "records"))
    app = open_page("train", ME, dataset="karate")
    assert "from a cluster" in texts(app)
    sound(app.button(key="watch.cluster").click().run())
    app.run()
    assert values(app)["Epochs"] == "6"
    assert button(app, "Remove from the list")


def test_a_dead_link_is_said_above_the_page(home):
    app = open_page("train", dataset="karate", run="gone")
    assert (
        "names a run that is no longer here" in app.main.children[0].value
        if False
        else "no longer here" in said(app)
    )
    assert not app.sidebar.warning


def test_settings_that_cannot_be_are_refused_before_the_start(home):
    app = open_page("train", dataset="karate", **{"train.split": "public"})
    assert "has no public split" in app.error[0].value
    assert button(app, "Start").disabled
    app = open_page("train", dataset="karate")
    for name, value, words in (
        ("epochs", -3, "Epochs is -3: expected a whole number"),
        ("tau", -3.0, "Temperature τ is -3.0: expected a number"),
    ):
        app = open_page("train", dataset="karate")
        kinds = (*app.number_input, *app.selectbox)
        next(field for field in kinds if field.key == f"train.{name}").set_value(value).run()
        assert words in said(app)
        assert button(app, "Start").disabled


@pytest.mark.parametrize("method", ["N2N", "GCN", "DGI", "DeepWalk"])
def test_five_settings_come_first_and_all_others_are_there(home, method):
    app = open_page("train", dataset="karate", **{"train.method": method})
    more = next(box for box in app.expander if box.label == "All settings")
    keys = [field.key for kind in (app.number_input, app.selectbox, app.radio, app.toggle) for field in kind]
    inside = [
        field.key for kind in ("number_input", "selectbox", "radio", "toggle") for field in more.get(kind)
    ]
    first = [key for key in keys if key and key.startswith("train.") and key not in inside]
    assert len(first) <= 5
    assert "train.learning_rate" in inside


def test_another_recipe_fills_in_all_settings(home):
    app = open_page("train", dataset="cora")
    app.number_input(key="train.epochs").set_value(7).run()
    app.segmented_control(key="recipe").set_value("released").run()
    expected = n2n.Settings.for_dataset("cora", "JL", recipe="released")
    assert app.number_input(key="train.epochs").value == expected.epochs
    assert app.number_input(key="train.tau").value == expected.tau
