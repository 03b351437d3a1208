"""Controls are part of the address, keep their value from page to page, and ignore what cannot be."""

import pytest

import n2n
from tests.pages.app import button, open_page, said, sound


def test_values_follow_to_other_pages_and_into_the_address(home):
    app = open_page("subgraphs", dataset="karate", k=3)
    assert app.slider(key="k").value == 3
    sound(app.switch_page("your_data.py").run())
    sound(app.switch_page("export.py").run())
    assert app.slider(key="k").value == 3
    assert app.query_params["k"] in ("3", ["3"])
    app.slider(key="k").set_value(2).run()
    sound(app.switch_page("subgraphs.py").run())
    assert app.slider(key="k").value == 2


@pytest.mark.parametrize(
    ("page", "key", "raw"),
    [
        ("subgraphs", "k", "9"),
        ("subgraphs", "k", "one"),
        ("embeddings", "layout", "TSNE"),
        ("compare", "methods", "GCNN"),
        ("train", "train.epochs", "many"),
        ("train", "train.method", "GCNN"),
    ],
)
def test_what_cannot_be_is_replaced_by_the_default(home, page, key, raw):
    app = open_page(page, dataset="karate", **{key: raw})
    assert not app.error
    assert app.query_params.get(key) != raw


@pytest.mark.parametrize(
    ("page", "address", "key", "values"),
    [("compare", {}, "methods", ["GCN", "MLP"]), ("subgraphs", {"show": "Gallery"}, "classes", ["Officer"])],
)
def test_what_was_chosen_is_there_after_a_visit_to_another_page(home, page, address, key, values):
    app = open_page(page, dataset="karate", **address)
    app.multiselect(key=key).set_value(values).run()
    sound(app.switch_page("train.py").run())
    sound(app.switch_page(f"{page}.py").run())
    assert app.multiselect(key=key).value == values


def test_a_larger_k_does_not_hide_its_largest_subgraph(home):
    app = open_page("subgraphs", dataset="karate", show="Table")
    app.slider(key="k").set_value(5).run()
    sizes = app.dataframe[0].value["size"]
    assert sizes.iloc[0] == n2n.partition(n2n.rank(n2n.load("karate")).top(5)).sizes[0]


def test_start_trains_with_what_was_typed_just_before_the_click(home):
    from tests.pages.app import run_of

    app = open_page("train", dataset="karate", **{"train.width": 8})
    app.number_input(key="train.epochs").set_value(7)
    sound(button(app, "Start").click().run())
    assert run_of(app).settings.epochs == 7


def test_a_link_to_a_graph_that_is_not_there_says_so_above_the_page(home):
    app = open_page("graph", dataset="cores")
    assert "There is no dataset 'cores'" in said(app)
    assert app.selectbox(key="dataset").value == "cora"
    assert not app.sidebar.warning
