"""The Train page: every control, and a run from its start to its file."""

import pytest

import n2n
from n2n.methods.n2n.settings import Settings
from pages.session import hardware, runs
from tests.pages.app import open_page, texts, values

QUICK = {"train.epochs": 12, "train.width": 8, "train.evaluate_every": 3, "train.snapshots": 2}


@pytest.fixture(autouse=True)
def measured():
    """The hardware is known from the start."""
    found = hardware.current()
    if not found.ready:
        found.measure()
    return found


def start(app):
    next(button for button in app.button if button.label == "Start").click().run()
    assert not app.exception
    return app


def finish(app):
    runs.jobs().wait(app.query_params["run"], 60)
    return app.run()


def said(app) -> str:
    return " ".join(element.value for kind in (app.caption, app.info, app.error) for element in kind)


@pytest.mark.parametrize("dataset", ["karate", "cora"])
def test_a_run_from_start_to_end(dataset):
    app = open_page("train", dataset=dataset, **QUICK)
    assert "per epoch" in said(app)
    finish(start(app))
    shown = values(app)
    assert shown["Epochs"] == "12"
    run = runs.table().get(app.query_params["run"])
    assert run.settings.width == 8
    assert shown["Test there"] == f"{run.scores.test:.1%}"
    assert f"best at epoch {run.scores.epoch}" in texts(app)
    assert "the bound on the mutual information" in texts(app)
    assert "paper split (seed 0), training seed 0" in said(app)
    assert "epoch of the best validation micro" in said(app)
    assert len(app.get("plotly_chart")) == 1


@pytest.mark.parametrize("dataset", ["karate", "cora"])
def test_every_setting_has_a_widget_that_reaches_the_run(dataset):
    other = {
        "framework": "URL",
        "sampler": "random",
        "k": "3",
        "similarity": "dot",
        "estimator": "exact",
        "aggregator": "max",
        "split": "random",
        "device": "cpu",
    }
    app = open_page("train", dataset=dataset)
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
        app.run()
        assert not app.exception, name
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
    assert "as the paper writes them for Cora" in said(app)


@pytest.mark.parametrize(
    ("key", "raw"),
    [
        ("train.tau", "-1"),
        ("train.k", "0"),
        ("train.k", "some"),
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


def test_what_would_not_fit_is_refused_before_the_start(monkeypatch):
    monkeypatch.setattr("n2n.compute.machine.available_memory", lambda: 1000)
    app = open_page("train", dataset="karate")
    assert "GB of memory" in app.error[0].value
    assert next(button for button in app.button if button.label == "Start").disabled


def test_a_split_that_the_graph_lacks_is_refused_before_the_start():
    app = open_page("train", dataset="karate", **{"train.split": "public"})
    assert "has no public split" in app.error[0].value


def test_a_failing_run_says_why(measured):
    measured.ready = False  # nothing is known yet, so nothing is refused
    try:
        app = start(open_page("train", dataset="karate", **QUICK, **{"train.split": "public"}))
        assert "Measuring this computer" in said(app)
    finally:
        measured.ready = True
    finish(app)
    assert "failed: graph 'Karate club' has no public split" in said(app)


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
    assert values(other)["Test there"] == f"{run.scores.test:.1%}"


@pytest.mark.parametrize("damage", ["cut", "changed", "foreign"])
def test_a_damaged_file_is_told_in_a_sentence(damage):
    run = n2n.fit(n2n.load("karate"), n2n.Settings(width=8, epochs=2))
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
    run = n2n.fit(karate.replace(name="cora"), n2n.Settings(width=8, epochs=2))
    app = open_page("train", dataset="cora")
    app.file_uploader[0].set_value(("bad.n2n", run.to_bytes(), "application/octet-stream")).run()
    assert "belongs to another graph" in app.error[0].value


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
