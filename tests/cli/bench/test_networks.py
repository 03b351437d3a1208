"""What `bench train` times does learn."""

import pytest

import n2n
from n2n.cli.bench import networks as module
from n2n.cli.bench.networks import Method, networks


@pytest.fixture(scope="module")
def contestants():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "WIDTH", 8)
        return networks(n2n.load("karate"))


def test_every_network_trains_and_infers(contestants):
    assert len(contestants) == 5
    for contestant in contestants.values():
        contestant.epoch()
        contestant.inference()


def test_the_networks_of_torch_geometric_learn(contestants):
    for name in ("GCN (dense features)", "GraphSAGE-Mean (dense features)", "DGI (dense features)"):
        network = contestants[name]
        network.net.eval()
        first = float(network.loss().detach())
        for _ in range(60):
            network.epoch()
        network.net.eval()
        assert float(network.loss().detach()) < first, name


def test_a_method_runs_its_first_stage():
    method = Method(n2n.load("karate"), n2n.Settings("URL", width=8))
    assert method.stage == "pretext"
    method.epoch()
    method.inference()
