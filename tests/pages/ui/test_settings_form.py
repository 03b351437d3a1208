"""The widgets of all settings: each reaches the run, recipes fill them, impossible values are replaced."""

import pytest

import n2n
from n2n.methods.n2n.settings import Settings
from pages.session import runs
from pages.ui.settings_form import LEADING
from tests.pages.app import open_page, texts
from tests.pages.training import QUICK, finish, said, start

pytestmark = pytest.mark.usefixtures("measured")


def test_every_setting_has_a_widget_that_reaches_the_run():
    other = {
        "framework": "URL",
        "sampler": "random",
        "k": "3",
        "similarity": "dot",
        "estimator": "exact",
        "aggregator": "max",
        "split": "random",
        "device": "cpu",
        "probe": "softmax",
        "batch_size": 20,
    }
    app = open_page("train", dataset="karate")
    for name, spec in Settings.specs().items():
        key = f"train.{name}"
        widget = next(w for w in _widgets(app) if w.key == key)
        if name in other:
            widget.set_value(other[name])
        elif isinstance(widget.value, bool):
            widget.set_value(not widget.value)
        else:
            widget.set_value(
                min(max(widget.value / 2 if isinstance(widget.value, float) else 7, spec.low), spec.high)
            )
        if name in LEADING:  # a recipe of its own fills the others
            app.run()
    assert not app.run().exception
    start(app)
    settings = runs.table().get(finish(app).query_params["run"]).settings
    assert (settings.framework, settings.sampler, settings.k, settings.split) == (
        "URL",
        "random",
        3,
        "random",
    )
    assert (settings.epochs, settings.width, settings.seed, settings.snapshots) == (7, 7, 7, 7)
    assert (settings.similarity, settings.bias, settings.watch_theorem) == ("dot", True, False)
    assert settings.probe == "softmax"


def _widgets(app):
    for kind in ("number_input", "selectbox", "segmented_control", "radio", "toggle"):
        yield from getattr(app, kind)


def test_a_recipe_fills_the_fields_and_a_framework_only_those_left_alone():
    app = open_page("train", dataset="cora")
    expected = n2n.Settings.for_dataset("cora")
    assert app.number_input(key="train.tau").value == expected.tau
    app.number_input(key="train.dropout").set_value(0.25).run()
    app.segmented_control(key="train.framework").set_value("URL").run()
    expected = n2n.Settings.for_dataset("cora", "URL")
    assert app.number_input(key="train.tau").value == expected.tau
    assert app.number_input(key="train.epochs").value == expected.epochs
    assert app.number_input(key="train.dropout").value == 0.25
    app.segmented_control(key="recipe").set_value("text").run()
    expected = n2n.Settings.for_dataset("cora", "URL", recipe="text")
    for name in ("tau", "dropout", "epochs", "learning_rate", "weight_decay", "patience"):
        assert app.number_input(key=f"train.{name}").value == getattr(expected, name)
    assert "as in the paper's text for Cora" in said(app)


@pytest.mark.parametrize(
    ("key", "raw"),
    [
        ("train.epochs", "many"),
        ("train.framework", "GCN"),
        ("train.bias", "perhaps"),
        ("recipe", "best"),
    ],
)
def test_a_value_that_cannot_be_is_told_and_replaced(key, raw):
    app = open_page("train", dataset="karate", **{key: raw})
    assert f"The link asks for {key} = " in app.warning[0].value
    assert "What to notice." in texts(app)


def test_any_number_of_positives_can_be_typed():
    app = open_page("train", dataset="karate", **QUICK, **{"train.k": 17})
    assert app.selectbox(key="train.k").value == "17"
    finish(start(app))
    assert runs.table().get(app.query_params["run"]).settings.k == 17


def test_the_settings_of_a_run_fill_the_fields_again():
    changed = {"train.k": 17, "train.tau": 3, "train.framework": "URL", "recipe": "released"}
    app = open_page("train", dataset="karate", **QUICK, **changed)
    finish(start(app))
    id = app.query_params["run"]
    settings = runs.table().get(id).settings
    other = open_page("train", dataset="cora", run=id)
    other.button(key=f"settings.{id}").click().run()
    assert not other.exception
    assert other.selectbox(key="dataset").value == "karate"
    start(other)
    assert runs.table().get(finish(other).query_params["run"]).settings == settings
