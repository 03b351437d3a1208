"""Graphs in folders that `N2N_GRAPHS` lists are datasets like any other."""

import os
import shutil

import numpy as np
import pytest

import n2n
from n2n.graph.catalogue import find, unlisted


@pytest.fixture
def folder(tmp_path, monkeypatch):
    n2n.load("karate").replace(name="My club").save(tmp_path / "My_Club")
    monkeypatch.setenv("N2N_GRAPHS", str(tmp_path / "My_Club"))
    return tmp_path / "My_Club"


def test_a_listed_folder_is_in_the_catalogue_and_loads(folder):
    info = n2n.catalogue()["my-club"]
    assert (info.title, info.nodes, info.edges, info.classes) == ("My club", 34, 78, 2)
    graph = n2n.load("My Club")
    assert graph.folder == folder
    assert np.array_equal(graph.indices, n2n.load("karate").indices)
    assert n2n.Settings.for_dataset("my-club").note("my-club")
    assert unlisted() == []


def test_a_folder_of_folders_and_several_paths(folder, tmp_path, monkeypatch):
    other = tmp_path / "elsewhere" / "second"
    n2n.load("karate").save(other)
    monkeypatch.setenv("N2N_GRAPHS", f"{tmp_path}{os.pathsep}{other}{os.pathsep}")
    assert list(n2n.catalogue())[-2:] == ["my-club", "second"]


def test_what_is_wrong_is_said_and_the_rest_is_there(folder, tmp_path, monkeypatch):
    shutil.copytree(folder, tmp_path / "cora")
    shutil.copytree(folder, tmp_path / "edited")
    facts = tmp_path / "edited" / "graph.json"
    facts.write_text(facts.read_text().replace("My club", "Your club"))
    paths = [folder, tmp_path / "cora", tmp_path / "edited", tmp_path / "nowhere"]
    monkeypatch.setenv("N2N_GRAPHS", os.pathsep.join(map(str, paths)))
    assert "my-club" in n2n.catalogue()
    assert find("cora").nodes == 2708
    edited, nowhere, clash = unlisted()
    assert "graph.json was edited" in edited
    assert "there is no graph folder" in nowhere
    assert "another dataset 'cora'" in clash


def test_a_folder_that_is_replaced_is_read_again(folder):
    assert n2n.catalogue()["my-club"].edges == 78
    shutil.rmtree(folder)
    assert "my-club" not in n2n.catalogue()
    n2n.Graph.from_edges([[0], [1]], x=np.eye(2), name="My club").save(folder)
    assert n2n.catalogue()["my-club"].edges == 1
    assert n2n.load("my-club").num_edges == 1
