"""GLNN: the teacher learns from labels and edges, the student from the teacher and features."""

import numpy as np
import torch

import n2n
from n2n.methods.baselines.glnn import soft_loss
from n2n.methods.baselines.settings import BaselineSettings
from tests.baselines import GRAPH, close, features_and_edges, small_model
from tests.graphs import planted
from tests.runs import resumed


def trained(epochs: int = 5):
    model = small_model("GLNN", epochs=epochs, evaluate_every=1, learning_rate=0.05)
    for _ in range(epochs):
        model.step("teacher")
    return model


def test_the_divergence_is_that_of_the_formula_with_its_gradient():
    random = torch.Generator().manual_seed(0)
    z = torch.randn(6, 3, generator=random, requires_grad=True)
    y = torch.randn(6, 3, generator=random).softmax(1)
    expected = (y * (y.log() - z.softmax(1).log())).sum(1).mean()
    found = soft_loss(z, y.log())
    close(found, expected)
    close(torch.autograd.grad(found, z)[0], torch.autograd.grad(expected, z)[0])


def test_the_teacher_is_a_graph_network_and_the_student_sees_features_only():
    model, (x, edges) = trained(), features_and_edges()
    from torch_geometric.nn import SAGEConv

    conv = SAGEConv(x.shape[1], 16)
    with torch.no_grad():
        conv.lin_l.weight.copy_(model.near[0].weight.T)
        conv.lin_l.bias.copy_(model.own[0].bias)
        conv.lin_r.weight.copy_(model.own[0].weight.T)
    model.near[0].bias.data.zero_()
    close(model.eval().encode(), torch.relu(conv(x, edges)))
    model.begin_stage("student")
    close(model.encode(), torch.relu(x @ model.student[0].weight + model.student[0].bias))


def test_the_student_learns_from_the_teachers_best_soft_labels_alone():
    model = trained()
    assert float(model.soft.exp().sum(1).sub(1).abs().max()) < 1e-5
    assert model.best > 0.3
    model.begin_stage("student")
    teacher = [weight.clone() for weight in [*model.own.parameters(), *model.near.parameters()]]
    model.labelled.y.zero_()  # labels no longer matter
    found = model.losses()
    close(found.total, soft_loss(model.classify(model.encode()), model.soft))
    model.step("student")
    after = [*model.own.parameters(), *model.near.parameters()]
    assert all(torch.equal(a, b) for a, b in zip(teacher, after, strict=True))


def test_soft_labels_that_are_worse_are_not_listened_to():
    model = trained()
    kept, model.best = model.soft.clone(), 1.0
    model.step("teacher")
    assert torch.equal(model.soft, kept)


def test_a_run_has_both_stages_and_the_students_scores():
    settings = BaselineSettings("GLNN", width=16, epochs=6, evaluate_every=3, split="random")
    run = n2n.fit(planted(), settings)
    assert [epoch.stage for epoch in run.history] == ["teacher"] * 6 + ["student"] * 6
    assert run.scores.epoch > 6


def test_the_student_predicts_a_node_the_same_whatever_its_edges_are():
    run = n2n.Trainer(GRAPH, BaselineSettings("GLNN", width=16, epochs=2, evaluate_every=1, split="random"))
    list(run)
    before = run.model.embed()
    run.model.mean = run.model.mean.with_values(torch.zeros_like(run.model.mean.values))
    assert np.array_equal(before.numpy(), run.model.embed().numpy())


def test_a_run_goes_on_within_the_students_stage():
    settings = BaselineSettings("GLNN", width=8, epochs=3, evaluate_every=1, split="random")
    whole, broken = n2n.Trainer(GRAPH, settings), n2n.Trainer(GRAPH, settings)
    list(whole)
    for _ in range(4):
        broken.step()
    again = resumed(broken)
    list(again)
    assert [epoch.loss for epoch in again.history] == [epoch.loss for epoch in whole.history]
    assert np.array_equal(again.run().embeddings, whole.run().embeddings)
