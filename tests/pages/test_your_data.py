"""A graph of one's own in the app: upload, correct, use, link, and stay out of others' sight."""

import pytest

from n2n.files.assets import home_folder
from n2n.io.samples import samples
from n2n.reading import Limits
from pages.session import own_graphs
from tests.io import published
from tests.pages.app import held, open_page, texts, until, values
from tests.pages.test_pages import PAGES as OTHER_PAGES

HOSTILE = "</script><img src=x onerror=alert(1)>"
EDGES = b"a,b\nb,c\nc,a\nc,d\n"
PAGES = OTHER_PAGES


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
    return read_and_use(upload(app, *files))


def read_and_use(app):
    """The page after both buttons; features are made in between."""
    press(app, "Read the graph")
    until(app, lambda app: any(one.label == "Use this graph" for one in app.button))
    return press(app, "Use this graph")


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.title)
def test_every_sample_can_be_used(app, sample):
    use(app, *sample.files.items())
    [own] = held(app).values()
    assert (own.graph.num_nodes, own.graph.num_edges) == (34, 78)
    key = app.selectbox(key="dataset").value
    assert key.startswith("own-")
    assert app.query_params["dataset"] in (key, [key])
    assert "Chosen in the sidebar" in texts(app)


def test_a_removed_graph_can_be_brought_back_for_a_minute(app, monkeypatch):
    use(app, ("friends.csv", EDGES))
    key = app.selectbox(key="dataset").value
    app.button(key=f"remove {key}").click().run()
    assert app.selectbox(key="dataset").value == "cora"
    assert not held(app)
    press(app, "Undo")
    assert list(held(app)) == [key]
    app.button(key=f"remove {key}").click().run()
    monkeypatch.setattr(own_graphs, "UNDO_SECONDS", -1.0)
    app.run()
    assert "Undo" not in {button.label for button in app.button}
    assert not list((home_folder() / "graphs" / app.session_state["visitor"]).iterdir())


def test_a_graph_is_shared_by_a_link_only(app):
    use(app, ("friends.csv", EDGES))
    key = app.selectbox(key="dataset").value
    app.button(key=f"share {key}").click().run()
    token = app.code[0].value.partition("share=")[2]
    other = open_page("your_data", {"visitor": "somebody else"}, share=token)
    assert other.selectbox(key="dataset").value == key
    assert held(other)[key].graph.num_edges == 4
    app.button(key=f"remove {key}").click().run()
    assert list(held(other)) == [key]
    for wrong in ("0" * len(token), "..", app.session_state["visitor"]):
        stranger = open_page("your_data", {"visitor": "a third"}, share=wrong)
        assert "no longer here" in stranger.warning[0].value


def test_spectral_features_can_be_added_to_those_of_the_file(app):
    sample = next(sample for sample in samples() if sample.title == "Edges and nodes")
    press(upload(app, *sample.files.items()), "Read the graph")
    before = int(values(app)["Features"])
    app.checkbox(key="add features").check().run()
    until(app, lambda app: any(one.label == "Use this graph" for one in app.button))
    press(app, "Use this graph")
    [own] = held(app).values()
    assert own.graph.num_features == before + 32
    assert "features='combined'" in own.code


def test_a_graph_without_labels_and_features_works_on_every_page(app):
    use(app, ("friends.csv", EDGES))
    key = app.selectbox(key="dataset").value
    assert key.endswith("-friends-spectral-features")
    for page in PAGES:
        app.switch_page(f"{page}.py").run()
        assert not app.exception, (page, app.exception)
        assert not app.error, (page, app.error)
        assert app.selectbox(key="dataset").value == key
        if page in ("smoothness", "compare", "wrong_edges"):
            assert "has no labels" in app.info[0].value
        elif page != "start":
            assert "What to notice." in texts(app)


def test_a_graph_with_everything_works_on_every_page(app):
    sample = next(sample for sample in samples() if sample.title == "Edges and nodes")
    use(app, *sample.files.items())
    for page in PAGES:
        app.switch_page(f"{page}.py").run()
        assert not app.exception, (page, app.exception)
        assert "What to notice." in texts(app)


