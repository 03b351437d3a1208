"""Moments of an embedding: their order, their layouts and their numbers."""

import gc
import weakref

import numpy as np
import pytest

import n2n
from n2n.compute.cache import BoundedCache
from n2n.embedding.projection import Projection, project
from n2n.embedding.separation import separation
from n2n.embedding.timeline import MAX_FRAMES, RAW, TRAINED, Timeline, pick


@pytest.fixture(scope="module")
def graph():
    return n2n.load("karate")


@pytest.fixture(scope="module")
def run(graph):
    return n2n.fit(graph, n2n.Settings(width=8, epochs=30, evaluate_every=5, snapshots=15))


def test_few_epochs_are_all_picked_and_many_thinned_out_towards_the_end():
    assert pick([1, 5, 9]) == [1, 5, 9]
    picked = pick(list(range(1, 101)), 6)
    assert (picked[0], picked[-1], len(picked)) == (1, 100, 6)
    assert (np.diff(np.diff(picked)) > 0).all()
    assert pick([98, 99, 100], 3) == [98, 99, 100]
    assert pick([1, 97, 98, 99, 100], 4) == [1, 97, 98, 100]


def test_moments_come_in_their_order(graph, run):
    timeline = Timeline(graph, run)
    assert len(timeline.epochs) == MAX_FRAMES
    assert timeline.moments == [RAW, *timeline.epochs, TRAINED]
    assert timeline.title(TRAINED) == f"Trained, epoch {run.scores.epoch}"
    assert timeline.predictions is run.predictions
    assert (timeline.scores, timeline.settings) == (run.scores, run.settings)


def test_without_a_run_there_are_the_features_alone_if_any(graph):
    timeline = Timeline(graph)
    assert timeline.moments == [RAW]
    assert (timeline.best, timeline.scores, timeline.predictions) == (None, None, None)
    assert Timeline(graph.replace(x=np.zeros((34, 0), np.float32))).moments == []


def test_a_run_without_labels_has_no_predictions(graph):
    bare = graph.replace(y=np.full(34, -1), class_names=())
    run = n2n.fit(bare, n2n.Settings(framework="URL", width=8, epochs=2))
    timeline = Timeline(bare, run)
    assert timeline.predictions is None
    assert timeline.best == 2
    assert np.isnan(timeline.separation(TRAINED).purity)


def test_pca_is_there_at_once_and_umap_when_it_has_been_made(graph, run):
    timeline = Timeline(graph, run)
    at = timeline.epochs[2]
    points = run.snapshots[at].astype(np.float32)
    np.testing.assert_array_equal(timeline.layout(at, "pca").positions, project(points, "pca").positions)
    assert timeline.layout(at, "umap") is None
    made = Projection("umap", np.arange(34), np.zeros((34, 2), np.float32), 34)
    timeline.keep(at, made)
    assert timeline.layout(at, "umap") is made
    assert timeline.layout(at, "umap", 3) is None


def test_the_numbers_are_those_of_the_vectors_and_of_the_picture(graph, run):
    timeline = Timeline(graph, run)
    at = timeline.epochs[-1]
    for moment, points in (
        (TRAINED, run.embeddings),
        (RAW, graph.x),
        (at, run.snapshots[at].astype(np.float32)),
    ):
        assert timeline.separation(moment) == separation(points, graph.y)
    picture = timeline.layout(TRAINED, "pca")
    assert timeline.picture_separation(picture) == separation(picture.positions, graph.y, metric="euclidean")
    assert timeline.picture_separation(picture) is timeline.picture_separation(picture)


def test_timelines_that_share_a_cache_make_everything_once_and_do_not_keep_a_run_alive(graph, run):
    cache = BoundedCache(count=20)
    first, second = Timeline(graph, run, cache), Timeline(graph, run, cache)
    for moment in (RAW, TRAINED):
        assert second.layout(moment, "pca") is first.layout(moment, "pca")
    assert second.separation(TRAINED) is first.separation(TRAINED)
    other = n2n.fit(graph, run.settings.replace(seed=1, epochs=1))
    third = Timeline(graph, other, cache)
    assert third.layout(RAW, "pca") is first.layout(RAW, "pca")
    assert third.layout(TRAINED, "pca") is not first.layout(TRAINED, "pca")
    gone = weakref.ref(other)
    del other, third
    gc.collect()
    assert gone() is None


def test_an_epoch_without_a_snapshot_is_refused(graph, run):
    with pytest.raises(ValueError, match="no snapshot of epoch 999"):
        Timeline(graph, run).layout(999, "pca")
