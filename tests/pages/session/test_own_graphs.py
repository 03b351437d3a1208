"""Graphs of a visitor's own: in one session alone, a few at a time, with all that is computed from them."""

import pytest

from pages.session import own_graphs
from tests.pages.app import open_page, texts
from tests.pages.test_your_data import EDGES, press, upload, use


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
        app.switch_page(f"{page}.py").run()
    [own] = app.session_state["own graphs"].values()
    made = {what[1] for what in own.results._values}
    assert own.results.count == own_graphs.RESULTS
    assert {"facts", "ranking", "positives", "partition", "_picture"} <= made


def test_a_key_of_another_session_opens_nothing():
    with pytest.raises(ValueError, match="no longer here"):
        own_graphs.find("own-0123456789abcdef-x")


def test_only_a_few_graphs_are_kept_and_one_can_be_let_go(app):
    for count in range(own_graphs.MOST):
        use(app, (f"g{count}.csv", EDGES))
    press(upload(app, ("g3.csv", EDGES)), "Read the graph")
    assert "will replace the oldest, g0" in " ".join(warning.value for warning in app.warning)
    press(app, "Use this graph")
    assert "g0\\, spectral features was removed to make room" in app.info[0].value.replace(",", "\\,")
    held = app.session_state["own graphs"]
    assert [own.info.title[:2] for own in held.values()] == ["g1", "g2", "g3"]
    press(app, "Remove")
    assert len(app.session_state["own graphs"]) == 2
    for _ in range(2):
        press(app, "Remove")
    assert app.selectbox(key="dataset").value == "cora"


def test_an_own_graph_carries_the_name_of_its_file(app):
    use(app, ("friends of mine.csv", EDGES))
    key = app.selectbox(key="dataset").value
    for page in ("start", "train", "export", "reproduction"):
        app.switch_page(f"{page}.py").run()
        words = [
            texts(app),
            *(part.value for kind in (app.caption, app.info, app.subheader) for part in kind),
        ]
        assert key not in " ".join(words), page
        assert "own-" not in " ".join(words), page
    assert "does not include friends of mine" in app.info[0].value