def test_hostile_names_stay_text_everywhere(app):
    nodes = f"id,label\n{HOSTILE},{HOSTILE}\nb,*x*\nc,=1\nd,{HOSTILE}\n".encode()
    edges = f"source,target\n{HOSTILE},b\nb,c\nc,d\n".encode()
    use(app, (f"edges {HOSTILE}.csv".replace("/", "-"), edges), ("nodes.csv", nodes))
    for page in PAGES:
        app.switch_page(f"{page}.py").run()
        assert not app.exception, (page, app.exception)
        words = texts(app) + " ".join(part.value for kind in ("caption", "header") for part in app.get(kind))
        assert "<img" not in words.replace("\\<img", "")
        for part in app.get("html"):
            assert "<img" not in part.proto.body


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("e.csv", b"a,b\nc\n", "e.csv, line 2: 1 column instead of 2"),
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


def test_the_upload_limit_of_the_server_is_that_of_the_limits():
    import tomllib
    from pathlib import Path

    config = (Path(__file__).parents[2] / ".streamlit" / "config.toml").read_text(encoding="utf-8")
    assert tomllib.loads(config)["server"]["maxUploadSize"] == Limits().bytes >> 20


def test_the_files_are_looked_at_once_per_upload(app, monkeypatch):
    import n2n.reading as readers

    looked, real = [], readers.preview

    def watched(source, limits):
        looked.append([name for name, _ in source])
        return real(source, limits)

    monkeypatch.setattr(readers, "preview", watched)
    upload(app, ("e.csv", EDGES))
    for index in (1, 0):
        next(box for box in app.selectbox if box.label == "From").select_index(index).run()
    press(app, "Read the graph")
    assert looked == [["e.csv"]]
    upload(app, ("f.csv", EDGES))
    assert looked == [["e.csv"], ["f.csv"]]


def test_a_suspicious_shape_is_named_and_what_a_file_was_taken_for(app):
    star = "".join(f"pp,protein{i}\n" for i in range(30)).encode()
    upload(app, ("net.csv", star))
    assert "**net.csv**: a table, comma-separated" in texts(app)
    press(app, "Read the graph")
    assert 'All 30 edges touch node "pp"' in app.warning[0].value
    assert any("edges from" in caption.value for caption in app.caption)
    assert sum("touch node" in warning.value for warning in app.warning) == 1


def test_a_graph_with_ids_and_names_works_on_every_page_under_the_name_of_its_file(app):
    use(app, ("Polit blogs.gml", published.polblogs()))
    key = app.selectbox(key="dataset").value
    prefix = key[: len("own-") + 8]
    for page in PAGES:
        app.switch_page(f"{page}.py").run()
        assert not app.exception, (page, app.exception)
        assert not app.error, (page, app.error)
        words = texts(app) + " ".join(
            str(part.value)
            for kind in ("caption", "info", "warning", "header", "code")
            for part in app.get(kind)
        )
        assert prefix not in words, page
        assert any(title.startswith("Polit blogs, ") for title in app.selectbox(key="dataset").options)
    own = held(app)[key]
    assert "n2n.read_graph(\n    'Polit blogs.gml'" in own.code
    assert own.notes[0].startswith('Polit blogs.gml: GML, nodes by "id", names "label", labels "value"')


def test_an_ambiguous_table_is_read_as_the_visitor_sees_its_columns(app):
    upload(app, ("e.txt", b"0 1 2\n1 3 4\n2 4 5\n"))
    assert "may be edges with a weight or an adjacency matrix" in app.warning[0].value
    press(app, "Read the graph")
    assert (values(app)["Nodes"], values(app)["Edges"]) == ("5", "3")


def test_a_typed_name_is_in_the_code_too(app):
    upload(app, ("e.csv", EDGES))
    next(box for box in app.text_input if box.label == "Name of the graph").input("Friends").run()
    read_and_use(app)
    [own] = held(app).values()
    assert "name='Friends'" in own.code
    assert own.info.title.startswith("Friends")
