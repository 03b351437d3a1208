"""Own graphs: the visitor's alone, over reloads and restarts, three at most, gone when removed or old."""

import os
import time

import numpy as np
import streamlit as st

import n2n
from n2n.files.assets import home_folder
from tests.pages.app import held, open_page, press, said, sound, texts, until
from tests.pages.test_your_data import EDGES, use

ANNA, BEN = {"visitor": "anna"}, {"visitor": "ben"}


def test_a_graph_is_found_again_by_its_visitor_and_by_nobody_else(home):
    app = use(open_page("your_data", ANNA), ("e.csv", EDGES))
    key = app.selectbox(key="dataset").value
    st.cache_resource.clear()  # as after a restart
    again = open_page("graph", ANNA, dataset=key)
    assert again.selectbox(key="dataset").value == key
    other = open_page("graph", BEN, dataset=key)
    assert other.selectbox(key="dataset").value == "cora"
    assert "The link refers to an uploaded graph" in said(other)
    assert not other.sidebar.warning
    [own] = held(app).values()
    np.testing.assert_array_equal(own.graph.indices, n2n.read_graph([("e.csv", EDGES)]).indices)


def test_the_graphs_of_visitors_who_left_are_deleted(home):
    use(open_page("your_data", ANNA), ("e.csv", EDGES))
    folder = home_folder() / "graphs" / "anna"
    os.utime(folder, (time.time() - 48 * 3600,) * 2)
    st.cache_data.clear()
    open_page("start", BEN)
    assert not folder.exists()


def test_a_fourth_graph_takes_the_place_of_the_oldest_and_the_page_says_so_before(home):
    app = open_page("your_data", ANNA)
    for place in range(3):
        app = use(app, (f"g{place}.csv", EDGES + f"d,x{place}\n".encode()))
        time.sleep(0.02)
    app.file_uploader[0].set_value([("g3.csv", EDGES + b"d,x3\n", "text/csv")]).run()
    press(app, "Read the graph")
    until(app, lambda app: "will replace the oldest, g0" in said(app))
    press(app, "Use this graph")
    assert {own.graph.name.partition(",")[0] for own in held(app).values()} == {"g1", "g2", "g3"}


def test_a_full_disk_is_a_sentence(home, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(n2n.Graph, "save", full)
    app = use(open_page("your_data", ANNA), ("e.csv", EDGES))
    assert "cannot be kept on the server (No space left on device)" in said(app)
    assert not any((home_folder() / "graphs").glob("*/*"))
    assert "Traceback" not in texts(sound(app.run()))
