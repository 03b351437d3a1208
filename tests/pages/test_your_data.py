"""A graph of one's own in the app: upload, correct, use, link, and stay out of others' sight."""

import numpy as np
import pytest
import streamlit as st

import n2n
from n2n.io.readers import Limits
from n2n.io.readers.samples import samples
from pages.session import own_graphs
from tests.pages.app import open_page, texts, values
from tests.pages.test_pages import PAGES as OTHER_PAGES

HOSTILE = "</script><img src=x onerror=alert(1)>"
EDGES = b"a,b\nb,c\nc,a\nc,d\n"
PAGES = (*OTHER_PAGES, "your_data", "export")


def upload(app, *files: tuple[str, bytes]):
    """Hand files to the uploader of the page Your data."""
    app.file_uploader[0].set_value([(name, data, "application/octet-stream") for name, data in files]).run()
    assert not app.exception, app.exception
    return app


def press(app, label: str):
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception, app.exception
    return app


def use(app, *files: tuple[str, bytes]):
    return press(press(upload(app, *files), "Read the graph"), "Use this graph")


@pytest.fixture
def app():
    return open_page("your_data")


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.title)
def test_every_sample_can_be_used(app, sample):
    upload(app, *sample.files.items())
    press(app, "Read the graph")
    assert (values(app)["Nodes"], values(app)["Edges"]) == ("34", "78")
    press(app, "Use this graph")
    key = app.selectbox(key="dataset").value
    assert key.startswith("own-")
    assert app.query_params["dataset"] in (key, [key])
    assert "Chosen in the sidebar" in texts(app)


def test_the_guess_can_be_corrected(app):
    upload(app, ("e.csv", b"x,a,b\ny,b,c\n"))
    boxes = {box.label: box for box in app.selectbox}
    boxes["From"].select_index(1).run()
    {box.label: box for box in app.selectbox}["To"].select_index(2).run()
    press(press(app, "Read the graph"), "Use this graph")
    own = app.session_state["own graphs"][app.selectbox(key="dataset").value]
    assert own.graph.node_names == ("a", "b", "c")
    assert "Columns(" in own.code


def test_a_graph_without_labels_and_features_works_on_every_page(app):
    use(app, ("friends.csv", EDGES))
    key = app.selectbox(key="dataset").value
    assert key.endswith("-friends-degree-buckets")
    for page in PAGES:
        app.switch_page(f"pages/{page}.py").run()
        assert not app.exception, (page, app.exception)
        assert not app.error, (page, app.error)
        assert app.selectbox(key="dataset").value == key
        if page in ("smoothness", "compare"):
            assert "has no labels" in app.info[0].value
        else:
            assert "What to notice." in texts(app)


def test_a_graph_with_everything_works_on_every_page(app):
    sample = next(sample for sample in samples() if sample.title == "Edges and nodes")
    use(app, *sample.files.items())
    for page in PAGES:
        app.switch_page(f"pages/{page}.py").run()
        assert not app.exception, (page, app.exception)
        assert "What to notice." in texts(app)


def test_hostile_names_stay_text_everywhere(app):
    nodes = f"id,label\n{HOSTILE},{HOSTILE}\nb,*x*\nc,=1\n".encode()
    edges = f"source,target\n{HOSTILE},b\nb,c\n".encode()
    use(app, (f"edges {HOSTILE}.csv".replace("/", "-"), edges), ("nodes.csv", nodes))
    for page in PAGES:
        app.switch_page(f"pages/{page}.py").run()
        assert not app.exception, (page, app.exception)
        words = texts(app) + " ".join(
            part.value for kind in ("caption", "subheader") for part in app.get(kind)
        )
        assert "<img" not in words.replace("\\<img", "")
        for frame in app.get("iframe"):
            assert "<img" not in frame.proto.srcdoc
        for part in app.get("html"):
            assert "<img" not in part.proto.body


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("e.csv", b"a,b\nc\n", "e\\.csv, line 2\\: 1 column instead of 2"),
        ("g.graphml", b"<!DOCTYPE g [<!ENTITY a 'b'>]><graphml/>", "declares a document type"),
        ("g.npz", b"\x80\x04garbage", "not an npz file"),
        ("g.zip", b"PK\x03\x04garbage", "damaged or cut short"),
        (f"{HOSTILE}.csv".replace("/", ""), b"", "\\<script\\>\\<img src\\=x".replace("\\=", "=")),
    ],
)
def test_a_bad_file_is_one_sentence_and_the_page_goes_on(app, name, data, words):
    upload(app, (name, data))
    if not app.error:
        press(app, "Read the graph")
    assert len(app.error) == 1
    assert words in app.error[0].value
    upload(app, ("e.csv", EDGES))
    press(app, "Read the graph")
    assert not app.error
    assert values(app)["Nodes"] == "4"


