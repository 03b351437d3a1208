"""Own graphs of visitors: in memory and on disk until an hour after their owners have left."""

import numpy as np
import pytest

from n2n.reading import Columns
from pages.session import graph_shelf
from pages.session.graph_shelf import GraphShelf
from pages.session.own_graph import OwnGraph
from tests.graphs import planted


@pytest.fixture
def shelf(tmp_path):
    return GraphShelf(tmp_path / "graphs")


def put(shelf, visitor="ann", key="own-1-plan"):
    own = OwnGraph.of(
        key,
        planted(60),
        files=("plan.csv",),
        columns={"plan.csv": Columns(features=(2, 3))},
        features=None,
        name="plan",
        notes=("a note",),
    )
    shelf.of(visitor)[key] = own
    shelf.save(visitor, own)
    shelf.wait()
    return own


def test_a_server_that_is_started_again_finds_the_graphs_of_each_visitor(shelf):
    own = put(shelf)
    put(shelf, "bob", "own-2-other")
    [found] = GraphShelf(shelf.folder).of("ann").values()
    assert (found.files, found.columns, found.name, found.notes) == (
        own.files,
        own.columns,
        own.name,
        own.notes,
    )
    assert found.info.key == "own-1-plan"
    assert found.code == own.code
    np.testing.assert_array_equal(found.graph.indices, own.graph.indices)
    np.testing.assert_array_equal(found.graph.x.toarray(), own.graph.x.toarray())
    assert GraphShelf(shelf.folder).of("eve") == {}


def test_a_removed_graph_leaves_no_files(shelf):
    put(shelf)
    del shelf.of("ann")["own-1-plan"]
    shelf.remove("ann", "own-1-plan")
    assert list(shelf.folder.iterdir()) == []


def test_a_graph_that_is_removed_while_it_is_written_leaves_no_files(shelf, monkeypatch):
    save = OwnGraph.save

    def remove_meanwhile(self, folder):
        save(self, folder)
        shelf.of("ann").clear()

    monkeypatch.setattr(OwnGraph, "save", remove_meanwhile)
    put(shelf)
    assert not any(path.is_file() for path in shelf.folder.rglob("*"))


def test_graphs_stay_while_a_page_is_open_and_an_hour_longer(shelf, monkeypatch):
    shelf.enter("ann")
    shelf.enter("ann")
    put(shelf)
    mine = shelf.of("ann")
    shelf.leave("ann")
    monkeypatch.setattr(graph_shelf, "KEPT_SECONDS", 0.0)
    shelf.tidy()
    assert shelf.of("ann") is mine, "another page is open"
    monkeypatch.setattr(graph_shelf, "KEPT_SECONDS", 3600.0)
    shelf.leave("ann")
    shelf.tidy()
    assert shelf.of("ann") is mine, "less than an hour"
    assert GraphShelf(shelf.folder).of("ann")
    monkeypatch.setattr(graph_shelf, "KEPT_SECONDS", 0.0)
    shelf.tidy()
    assert mine == {}
    assert shelf.of("ann") == {}
    assert list(shelf.folder.iterdir()) == []


def test_nothing_is_kept_of_visitors_who_have_gone(shelf, monkeypatch):
    shelf.enter("ann")
    shelf.of("ann")
    shelf.enter("bob")
    for visitor in ("ann", "eve"):  # eve never looked at her graphs
        shelf.enter(visitor)
        shelf.leave(visitor)
    shelf.leave("ann")
    monkeypatch.setattr(graph_shelf, "KEPT_SECONDS", 0.0)
    shelf.tidy()
    assert (shelf._graphs, shelf._signs, dict(shelf._here)) == ({}, {}, {"bob": 1})


def test_a_disk_that_cannot_be_written_to_leaves_the_graph_in_memory(tmp_path):
    (tmp_path / "graphs").write_text("a file where the folder would be")
    shelf = GraphShelf(tmp_path / "graphs")
    put(shelf)
    assert list(shelf.of("ann")) == ["own-1-plan"]
    assert "in memory only" in shelf.problem


def test_a_damaged_copy_is_left_out(shelf):
    put(shelf)
    put(shelf, key="own-2-other")
    next(shelf.folder.rglob("indices.npy")).write_bytes(b"short")
    assert len(GraphShelf(shelf.folder).of("ann")) == 1
