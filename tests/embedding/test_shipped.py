"""Shipped layouts: there, small, of the bundled graphs, and made by one script."""

import numpy as np
import pytest

import n2n
from assets.layouts.make import DATASETS, make_layouts
from n2n.compute.cache import BoundedCache
from n2n.embedding.shipped import LAYOUTS, RUNS, load_shipped
from n2n.embedding.timeline import RAW, TRAINED, Timeline


@pytest.mark.parametrize("key", DATASETS)
@pytest.mark.parametrize("run", RUNS)
def test_every_bundled_graph_has_its_layouts(dataset, key, run):
    graph = dataset(key)
    shipped = load_shipped(key, graph, run)
    assert (shipped.settings.k, shipped.settings.framework) == (RUNS[run], "JL")
    for moment in shipped.moments:
        for method in ("pca", "umap"):
            layout = shipped.layout(moment, method)
            assert layout.positions.shape == (len(layout.nodes), 2)
            assert np.isfinite(layout.positions).all()
            assert layout.positions.std(axis=0).min() > 0.05
        assert shipped.layout(moment, "pca", 3).positions.shape[1] == 3
        assert 0 < shipped.separation(moment).purity <= 1
    assert shipped.separation(TRAINED).purity > shipped.separation(RAW).purity
    right = shipped.predictions == graph.y
    test = graph.split(shipped.settings.split, shipped.settings.split_seed).test
    assert right[test].mean() == pytest.approx(shipped.scores.test)


def test_all_files_together_stay_small():
    assert sum(path.stat().st_size for path in LAYOUTS.glob("*.safetensors")) < 1 << 20


def test_the_flat_picture_is_the_floor_of_the_spatial_one(dataset):
    shipped = load_shipped("cora", dataset("cora"))
    flat, spatial = (shipped.layout(TRAINED, "pca", dimensions).positions for dimensions in (2, 3))
    np.testing.assert_array_equal(flat, spatial[:, :2])
    assert shipped.layout(TRAINED, "pca") is shipped.layout(TRAINED, "pca")


def test_the_layouts_of_the_features_serve_other_runs_on_the_graph(dataset):
    cache = BoundedCache(count=20)
    shipped = load_shipped("karate", dataset("karate"), cache=cache)
    other = Timeline(dataset("karate"), cache=cache)
    for method in ("pca", "umap"):
        assert other.layout(RAW, method) is shipped.layout(RAW, method)
    again = load_shipped("karate", dataset("karate"), "all", cache=cache)
    assert again.layout(RAW, "umap") is shipped.layout(RAW, "umap")
    assert again.layout(TRAINED, "umap") is not shipped.layout(TRAINED, "umap")


def test_what_the_file_lacks_is_not_possible_but_for_the_features(dataset):
    shipped = load_shipped("karate", dataset("karate"))
    assert shipped.possible(TRAINED, "umap", 2)
    assert not shipped.possible(TRAINED, "umap", 3)
    assert shipped.possible(RAW, "umap", 3)


def test_another_graph_gets_no_layouts(dataset):
    assert load_shipped("photo", dataset("karate")) is None
    assert load_shipped("cora", dataset("karate")) is None


def test_the_script_makes_a_new_file(tmp_path, karate):
    make_layouts("karate", karate, tmp_path, epochs=20)
    shipped = load_shipped("karate", karate, folder=tmp_path)
    assert shipped.settings == n2n.Settings.for_dataset("karate").replace(epochs=20, snapshots=50)
    assert len(shipped.epochs) == 6
    assert shipped.layout(shipped.epochs[-1], "umap").positions.shape == (34, 2)
