"""DGI and GMI: the loss tells true pairs from false ones."""

import torch

from n2n.methods.baselines.infomax import jensen_shannon
from tests.baselines import close, features_and_edges, set_weights, small_model


def test_the_loss_is_small_where_true_pairs_score_high_and_false_ones_low():
    high, low = torch.full((5,), 4.0), torch.full((7,), -4.0)
    assert jensen_shannon(high, low) < 0.1 < 4 < jensen_shannon(low, high)
    assert float(jensen_shannon(torch.zeros(3), torch.zeros(3))) == 2 * float(torch.tensor(2.0).log())


def test_dgi_encodes_with_a_layer_of_torch_geometric():
    from torch_geometric.nn import GCNConv

    model, (x, edges) = small_model("DGI"), features_and_edges()
    conv = GCNConv(x.shape[1], 16)
    set_weights(conv, **{"lin.weight": model.linear.T})
    close(model.encode(), torch.nn.functional.prelu(conv(x, edges), model.slope))


def test_gmi_lowers_its_loss():
    model = small_model("GMI", learning_rate=0.01)
    first = float(model.step("pretext").total)
    for _ in range(20):
        last = float(model.step("pretext").total)
    assert last < first
