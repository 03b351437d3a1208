"""The estimate before a run: measured on the graph, and a bound on the memory."""

import psutil
import pytest

import n2n
from tests.graphs import planted

GRAPH = planted(200)


@pytest.mark.parametrize(
    "settings",
    [
        n2n.Settings(
            framework="PT&FT", width=8, epochs=30, finetune_epochs=30, snapshots=2, watch_theorem=True
        ),
        n2n.Settings(width=8, epochs=60, batch_size=64),
        n2n.BaselineSettings("GCN", width=8, epochs=60),
    ],
    ids=lambda s: s.name,
)
def test_every_stage_is_timed_and_nothing_is_left(settings):
    before = n2n.fit(GRAPH, settings.replace(epochs=2)).history[-1].loss
    estimate = n2n.estimate(GRAPH, settings)
    assert estimate.seconds > 60 * estimate.seconds_per_epoch > 0
    assert 0 < estimate.bytes < estimate.available
    assert n2n.fit(GRAPH, settings.replace(epochs=2)).history[-1].loss == before


def test_a_run_that_does_not_fit_is_refused_with_figures_and_a_way_out(cora, monkeypatch):
    small = psutil.virtual_memory()._replace(available=10 << 20)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: small)
    with pytest.raises(ValueError, match=r"up to 0\.1 GB .* a smaller width than 512 or batch_size=1024\."):
        n2n.fit(cora, n2n.Settings())
    with pytest.raises(ValueError, match=r"a smaller width than 512\."):
        next(n2n.train(cora, n2n.BaselineSettings("GCN", width=512)))
    assert n2n.fit(n2n.load("karate"), n2n.Settings(width=8, epochs=1)).history
