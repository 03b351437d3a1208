import copy

import pytest
import torch
from torch_geometric.nn import GCNConv
from torch_geometric.transforms import Compose, NormalizeFeatures

import n2n
from n2n.sampling.transforms import TAPS


@pytest.fixture(scope="module")
def karate():
    return n2n.load("karate")


@pytest.mark.parametrize("k", [1, 3])
def test_the_edges_lead_from_positives_to_their_nodes(karate, k):
    data = TAPS(k)(karate.to_pyg())
    node, positive = n2n.rank(karate).top(k).pairs()
    assert data.edge_index.tolist() == [positive.tolist(), node.tolist()]


def test_the_given_data_stays_as_it_is(karate):
    data = karate.to_pyg()
    data.edge_attr = torch.ones(data.num_edges, 1)
    before = copy.copy(data)
    sampled = TAPS(1)(data)
    assert data.edge_index.shape == before.edge_index.shape
    assert data.edge_attr is not None
    assert "edge_attr" not in sampled
    assert sampled.num_nodes == 34
    assert torch.equal(sampled.x, data.x)


def test_both_directions_on_request(karate):
    data = TAPS(1, undirected=True)(karate.to_pyg())
    assert data.is_undirected()


def test_it_goes_in_front_of_a_model(karate):
    data = Compose([NormalizeFeatures(), TAPS(2)])(karate.to_pyg())
    assert GCNConv(34, 4)(data.x, data.edge_index).shape == (34, 4)
    assert repr(TAPS(2)) == "TAPS(k=2)"


def test_what_cannot_be_is_told(karate):
    with pytest.raises(ValueError, match="k is 0"):
        TAPS(0)
    data = karate.to_pyg()
    data.edge_index = None
    with pytest.raises(ValueError, match="no edge_index"):
        TAPS(1)(data)
