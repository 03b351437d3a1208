import copy

import pytest
import torch

import n2n


def taps(*args, **options):
    """The transform; torch-geometric takes seconds to load, so only the worker that runs this file does."""
    from n2n import transforms

    return transforms.TAPS(*args, **options)


@pytest.mark.parametrize("k", [1, 3])
def test_the_edges_lead_from_positives_to_their_nodes(karate, k):
    data = taps(k)(karate.to_pyg())
    node, positive = n2n.rank(karate).top(k).pairs()
    assert data.edge_index.tolist() == [positive.tolist(), node.tolist()]


def test_the_given_data_stays_as_it_is(karate):
    data = karate.to_pyg()
    data.edge_attr = torch.ones(data.num_edges, 1)
    before = copy.copy(data)
    sampled = taps(1)(data)
    assert data.edge_index.shape == before.edge_index.shape
    assert data.edge_attr is not None
    assert "edge_attr" not in sampled
    assert sampled.num_nodes == 34
    assert torch.equal(sampled.x, data.x)


def test_both_directions_on_request(karate):
    data = taps(1, undirected=True)(karate.to_pyg())
    assert data.is_undirected()


def test_it_goes_in_front_of_a_model(karate):
    from torch_geometric.nn import GCNConv
    from torch_geometric.transforms import Compose, NormalizeFeatures

    data = Compose([NormalizeFeatures(), taps(2)])(karate.to_pyg())
    assert GCNConv(34, 4)(data.x, data.edge_index).shape == (34, 4)
    assert repr(taps(2)) == "TAPS(k=2)"


def test_what_cannot_be_is_told(karate):
    with pytest.raises(ValueError, match="k is 0"):
        taps(0)
    data = karate.to_pyg()
    data.edge_index = None
    with pytest.raises(ValueError, match="no edge_index"):
        taps(1)(data)
