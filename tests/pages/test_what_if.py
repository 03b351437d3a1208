"""The page What if, on graphs that are not as usual."""

import numpy as np

import n2n
from pages.ui import edits
from tests.pages.app import held, open_page, texts, values
from tests.pages.test_your_data import use

HOSTILE = "</script><img src=x onerror=alert(1)> *href*"


def cut(app, place=0):
    app.selectbox(key="edge to cut").select_index(place).run()
    assert not app.exception, app.exception
    return app


def add_edge(app, text):
    app.text_input(key="node to add").set_value(text).run()
    assert not app.exception, app.exception
    return app


def address(app):
    found = app.query_params.get(edits.ADDRESS, "")
    return found if isinstance(found, str) else found[0]


def test_a_graph_without_labels(add):
    bare = n2n.load("karate").replace(y=np.full(34, -1), class_names=())
    app = cut(open_page("what_if", dataset=add(bare), node=32))
    assert any("no labels" in info.value for info in app.info)
    assert "The positives of node 32 change" in texts(app)


def test_a_graph_without_features_has_nothing_to_predict_from(add):
    bare = n2n.load("karate").replace(x=np.zeros((34, 0), np.float32))
    app = open_page("what_if", dataset=add(bare), node=32, edits="n20")
    assert any("no features" in info.value for info in app.info)
    assert not [slider for slider in app.slider if slider.label.startswith("Dropped")]


def test_hostile_names_stay_text(add):
    karate = n2n.load("karate")
    app = open_page("what_if", dataset=add(karate.replace(class_names=(HOSTILE, "*b*"))), edits="n20")
    assert "<img" not in texts(app).replace("\\<img", "")
    for part in app.get("html"):
        assert "<img" not in part.proto.body


def test_a_large_graph_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr("pages.session.data.is_large", lambda key: True)
    app = open_page("what_if", dataset="karate")
    assert "choose another dataset" in app.info[0].value


def test_a_graph_of_ones_own_with_names(app):
    pairs = [("Anna", "Ben"), ("Ben", "Cleo"), ("Anna", "Cleo"), ("Cleo", "Dora"), ("Dora", "Emil")]
    own = use(app, ("club.csv", "\n".join(["source,target", *map(",".join, pairs)]).encode()))
    own.switch_page("what_if.py").run()
    [kept] = held(own).values()
    number = {name: place for place, name in enumerate(kept.graph.node_names)}
    own.number_input(key="node").set_value(number["Emil"]).run()
    add_edge(own, "ann")
    assert values(own)["Edges"] == "5 → 6"
    assert not own.exception
