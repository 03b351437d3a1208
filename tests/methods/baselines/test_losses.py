"""The losses and schedules of baselines are those of their formulas."""

import dataclasses

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from n2n.graph import Graph
from n2n.graph.adjacency import normalised
from n2n.methods.baselines.cca_ssg import canonical_loss, standardised
from n2n.methods.baselines.glnn import soft_loss
from n2n.methods.baselines.grace import contrast_views
from n2n.methods.baselines.sim_mlp import reconstruction_error
from n2n.methods.baselines.walks import TABLE_PER_NODE, random_walks, skip_gram
from tests.baselines import GRAPH, close, same_gradients, small_model
from tests.graphs import planted

NO_AUGMENTATION = {"drop_edges": 0.0, "drop_edges_2": 0.0, "drop_features": 0.0, "drop_features_2": 0.0}


def normal(*shapes):
    random = torch.Generator().manual_seed(0)
    return [torch.randn(shape, generator=random, requires_grad=True) for shape in shapes]


def test_grace_contrasts_both_views():
    a, b = normal((7, 5), (7, 5))

    def half(one, two):
        between, within = (one @ two.T / 0.4).exp(), (one @ one.T / 0.4).exp()
        return -(between.diag() / (between.sum(1) + within.sum(1) - within.diag())).log()

    units = F.normalize(a, dim=1), F.normalize(b, dim=1)
    same_gradients(contrast_views(a, b, 0.4), (half(*units) + half(*units[::-1])).mean() / 2, (a, b))


def test_cca_ssg_wants_agreement_and_columns_that_do_not_correlate():
    a, b = normal((9, 4), (9, 4))
    parts = [(z.T @ z / 9 - torch.eye(4)).square().sum() for z in (a, b)]
    expected = -(a.T @ b / 9).trace() + 0.3 * (parts[0] + parts[1])
    same_gradients(canonical_loss(a, b, 0.3), expected, (a, b))
    h = torch.randn(50, 3) * 4 + 2
    h[:, 1] = 7.0  # a constant column stays finite
    close(standardised(h).mean(0), torch.zeros(3))
    close(standardised(h).std(0), torch.tensor([1.0, 0.0, 1.0]))


def test_bgrl_predicts_a_target_that_follows():
    model = small_model("BGRL", momentum=0.8, learning_rate=0.1, epochs=2, **NO_AUGMENTATION)
    guess, aim = model.predictor(model.encode()), model.target(model.x, model.views.whole)
    close(model.contrast(), 2 - 2 * F.cosine_similarity(guess, aim, dim=1).mean())
    for share in (0.8, 0.9, 1.0):  # along half a cosine
        before = model.target.layers[0].weight.clone()
        model.step("pretext")
        now = model.encoder.layers[0].weight
        close(model.target.layers[0].weight, share * before + (1 - share) * now)
    assert all(weight.grad is None for weight in model.target.parameters())


def test_graph_acl_predicts_its_neighbours_in_a_target_that_follows():
    model = small_model("GraphACL", samples=1000, tau=0.5, momentum=0.5, learning_rate=0.1)
    with torch.no_grad():
        model.target.layers[0].weight.mul_(1.5).add_(0.1)
    v, p = (F.normalize(h, dim=1) for h in (model.encode(), model.predictor(model.encode())))
    t = F.normalize(model.target(model.x, model.whole), dim=1)
    near = torch.from_numpy(GRAPH.adjacency().toarray()) + torch.eye(GRAPH.num_nodes)
    positive, negative = (p @ t.T / 0.5).exp(), (v @ v.T / 0.5).exp().sum(1, keepdim=True)
    log = (positive / (positive + negative)).log()
    weights = [*model.encoder.parameters(), *model.predictor.parameters()]
    same_gradients(model.contrast(), -((near * log).sum(1) / near.sum(1)).mean(), weights)
    (v,) = normal((GRAPH.num_nodes, 16))
    few = small_model("GraphACL", tau=1.0, samples=30)
    mean = torch.stack([few.others(v.detach()) for _ in range(400)]).mean(0)
    exact = small_model("GraphACL", tau=1.0, samples=1000).others(v.detach())
    torch.testing.assert_close(mean, exact, rtol=0.05, atol=0)
    before = model.target.layers[0].weight.clone()
    model.step("pretext")
    close(model.target.layers[0].weight, 0.5 * before + 0.5 * model.encoder.layers[0].weight)


