import numpy as np
import pytest

import n2n
from n2n.taps.edits import Edits
from n2n.training.trained import train_model
from tests.graphs import planted

QUICK = {"width": 8, "epochs": 12, "evaluate_every": 3}
SETTINGS = [
    n2n.Settings(**QUICK),
    n2n.Settings(framework="URL", **QUICK),
    n2n.BaselineSettings("GCN", **QUICK),
]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda s: s.name)
def test_the_weights_say_the_same_as_the_run_that_learnt_them(settings):
    graph = planted(120)
    told = []
    model = train_model(graph, settings, tell=lambda message, share: told.append(share))
    run = n2n.fit(graph, settings)
    assert np.array_equal(model.predictions(graph), run.predictions)
    assert model.scores == run.scores
    assert told[-1] == 1


def test_n2n_reads_no_edge_and_gcn_does():
    graph = planted(120)
    edited = Edits(noise=100).apply(graph)
    n2n_model, _, gcn = (train_model(graph, settings) for settings in SETTINGS)
    assert np.array_equal(n2n_model.predictions(edited), n2n_model.predictions(graph))
    assert not np.array_equal(gcn.predictions(edited), gcn.predictions(graph))
    without = Edits(dropped=60).apply(graph)
    assert not np.array_equal(n2n_model.predictions(without), n2n_model.predictions(graph))


def test_another_graph_is_refused():
    model = train_model(planted(120), SETTINGS[0])
    with pytest.raises(ValueError, match="of another graph"):
        model.predictions(n2n.load("karate"))
