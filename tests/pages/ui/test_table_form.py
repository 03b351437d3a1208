"""The preview of an uploaded table: what it is taken for can be corrected."""

import io
import zipfile

import n2n
from tests.io import published
from tests.pages.app import held, texts
from tests.pages.test_your_data import press, read_and_use, upload


def test_the_guess_can_be_corrected(app):
    upload(app, ("e.csv", b"x,a,b\ny,b,c\n"))
    boxes = {box.label: box for box in app.selectbox}
    boxes["From"].select_index(1).run()
    {box.label: box for box in app.selectbox}["To"].select_index(2).run()
    read_and_use(app)
    own = held(app)[app.selectbox(key="dataset").value]
    assert own.graph.node_names == ("a", "b", "c")
    assert "Columns(" in own.code


def boxes(app) -> dict:
    return {box.label: box for box in app.selectbox}


def used(app):
    read_and_use(app)
    return held(app)[app.selectbox(key="dataset").value]


def test_attributes_of_nodes_are_shown_and_corrected_like_columns(app, tmp_path, monkeypatch):
    data = published.polblogs()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("polblogs.gml", data)
    upload(app, ("blogs.zip", packed.getvalue()))
    assert "**polblogs.gml**: GML" in texts(app)
    assert list(app.dataframe[0].value.columns) == ["1: id", "2: label", "3: source", "4: value"]
    chosen = {name: boxes(app)[name].value for name in ("Node id", "Shown as", "Label")}
    assert chosen == {"Node id": 0, "Shown as": 1, "Label": 3}
    assert not any(box.label == "Separator" for box in app.selectbox)
    boxes(app)["Label"].select_index(2).run()
    app.multiselect[0].select(3).run()
    own = used(app)
    assert own.graph.node_names == tuple(published.BLOGS)
    assert (own.graph.num_classes, own.graph.x[:, 0].tolist()) == (9, [0.0] * 6 + [1.0] * 6)
    assert own.info.title == "blogs"
    (tmp_path / "blogs.zip").write_bytes(packed.getvalue())
    monkeypatch.chdir(tmp_path)
    names = {"n2n": n2n}
    exec(own.code, names)
    assert (names["graph"].y == own.graph.y).all()
    assert (names["graph"].name, names["graph"].ids()) == ("blogs", own.graph.ids())


def test_a_table_beside_a_graph_adds_to_it_and_can_be_left_out(app):
    rows = b"blog,team\n" + b"".join(f"{blog},{i % 3}\n".encode() for i, blog in enumerate(published.BLOGS))
    upload(app, ("polblogs.gml", published.polblogs()), ("teams.csv", rows))
    holds = {control.label: control.value for control in app.get("button_group")}
    assert (holds["This file contains"], holds["This table contains"]) == ("nodes", "nodes")
    press(app, "Read the graph")
    assert any("matched with the names of the nodes" in part.value for part in app.caption)
    assert next(metric.value for metric in app.metric if metric.label == "Classes") == "3"
    next(one for one in app.get("button_group") if one.label == "This table contains").set_value(
        "ignore"
    ).run()
    press(app, "Read the graph")
    assert next(metric.value for metric in app.metric if metric.label == "Classes") == "2"