def test_limits_are_those_of_the_settings(app, monkeypatch):
    monkeypatch.setattr(own_graphs, "LIMITS", Limits(nodes=3))
    upload(app, ("e.csv", EDGES))
    press(app, "Read the graph")
    assert "4 nodes, at most 3 are allowed" in app.error[0].value


def test_a_link_opened_elsewhere_asks_for_the_files(app):
    use(app, ("secret plan.csv", EDGES))
    key = app.selectbox(key="dataset").value
    other = open_page("graph", dataset=key)
    assert other.selectbox(key="dataset").value == "cora"
    assert "upload its files again" in other.warning[0].value
    assert "own graphs" not in other.session_state or not other.session_state["own graphs"]
    assert "secret" not in " ".join(map(str, other.selectbox(key="dataset").options))


def test_the_same_files_make_the_link_work_again(app):
    use(app, ("plan.csv", EDGES))
    key = app.selectbox(key="dataset").value
    other = use(open_page("your_data", dataset=key), ("plan.csv", EDGES))
    assert other.selectbox(key="dataset").value == key


def test_what_is_computed_from_an_own_graph_is_kept_with_it(app):
    use(app, ("e.csv", EDGES))
    for page in ("start", "graph", "taps", "subgraphs"):
        app.switch_page(f"pages/{page}.py").run()
    [own] = app.session_state["own graphs"].values()
    made = {what[1] for what in own.results._values}
    assert {"facts", "ranking", "positives", "partition", "_picture"} <= made


def test_a_key_of_another_session_opens_nothing():
    with pytest.raises(ValueError, match="no longer here"):
        own_graphs.find("own-0123456789abcdef-x")


def test_only_a_few_graphs_are_kept_and_one_can_be_let_go(app):
    for count in range(own_graphs.MOST + 1):
        use(app, (f"g{count}.csv", EDGES))
    held = app.session_state["own graphs"]
    assert [own.info.title[:2] for own in held.values()] == ["g1", "g2", "g3"]
    press(app, "Remove")
    assert len(app.session_state["own graphs"]) == 2
    for _ in range(2):
        press(app, "Remove")
    assert app.selectbox(key="dataset").value == "cora"


def test_what_is_remembered_has_a_bound(app):
    use(app, ("e.csv", EDGES))
    key = app.selectbox(key="dataset").value
    own = app.session_state["own graphs"][key]
    st.session_state["own graphs"] = {key: own}
    try:
        for number in range(100):
            own_graphs.remember(key, ("test", number), lambda: np.zeros(1))
        assert len(own.remembered) == 40
        assert ("test", 99) in own.remembered
    finally:
        del st.session_state["own graphs"]


def test_the_upload_limit_of_the_server_is_that_of_the_limits():
    import tomllib
    from pathlib import Path

    config = (Path(__file__).parents[2] / ".streamlit" / "config.toml").read_text(encoding="utf-8")
    assert tomllib.loads(config)["server"]["maxUploadSize"] == Limits().bytes >> 20


def test_everything_can_be_taken_out(app):
    app = open_page("export", dataset="karate")
    labels = {button.label for button in app.get("download_button")}
    assert {
        "npz",
        "CSV",
        "safetensors",
        "GraphML",
        "GEXF",
        "Positives",
        "Partition",
        "Subgraphs",
        "HTML",
    } <= labels
    assert "n2n.load('karate')" in app.code[0].value
    assert "There is no run on this graph yet" in app.info[0].value


def test_a_run_can_be_taken_out():
    from pages.session import runs

    app = open_page("export", dataset="karate")
    run = n2n.fit(n2n.load("karate"), n2n.Settings(width=4, epochs=2, evaluate_every=1))
    run.dataset = "karate"
    runs.table().add(run, "owner", 40, runs.KEPT_BYTES)
    app.session_state["runs"] = [run.id]
    app.run()
    assert not app.exception
    labels = {button.label for button in app.get("download_button")}
    assert {"npz", "Parquet", "CSV", "TSV for the projector", "Run"} <= labels
    assert "n2n.Settings(" in app.code[0].value
    runs.table().drop(run.id)
