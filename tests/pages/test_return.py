"""What was set on a page is still set after a visit to another one."""

import pytest

from tests.pages.app import open_page
from tests.pages.test_pages import PAGES

PLACES = [(page, {}) for page in (*PAGES, "export")] + [
    ("graph", {"view": "Surroundings"}),
    ("graph", {"view": "Numbers"}),
    *(("subgraphs", {"show": view}) for view in ("Gallery", "Table", "Growing k")),
    ("smoothness", {"bars": "By class"}),
    ("embeddings", {"panels": "On the map"}),
    ("embeddings", {"panels": "Neighbourhood change"}),
    *(("compare", {"comparison": view}) for view in ("Curves", "Embeddings", "Splits")),
    *(("reproduction", {"of": of}) for of in ("Table 2", "Table 3", "Figure 3", "Figure 6")),
    ("train", {"train.method": "GCN"}),
    ("train", {"train.framework": "PT&FT"}),
]
NOT_KEPT = ("dataset", "edge to cut", "view", "show", "bars", "panels", "comparison", "of", "train.method")
NOT_KEPT += ("neighbour", "embedding of", "from", "to")
"""What acts at once or decides which controls there are; and lists of other things than words, in which the
test client cannot choose."""


def controls(app) -> dict:
    """All controls of a page that hold a value, by their keys."""
    kinds = (app.radio, app.segmented_control, app.selectbox, app.select_slider, app.multiselect)
    kinds += (app.toggle, app.checkbox, app.slider, app.number_input)
    return {one.key: one for kind in kinds for one in kind if one.key not in NOT_KEPT}


def change(one) -> None:
    """Give a control another value."""
    if one.type == "multiselect":
        one.set_value(list(one.options[-2:]))
    elif one.type == "selectbox":
        one.select_index(len(one.options) - 1)
    elif one.type in ("radio", "button_group", "select_slider"):
        one.set_value(next(option for option in reversed(one.options) if option != one.value))
    elif one.type in ("slider", "number_input"):
        one.set_value(one.value + (one.step if one.max is None or one.value < one.max else -one.step))
    else:
        one.set_value(not one.value)


@pytest.mark.parametrize(("page", "view"), PLACES, ids=str)
def test_values_stay(page, view):
    app = open_page(page, dataset="karate", layout="PCA", **view)
    for one in controls(app).values():
        change(one)
    app.run().run()  # one value may set the limits of another
    before = {key: one.value for key, one in controls(app).items()}
    for there in ("your_data", page):
        app.switch_page(f"{there}.py").run()
        assert not app.exception, app.exception
    assert {key: one.value for key, one in controls(app).items()} == before


@pytest.mark.parametrize(
    ("page", "key", "chosen", "left"),
    [("subgraphs", "classes", ["Theory"], []), ("compare", "also", ["Karate club", "Texas"], ["Texas"])],
)
def test_a_choice_that_does_not_fit_another_dataset_is_left_out(page, key, chosen, left):
    app = open_page(page, dataset="cora", show="Table")
    app.multiselect(key=key).set_value(chosen).run()
    app.switch_page("your_data.py").run()
    app.sidebar.selectbox(key="dataset").set_value("karate").run()
    app.switch_page(f"{page}.py").run()
    assert not app.exception
    assert app.multiselect(key=key).value == left


def test_no_choice_stays_no_choice():
    app = open_page("compare", dataset="karate")
    app.multiselect(key="methods").set_value([]).run()
    for there in ("your_data", "compare"):
        app.switch_page(f"{there}.py").run()
    assert app.multiselect(key="methods").value == []
