"""Shipped layouts: there, small, of the bundled graphs, and made by one command."""

import numpy as np
import pytest

import n2n
from n2n.cli import main
from n2n.embedding.shipped import DATASETS, LAYOUTS, RUNS, load_shipped
from n2n.embedding.stages import RAW, TRAINED


@pytest.mark.parametrize("key", DATASETS)
@pytest.mark.parametrize("run", RUNS)
def test_every_bundled_graph_has_its_layouts(dataset, key, run):
    graph = dataset(key)
    stages = load_shipped(key, graph, run)
    assert (stages.settings.k, stages.settings.framework) == (RUNS[run], "JL")
    for stage in stages.all:
        for method in ("pca", "umap"):
            layout = stages.layout(stage, method)
            assert layout.positions.shape == (len(layout.nodes), 2)
            assert np.isfinite(layout.positions).all()
            assert layout.positions.std(axis=0).min() > 0.05
        assert stages.layout(stage, "pca", 3).positions.shape[1] == 3
        assert 0 < stages.separation(stage).purity <= 1
    assert stages.separation(TRAINED).purity > stages.separation(RAW).purity
    right = stages.predictions == graph.y
    test = graph.split(stages.settings.split, stages.settings.split_seed).test
    assert right[test].mean() == pytest.approx(stages.scores.test)


def test_all_files_together_stay_small():
    assert sum(path.stat().st_size for path in LAYOUTS.glob("*")) < 1 << 20


def test_the_flat_picture_is_the_floor_of_the_spatial_one(dataset):
    stages = load_shipped("cora", dataset("cora"))
    flat, spatial = (stages.layout(TRAINED, "pca", dimensions).positions for dimensions in (2, 3))
    np.testing.assert_array_equal(flat, spatial[:, :2])
    assert stages.layout(TRAINED, "pca") is stages.layout(TRAINED, "pca")


def test_what_the_file_lacks_is_not_possible_but_for_the_features(dataset):
    stages = load_shipped("karate", dataset("karate"))
    assert stages.possible(TRAINED, "umap", 2)
    assert not stages.possible(TRAINED, "umap", 3)
    assert stages.possible(RAW, "umap", 3)


def test_another_graph_gets_no_layouts(dataset):
    assert load_shipped("photo", dataset("karate")) is None
    assert load_shipped("cora", dataset("karate")) is None


def test_the_command_makes_a_file_anew(tmp_path, capsys):
    assert main(["layouts", "karate", "--epochs", "20", "--out", str(tmp_path)]) == 0
    assert "N2N-TAPS-1 (JL)" in capsys.readouterr().out
    stages = load_shipped("karate", n2n.load("karate"), folder=tmp_path)
    assert stages.settings == n2n.Settings.for_dataset("karate").replace(epochs=20, snapshots=50)
    assert len(stages.epochs) == 6
    assert stages.note
    assert main(["layouts", "photo"]) == 2
    assert "No layouts are shipped of 'photo'" in capsys.readouterr().err
