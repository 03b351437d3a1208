"""The pictures of a run that the map fetches itself."""

import numpy as np

import n2n
from n2n.training.legacy_trainer import Trainer
from pages.session.live_pictures import address, latest
from tests import legacy
from tests.plots.test_map import unpacked


def test_the_file_is_the_latest_picture_and_asks_for_the_next():
    graph = n2n.load("karate")
    trainer = Trainer(graph, n2n.Settings(width=8, epochs=4, evaluate_every=1))
    nodes = np.array([0, 33, 5])

    def fetched():
        return unpacked(latest(trainer.record, graph.y, nodes, 2.0))

    assert fetched()["epoch"] == 0
    trainer.step()
    trainer.step()
    sent, made = fetched(), trainer.record.live.latest
    assert sent["epoch"] == made.epoch == 1, "nobody has asked between the first epoch and the second"
    assert np.allclose(sent["positions"].reshape(3, 2), 2 * made.positions[nodes])
    assert sent["rings"].tolist() == (made.predictions != graph.y)[nodes].tolist()
    trainer.step()
    assert fetched()["epoch"] == 3


def test_without_a_server_there_is_no_address():
    graph = n2n.load("karate")
    run = legacy.Run(n2n.Settings(), "karate")
    assert address(run, graph, np.arange(34), 1.0) is None
