"""Moments of an embedding: their order, their layouts and their numbers."""

import gc
import weakref

import numpy as np
import pytest

import n2n
from n2n.compute.cache import BoundedCache
from n2n.embedding.projection import project
from n2n.embedding.separation import separation
from n2n.embedding.timeline import MAX_FRAMES, RAW, TRAINED, Timeline, pick, picture_separation


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


def test_without_a_run_there_are_the_features_alone(graph):
    timeline = Timeline(graph)
    assert timeline.moments == [RAW]
    assert (timeline.best, timeline.scores, timeline.settings, timeline.predictions) == (
        None,
        None,
        None,
        None,
    )


def test_without_features_and_a_run_there_is_nothing(graph):
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
    np.testing.assert_array_equal(
        timeline.layout(at, "pca").positions, project(run.snapshots[at].astype(np.float32), "pca").positions
    )
    assert timeline.layout(at, "umap") is None
    said = list(timeline.lay_out([RAW, at]))
    # The two snapshots before it are needed, so that it can start from them.
    assert [words.partition(":")[0] for words in said] == [
        "Raw features",
        *(f"Epoch {epoch}" for epoch in timeline.epochs[:3]),
    ]
    assert timeline.layout(at, "umap").positions.shape == (34, 2)
    assert list(timeline.lay_out([RAW, at])) == []


def test_a_snapshot_starts_from_the_one_before(graph, run):
    timeline = Timeline(graph, run)
    list(timeline.lay_out(timeline.epochs[:2]))
    first, second = (timeline.layout(at, "umap").positions for at in timeline.epochs[:2])
    again = project(run.snapshots[timeline.epochs[1]].astype(np.float32), start=first)
    np.testing.assert_array_equal(second, again.positions)


def test_the_numbers_are_those_of_the_vectors_and_of_the_picture(graph, run):
    timeline = Timeline(graph, run)
    assert timeline.separation(TRAINED) == separation(run.embeddings, graph.y)
    assert timeline.separation(RAW) == separation(graph.x, graph.y)
    at = timeline.epochs[-1]
    assert timeline.separation(at) == separation(run.snapshots[at].astype(np.float32), graph.y)
    picture = timeline.layout(TRAINED, "pca")
    assert timeline.picture_separation(picture) == picture_separation(picture, graph.y)
    assert timeline.picture_separation(picture) == separation(picture.positions, graph.y, metric="euclidean")
    assert timeline.picture_separation(picture) is timeline.picture_separation(picture)


def test_timelines_that_share_a_cache_make_everything_once(graph, run):
    cache = BoundedCache(count=20)
    first, second, alone = Timeline(graph, run, cache), Timeline(graph, run, cache), Timeline(graph, run)
    list(first.lay_out([RAW]))
    for moment, method in ((RAW, "pca"), (RAW, "umap"), (TRAINED, "pca")):
        assert second.layout(moment, method) is first.layout(moment, method)
    assert second.separation(TRAINED) is first.separation(TRAINED)
    assert alone.layout(RAW, "umap") is None
    other = n2n.fit(graph, run.settings.replace(seed=1))
    assert Timeline(graph, other, cache).layout(RAW, "umap") is first.layout(RAW, "umap")
    assert Timeline(graph, other, cache).layout(TRAINED, "pca") is not first.layout(TRAINED, "pca")


def test_a_cache_does_not_keep_a_run_alive(graph):
    cache = BoundedCache(count=20)
    run = n2n.fit(graph, n2n.Settings(width=8, epochs=1))
    Timeline(graph, run, cache).separation(TRAINED)
    gone = weakref.ref(run)
    del run
    gc.collect()
    assert gone() is None


def test_an_epoch_without_a_snapshot_is_told(graph, run):
    with pytest.raises(ValueError, match="no snapshot of epoch 999"):
        Timeline(graph, run).layout(999, "pca")
