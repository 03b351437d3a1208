"""What is typed or chosen just before a click counts, although the page has not run in between."""

import pytest

from pages.session import runs
from tests.pages.app import open_page, values
from tests.pages.test_your_data import EDGES, press, upload
from tests.pages.training import QUICK, finish, start

FEW = {"cold.methods": "MLP", "dataset": "karate"}


def control(app, key: str):
    kinds = (app.number_input, app.segmented_control, app.radio, app.selectbox, app.slider, app.multiselect)
    return next(one for kind in kinds for one in kind if one.key == key)


def click(app, label: str):
    next(one for one in app.button if one.label.startswith(label)).click().run()
    assert not app.exception
    return app


def started(app) -> list:
    """The runs that the visitor has, as their page Train lists them, the newest first."""
    return runs.table().of(app.session_state["visitor"]) if "visitor" in app.session_state else []


def newest(app):
    return runs.table().get(started(app)[-1])


@pytest.mark.usefixtures("own_workers")
class TestStart:
    @pytest.mark.parametrize(
        ("name", "value"),
        [("epochs", 7), ("tau", 3.0), ("framework", "URL"), ("k", "3"), ("method", "MLP"), ("split_seed", 4)],
    )
    def test_a_run_has_the_settings_on_display(self, name, value):
        app = open_page("train", dataset="karate", **QUICK)
        control(app, f"train.{name}").set_value(value)
        start(app)
        assert str(getattr(newest(app).settings, name)) == str(value)

    def test_a_recipe_chosen_at_once_is_that_of_the_run(self):
        app = open_page("train", dataset="karate")
        control(app, "recipe").set_value("released")
        start(app)
        assert newest(app).settings.closest_recipe("karate")[0] == "released"

    @pytest.mark.parametrize(
        ("page", "label"),
        [("start", "Train now"), ("embeddings", "Train now"), ("train", "Start"), ("compare", "Run")],
    )
    def test_a_run_is_on_the_dataset_on_display(self, page, label):
        app = open_page(page, dataset="karate", methods="MLP", epochs=5, **{"train.epochs": 5})
        app.sidebar.selectbox(key="dataset").set_value("cora")
        click(app, label)
        assert {runs.table().get(id).dataset for id in started(app)} == {"cora"}

    @pytest.mark.parametrize(("name", "value", "count"), [("seeds", 2, 2), ("methods", ["MLP", "GCN"], 2)])
    def test_a_comparison_is_the_one_on_display(self, name, value, count):
        app = open_page("compare", dataset="karate", methods="MLP", epochs=5)
        control(app, name).set_value(value)
        click(app, "Run")
        assert len(started(app)) == count

    def test_a_cold_start_is_the_one_on_display(self):
        app = open_page("cold_start", **FEW)
        control(app, "cold.seed").set_value(3)
        click(app, "Hide and train")
        [request] = app.session_state["cold starts"]
        assert request.seed == 3

    def test_a_fork_has_the_values_on_display(self):
        app = finish(start(open_page("train", dataset="karate", **QUICK)))
        parent = newest(app)
        control(app, f"fork.tau.{parent.id}").set_value(3.0)
        control(app, f"fork.epoch.{parent.id}").set_value(4)
        click(app, "Fork")
        assert newest(app).settings.tau == 3.0
        assert newest(app).fork.epoch == 4

    @pytest.mark.parametrize(
        ("page", "key", "value", "label"),
        [
            ("train", "train.tau", -3.0, "Start"),
            ("train", "train.epochs", 0, "Start"),
            ("train", "train.dropout", 1.5, "Start"),
            ("train", "train.split", "public", "Start"),
            ("compare", "seeds", 6, "Run"),
            ("compare", "epochs", 0, "Run"),
            ("compare", "methods", [], "Run"),
            ("cold_start", "cold.seed", -1, "Hide and train"),
            ("cold_start", "cold.methods", [], "Hide and train"),
        ],
    )
    def test_nothing_starts_with_an_impossible_value(self, page, key, value, label):
        def enabled() -> bool:
            return any(one.label.startswith(label) and not one.disabled for one in app.button)

        app = open_page(page, methods="MLP", **FEW)
        before = control(app, key).value
        assert enabled()
        control(app, key).set_value(value)
        click(app, label)
        assert not enabled()
        assert said(app)
        control(app, key).set_value(before).run()
        assert enabled(), "and a click of before does not count any more"
        assert not started(app)
        assert "cold starts" not in app.session_state

    @pytest.mark.parametrize(
        ("name", "raw"),
        [("k", "0"), ("k", "many"), ("k", "-1"), ("tau", "-3"), ("tau", "1e9"), ("epochs", "0")],
    )
    def test_nothing_starts_with_an_impossible_value_of_a_link(self, name, raw):
        app = open_page("train", dataset="karate", **{f"train.{name}": raw})
        assert "must be" in app.error[0].value
        assert next(one for one in app.button if one.label == "Start").disabled

    def test_no_fork_with_an_impossible_value(self):
        app = finish(start(open_page("train", dataset="karate", **QUICK)))
        parent = newest(app)
        control(app, f"fork.tau.{parent.id}").set_value(-3.0)
        click(app, "Fork")
        assert next(one for one in app.button if one.label == "Fork").disabled
        assert started(app) == [parent.id]

    def test_going_back_twice_on_the_first_page(self):
        app = click(open_page("start", dataset="karate"), "Train now")
        other = next(one for one in app.button if one.label == "Back to the graph")
        other.click().run()
        other.click().run()
        assert not app.exception
        assert "Connected parts" in values(app)


def said(app) -> str:
    return " ".join(one.value for kind in (app.error, app.warning, app.caption) for one in kind)


def test_a_graph_is_not_taken_under_another_name_than_the_one_on_display(app):
    press(upload(app, ("g.csv", EDGES)), "Read the graph")
    app.text_input[0].set_value("another name")
    click(app, "Use this graph")
    assert app.sidebar.selectbox(key="dataset").value == "cora"
    click(press(app, "Read the graph"), "Use this graph")
    assert "another-name" in app.sidebar.selectbox(key="dataset").value


def test_another_node_is_the_next_after_the_one_on_display():
    app = open_page("taps", dataset="cora")
    seen = [control(app, "node").value]
    for _ in range(2):
        seen.append(control(click(app, "Another"), "node").value)
    control(app, "node").set_value(seen[0])
    assert control(click(app, "Another"), "node").value == seen[1]


def test_a_node_is_found_among_the_subgraphs_on_display():
    expected = open_page("subgraphs", dataset="cora", k=2)
    expected.text_input(key="node searched").set_value("2000").run()
    app = open_page("subgraphs", dataset="cora", k=1)
    control(app, "k").set_value(2)
    app.text_input(key="node searched").set_value("2000").run()
    assert control(app, "subgraph").value == control(expected, "subgraph").value


def test_an_edge_is_added_to_the_node_on_display():
    app = open_page("what_if", dataset="karate", node=32)
    control(app, "node").set_value(20)
    app.text_input(key="node to add").set_value("5").run()
    assert app.query_params["edits"] == "a5-20"


@pytest.mark.parametrize(("page", "key", "value"), [("graph", "hub", "Mr. Hi"), ("taps", "node", 30)])
def test_a_choice_among_the_nodes_of_one_dataset_does_not_break_another(page, key, value):
    app = open_page(page, dataset="karate")
    if key == "hub":
        value = control(app, key).options[0]
    control(app, key).set_value(value)
    app.sidebar.selectbox(key="dataset").set_value("cora").run()
    assert not app.exception
