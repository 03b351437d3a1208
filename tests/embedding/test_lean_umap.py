"""UMAP is loaded without what nothing calls."""

from types import ModuleType

import numba
import numpy as np
from numba.core.caching import FunctionCache

from n2n.embedding.lean_umap import load_umap
from n2n.embedding.projection import project


def test_nothing_is_compiled_that_nothing_calls():
    njit = numba.njit
    umap = load_umap()
    assert numba.njit is njit
    from pynndescent import rp_trees, utils

    project(np.random.default_rng(0).normal(size=(30, 4)))
    for kernel in (utils.tau_rand_int, utils.checked_heap_push, rp_trees.make_euclidean_tree):
        assert not kernel.signatures
    assert umap.umap_.smooth_knn_dist.signatures


def test_what_was_compiled_is_kept_on_disk():
    assert isinstance(load_umap().umap_.smooth_knn_dist._cache, FunctionCache)


def test_what_is_loaded_is_not_loaded_again(monkeypatch):
    umap, switched = load_umap(), []

    class Watched(ModuleType):
        def __setattr__(self, name, value):
            switched.append(name)
            super().__setattr__(name, value)

    with monkeypatch.context() as patch:
        patch.setattr(numba, "__class__", Watched)
        assert load_umap() is umap
        assert switched == []
