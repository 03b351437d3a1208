"""Building blocks of encoders: those of torch, with statistics that a checkpoint sees."""

import torch
from torch import nn

from n2n.methods.baselines.augmentation import Augmentation
from n2n.methods.baselines.encoders import BatchNorm, Convolutions, Dense, follow, frozen_copy
from tests.baselines import GRAPH, close, features_and_edges, set_weights


def test_batch_normalisation_is_torchs_and_its_statistics_are_weights():
    ours, theirs, h = BatchNorm(4), nn.BatchNorm1d(4), torch.randn(9, 4) * 3 + 1
    close(ours(h), theirs(h))
    close(ours.mean, theirs.running_mean)
    close(ours.variance, theirs.running_var)
    close(ours.eval()(h), theirs.eval()(h))
    assert len(list(ours.parameters())) == 4


def test_convolutions_are_those_of_torch_geometric():
    from torch_geometric.nn import GCNConv

    random = torch.Generator().manual_seed(0)
    x, edges = features_and_edges()
    encoder = Convolutions([x.shape[1], 6, 5], random)
    first, second = GCNConv(x.shape[1], 6), GCNConv(6, 5)
    for conv, layer in zip((first, second), encoder.layers, strict=True):
        set_weights(conv, **{"lin.weight": layer.weight.T})
    expected = second(torch.relu(first(x, edges)), edges)
    close(encoder(x, Augmentation(GRAPH).whole), expected)


def test_a_target_follows_without_gradients():
    online = Dense(3, 2, torch.Generator().manual_seed(0))
    target = frozen_copy(online)
    assert not any(weight.requires_grad for weight in target.parameters())
    with torch.no_grad():
        online.weight.add_(1.0)
    before = target.weight.clone()
    follow(target, online, 0.9)
    close(target.weight, 0.9 * before + 0.1 * online.weight)