def test_graph_mlp_contrasts_neighbours_of_a_power_of_the_adjacency():
    model = small_model("Graph-MLP", samples=1000, tau=0.7, hops=2, alpha=3.0)
    z = normal((GRAPH.num_nodes, 16))[0].detach()
    adjacency = torch.from_numpy(normalised(GRAPH).toarray())
    gamma = (adjacency @ adjacency).fill_diagonal_(0)
    similar = (F.cosine_similarity(z[:, None], z[None], dim=2) / 0.7).exp().fill_diagonal_(0)
    near = (gamma * similar).sum(1)
    some = near > 0
    close(model.contrast(z), -(near[some] / similar.sum(1)[some]).log().mean())
    losses = model.losses()
    close(losses.total, losses.cross_entropy + 3.0 * losses.info_nce)


def test_sim_mlp_aligns_and_reconstructs_without_a_dense_matrix():
    x = torch.from_numpy(GRAPH.x.toarray())
    a, weight, bias = normal((GRAPH.num_nodes, 5), (5, GRAPH.num_features), (GRAPH.num_features,))
    expected = F.mse_loss(F.normalize(a @ weight + bias, dim=1), x)
    model = small_model("SimMLP", reconstruction=0.0, drop_edges=0.0, drop_features=0.0, epochs=4)
    found = reconstruction_error(a, weight, bias, model.x)
    same_gradients(found, expected, (a, weight, bias))
    z = model.encode().detach()
    smooth = model.smooth(z, model.views.whole.adjacency)
    loss = model.contrast()
    close(loss, 1 - F.cosine_similarity(model.predictor(z), smooth, dim=1).mean())
    loss.backward()
    assert all(weight.grad is None for weight in model.smooth_norms.parameters())
    rates = []
    for _ in range(4):
        model.step("pretext")
        rates.append(model.optimiser.param_groups[0]["lr"] / model.settings.learning_rate)
    assert rates == pytest.approx([1, 0.8536, 0.5, 0.1464], abs=1e-3)
    model = small_model("SimMLP", reconstruction=10.0)
    model.contrast().backward()
    assert all(w.grad is not None for w in model.smooth_norms.parameters() if w.requires_grad)


def test_glnn_learns_from_the_teachers_best_soft_labels_alone():
    (z,) = normal((6, 3))
    y = torch.randn(6, 3).softmax(1)
    same_gradients(soft_loss(z, y.log()), (y * (y.log() - z.softmax(1).log())).sum(1).mean(), (z,))
    model = small_model("GLNN", epochs=5, evaluate_every=1, learning_rate=0.05)
    for _ in range(5):
        model.step("teacher")
    assert model.best > 0.3
    best, model.best = model.soft.clone(), 1.0
    model.step("teacher")
    assert torch.equal(model.soft, best), "soft labels that are worse do not count"
    model.begin_stage("student")
    teacher = [weight.clone() for weight in [*model.own.parameters(), *model.near.parameters()]]
    nodes = model.labelled  # labels no longer matter
    model.nodes = dataclasses.replace(nodes, y=torch.zeros_like(nodes.y))
    close(model.eval().losses().total, soft_loss(model.logits(model.encode()), model.soft))
    model.step("student")
    after = [*model.own.parameters(), *model.near.parameters()]
    assert all(torch.equal(a, b) for a, b in zip(teacher, after, strict=True))
    before = model.embed()
    model.mean = model.mean.with_values(torch.zeros_like(model.mean.values))
    assert torch.equal(before, model.embed()), "the student sees no edge"


