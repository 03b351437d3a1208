"""Stages of an embedding: their order, their layouts and their numbers."""

import numpy as np
import pytest

import n2n
from n2n.embedding.projection import kept, project
from n2n.embedding.separation import separation
from n2n.embedding.stages import MAX_FRAMES, RAW, TRAINED, Stages, pick, seen


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


def test_stages_come_in_their_order(graph, run):
    stages = Stages(graph, run)
    assert len(stages.epochs) == MAX_FRAMES
    assert stages.all == [RAW, *stages.epochs, TRAINED]
    assert stages.title(TRAINED) == f"Trained, epoch {run.scores.epoch}"
    assert stages.predictions is run.predictions
    assert (stages.scores, stages.settings) == (run.scores, run.settings)


def test_without_a_run_there_are_the_features_alone(graph):
    stages = Stages(graph)
    assert stages.all == [RAW]
    assert (stages.best, stages.scores, stages.settings, stages.predictions) == (None, None, None, None)


def test_without_features_and_a_run_there_is_nothing(graph):
    assert Stages(graph.replace(x=np.zeros((34, 0), np.float32))).all == []


def test_a_run_without_labels_has_no_predictions(graph):
    bare = graph.replace(y=np.full(34, -1), class_names=())
    run = n2n.fit(bare, n2n.Settings(framework="URL", width=8, epochs=2))
    stages = Stages(bare, run)
    assert stages.predictions is None
    assert stages.best == 2
    assert np.isnan(stages.separation(TRAINED).purity)


def test_pca_is_there_at_once_and_umap_when_it_has_been_made(graph, run):
    stages = Stages(graph, run)
    at = stages.epochs[2]
    np.testing.assert_array_equal(
        stages.layout(at, "pca").positions, project(run.snapshots[at].astype(np.float32), "pca").positions
    )
    assert stages.layout(at, "umap") is None
    said = list(stages.lay_out([RAW, at]))
    # The two snapshots before it are needed, so that it can start from them.
    assert [words.partition(":")[0] for words in said] == [
        "Raw features",
        *(f"Epoch {epoch}" for epoch in stages.epochs[:3]),
    ]
    assert stages.layout(at, "umap") is kept(run, at)
    assert stages.layout(RAW, "umap") is kept(graph)
    assert list(stages.lay_out([RAW, at])) == []


def test_a_snapshot_starts_from_the_one_before(graph, run):
    stages = Stages(graph, run)
    list(stages.lay_out(stages.epochs[:2]))
    first, second = (stages.layout(at, "umap").positions for at in stages.epochs[:2])
    again = project(run.snapshots[stages.epochs[1]].astype(np.float32), start=first)
    np.testing.assert_array_equal(second, again.positions)


def test_the_numbers_are_those_of_the_vectors_and_of_the_picture(graph, run):
    stages = Stages(graph, run)
    assert stages.separation(TRAINED) == separation(run.embeddings, graph.y)
    assert stages.separation(RAW) == separation(graph.x, graph.y)
    at = stages.epochs[-1]
    assert stages.separation(at) == separation(run.snapshots[at].astype(np.float32), graph.y)
    picture = stages.layout(TRAINED, "pca")
    assert seen(picture, graph.y) == separation(picture.positions, graph.y, metric="euclidean")
    assert seen(picture, graph.y) is seen(picture, graph.y)
