"""Forking a run on the page Train."""

import pytest

from pages.session import runs
from tests.pages.app import PATIENCE, open_page, texts
from tests.pages.training import QUICK, button, finish, said, start

pytestmark = pytest.mark.usefixtures("measured")


def widget(app, kind, label):
    return next(one for one in getattr(app, kind) if one.label == label)


def in_the_form(app, name):
    return next(one for one in app.number_input if one.key.startswith(f"fork.{name}."))


def test_both_branches_are_drawn():
    app = finish(start(open_page("train", dataset="karate", **QUICK)))
    parent = runs.table().get(app.query_params["run"])
    widget(app, "slider", "Continue after epoch").set_value(4).run()
    in_the_form(app, "tau").set_value(0.7).run()
    assert "With τ = 0.7, from epoch 5 on. First it repeats 3 epochs, up to epoch 4." in said(app).replace(
        "\\", ""
    )
    button(app, "Fork").click().run()
    assert not app.exception
    child_id, parent_id = app.query_params["run"]
    runs.jobs().wait(child_id, PATIENCE)
    app.run()
    child = runs.table().get(child_id)
    assert parent_id == parent.id
    assert (child.fork.parent, child.fork.epoch, child.settings.tau) == (parent.id, 4, 0.7)
    assert [epoch.loss for epoch in child.history[:4]] == [epoch.loss for epoch in parent.history[:4]]
    assert f"forked from {parent.name}" in texts(app).replace("\\", "")
    assert "Forked from" in list(app.dataframe[-1].value["setting"])


def test_a_fork_outlives_its_parent():
    app = finish(start(open_page("train", dataset="karate", **QUICK)))
    button(app, "Fork").click().run()
    child_id, parent_id = app.query_params["run"]
    runs.jobs().wait(child_id, PATIENCE)
    runs.table().drop(parent_id)
    app.run()
    assert not app.exception
    assert "forked from" in texts(app)
    button(app, "Fork").click().run()
    assert not app.exception
    again = app.query_params["run"][0]
    runs.jobs().wait(again, PATIENCE)
    assert len(runs.table().get(again).history) == 12


def test_an_impossible_fork_is_a_sentence():
    app = finish(start(open_page("train", dataset="karate", **QUICK)))
    widget(app, "slider", "Continue after epoch").set_value(12).run()
    assert "nothing left to train" in app.warning[0].value
    assert button(app, "Fork").disabled
    in_the_form(app, "epochs").set_value(20).run()
    assert not app.warning
    assert not button(app, "Fork").disabled


def test_a_fork_can_be_stopped_before_it_begins(own_workers):
    app = finish(start(open_page("train", dataset="karate", **QUICK)))
    in_the_form(app, "epochs").set_value(100_000).run()
    button(app, "Fork").click().run()
    child = app.query_params["run"][0]
    runs.jobs().cancel(child)
    runs.jobs().wait(child, PATIENCE)
    app.run()
    assert not app.exception
    assert runs.table().get(child).status.state == "cancelled"
