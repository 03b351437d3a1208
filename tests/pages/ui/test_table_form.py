"""The preview of an uploaded table: what it is taken for can be corrected."""

from tests.pages.test_your_data import press, upload


def test_the_guess_can_be_corrected(app):
    upload(app, ("e.csv", b"x,a,b\ny,b,c\n"))
    boxes = {box.label: box for box in app.selectbox}
    boxes["From"].select_index(1).run()
    {box.label: box for box in app.selectbox}["To"].select_index(2).run()
    press(press(app, "Read the graph"), "Use this graph")
    own = app.session_state["own graphs"][app.selectbox(key="dataset").value]
    assert own.graph.node_names == ("a", "b", "c")
    assert "Columns(" in own.code
