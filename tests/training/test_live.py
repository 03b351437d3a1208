"""Pictures of an embedding while it is learnt: made when asked for, steady, without a trace in the run."""

import numpy as np
import torch

import n2n
from n2n.training.legacy_trainer import Trainer
from n2n.training.live import Axes, LiveView, _turn

SETTINGS = n2n.Settings(width=8, epochs=6, evaluate_every=2)


def test_nobody_asks_and_nothing_is_made():
    run = Trainer(n2n.load("karate"), SETTINGS)
    for _ in run:
        pass
    assert run.record.live.latest is None


def test_who_asks_gets_the_picture_of_the_next_epoch_and_the_run_stays_the_same():
    graph = n2n.load("karate")
    watched, plain = Trainer(graph, SETTINGS), Trainer(graph, SETTINGS)
    seen = []
    for epoch in watched:
        if watched.record.live.latest:
            seen.append(watched.record.live.latest.epoch)
        if epoch.index % 2:
            watched.record.live.ask()
    for _ in plain:
        pass
    assert seen == [2, 2, 4, 4, 6]
    assert [e.loss for e in watched.history] == [e.loss for e in plain.history]
    assert np.array_equal(watched.run().embeddings, plain.run().embeddings)
    latest = watched.record.live.latest
    assert latest.positions.shape == (34, 2)
    assert set(latest.predictions.tolist()) <= {0, 1}


def test_without_a_classifier_there_are_no_predictions():
    trainer = Trainer(n2n.load("karate"), SETTINGS.replace(framework="URL"))
    trainer.record.live.ask()
    trainer.step()
    assert trainer.record.live.latest.predictions is None


def test_the_axes_are_the_main_ones_and_turn_with_the_points():
    rng = np.random.default_rng(0)
    h = (rng.normal(size=(400, 2)) @ rng.normal(size=(2, 16)) + 0.05 * rng.normal(size=(400, 16))).astype(
        "f4"
    )
    axes = Axes()
    first = axes.project(h)
    unit = h / np.linalg.norm(h, axis=1, keepdims=True)
    main = np.linalg.svd(unit - unit.mean(axis=0), full_matrices=False)[1]
    assert np.isclose((first**2).sum(axis=1).mean(), 1, atol=1e-3)
    spread = np.sort(np.linalg.svd(first)[1])[::-1]
    assert np.allclose(spread / spread[0], main[:2] / main[0], atol=0.02)
    turn, _ = np.linalg.qr(rng.normal(size=(16, 16)))
    assert np.abs(axes.project(h @ turn.astype("f4")) - first).max() < 0.05


def test_a_tensor_is_projected_like_an_array():
    h = np.random.default_rng(0).normal(size=(700, 16)).astype("f4")
    assert np.allclose(Axes().project(torch.from_numpy(h)), Axes().project(h), atol=1e-4)


def test_a_first_picture_turns_towards_the_map():
    rng = np.random.default_rng(0)
    h = rng.normal(size=(50, 4)).astype("f4")
    plain = Axes().project(h)
    view = LiveView()
    view.start_from(-plain)
    assert np.abs(view._axes.project(h) + plain).max() < 1e-3


def test_the_turn_is_the_nearest_one_mirrored_or_not():
    rng = np.random.default_rng(0)
    for _ in range(50):
        m = rng.normal(size=(2, 2))
        left, _, right = np.linalg.svd(m)
        assert np.allclose(_turn(m), left @ right, atol=1e-5)
