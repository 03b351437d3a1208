"""BGRL: no gradient reaches the target, which follows as a moving average."""

import torch

from tests.baselines import close, small_model

WHOLE = {"drop_edges": 0.0, "drop_edges_2": 0.0, "drop_features": 0.0, "drop_features_2": 0.0}


def test_the_loss_is_two_minus_both_cosines():
    model = small_model("BGRL", **WHOLE)
    guess, aim = model.predictor(model.encode()), model.target(model.x, model.views.whole)
    expected = 2 - 2 * torch.nn.functional.cosine_similarity(guess, aim, dim=1).mean()
    close(model.contrast(), expected)


def test_gradients_stop_at_the_target():
    model = small_model("BGRL")
    model.contrast().backward()
    assert all(weight.grad is None for weight in model.target.parameters())
    learnt = [weight for weight in model.encoder.parameters() if weight.requires_grad]
    assert all(weight.grad is not None for weight in learnt)


def test_after_a_step_the_target_is_the_moving_average():
    model = small_model("BGRL", momentum=0.8, learning_rate=0.1)
    before = model.target.layers[0].weight.clone()
    assert torch.equal(before, model.encoder.layers[0].weight)
    model.step("pretext")
    now = model.encoder.layers[0].weight
    assert not torch.equal(now, before)
    close(model.target.layers[0].weight, 0.8 * before + 0.2 * now)


def test_the_momentum_rises_to_one():
    model = small_model("BGRL", momentum=0.9, epochs=4)
    seen = []
    for _ in range(5):
        seen.append(model.momentum)
        model.step("pretext")
    assert seen == sorted(seen)
    assert (round(seen[0], 6), round(seen[2], 6), round(seen[4], 6)) == (0.9, 0.95, 1.0)
