from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

APP = Path(__file__).parents[1] / "app.py"


@pytest.fixture
def app():
    return AppTest.from_file(str(APP), default_timeout=60).run()


def texts(app) -> str:
    return " ".join(element.value for element in app.markdown)


def test_the_first_page_shows_cora(app):
    assert not app.exception
    assert app.title[0].value == "N2N Explorer"
    assert {metric.label: metric.value for metric in app.metric} == {
        "Nodes": "2,708",
        "Edges": "5,278",
        "Features": "1,433",
        "Classes": "7",
        "Nodes without a neighbour": "0",
    }
    assert app.table[0].value.iloc[0].to_dict()["k = 1"] == "397"


def test_another_dataset_can_be_chosen(app):
    app.selectbox[0].select("karate").run()
    assert not app.exception
    assert {metric.label: metric.value for metric in app.metric}["Nodes"] == "34"
    assert "karate club" in texts(app)


def test_every_bundled_dataset_is_offered(app):
    assert app.selectbox[0].options == ["Cora", "CiteSeer", "PubMed", "Karate club"]