def test_l2_gcn_trains_one_layer_after_the_other():
    model = small_model("L2-GCN", epochs=4)
    model.step("supervised"), model.step("supervised")
    assert int(model.active) == 0
    first = model.maps[0].weight.detach().clone()
    model.step("supervised"), model.step("supervised")
    assert int(model.active) == 1
    assert torch.equal(model.maps[0].weight, first)


def test_fastgcn_estimates_the_convolution_without_bias():
    model = small_model("FastGCN", samples=40)
    batch = model.nodes.train
    exact = model.logits(model.encode())[batch]
    with torch.no_grad():
        mean = torch.stack([model.estimate(batch) for _ in range(100)]).mean(0)
    assert bool((mean - exact).abs().max() < 0.2 * exact.abs().max())


def test_walks_go_along_edges_and_do_not_depend_on_threads(monkeypatch):
    graph = planted()
    starts = np.arange(graph.num_nodes, dtype=graph.indices.dtype)
    walks = random_walks(graph, starts, 12, p=0.5, q=2.0, seed=3)
    adjacent = graph.adjacency().toarray()
    for before, after in zip(walks.T[:-1], walks.T[1:], strict=True):
        assert ((adjacent[before, after] > 0) | (before == after) & (graph.degree[before] == 0)).all()
    monkeypatch.setattr("n2n.compute.threads.num_threads", lambda: 1)
    assert np.array_equal(walks, random_walks(graph, starts, 12, p=0.5, q=2.0, seed=3))
    assert not np.array_equal(walks, random_walks(graph, starts, 12, p=0.5, q=2.0, seed=4))
    # From 0 to 1; then back to 0 (1/p), to 2, a neighbour of 0 (1), or to 3 (1/q).
    graph = Graph.from_edges([[0, 1, 0, 1], [1, 2, 2, 3]], x=None, num_nodes=4)
    walks = random_walks(graph, np.zeros(40_000, graph.indices.dtype), 3, p=2.0, q=0.5, seed=0)
    share = np.bincount(walks[walks[:, 1] == 1][:, 2], minlength=4) / (walks[:, 1] == 1).sum()
    assert np.abs(share - np.array([1 / 2, 0, 1, 2]) / 3.5).max() < 0.02


def test_skip_gram_pulls_close_nodes_together_with_negatives_by_degree():
    walks = np.array([[0, 1] * 10, [2, 3] * 10] * 50)
    centre = (np.random.default_rng(0).random((4, 8)).astype(np.float32) - 0.5) / 8
    context = np.zeros_like(centre)
    losses = [skip_gram(walks, 2, 3, np.arange(4), 0.1, 0.1, seed, centre, context) for seed in range(10)]
    assert losses[-1] < losses[0]
    near = centre @ context.T
    assert near[0, 1] > 1 > 0 > near[0, 3]
    model = small_model("DeepWalk")
    counts = np.bincount(model.table, minlength=GRAPH.num_nodes)
    assert abs(len(model.table) - TABLE_PER_NODE * GRAPH.num_nodes) <= 1
    assert np.corrcoef(counts, np.maximum(GRAPH.degree, 1) ** 0.75)[0, 1] > 0.99


def test_p_and_q_change_node2vec_and_not_deepwalk():
    def embedded(method, **changes):
        model = small_model(method, walk_length=8, epochs=4, **changes)
        model.step("pretext")
        return model.embed()

    assert torch.equal(embedded("DeepWalk"), embedded("DeepWalk", p=0.1, q=9.0))
    assert torch.equal(embedded("DeepWalk"), embedded("node2vec", p=1.0, q=1.0))
    assert not torch.equal(embedded("node2vec", p=1.0, q=1.0), embedded("node2vec", p=0.1, q=9.0))
