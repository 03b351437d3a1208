"""A whole training step on the `meta` device, which has no numbers: nothing in it waits for the device.

What passes here never copies a number to the host in a step, so a GPU is never made to wait.
"""

import importlib

import pytest
import torch

import n2n
from n2n.methods.n2n import batch_model, model

CASES = [
    ("exact", "cosine"),
    ("exact", "dot"),
    ("sampled", "cosine"),
    ("sampled", "dot"),
]


@pytest.fixture(autouse=True)
def _on_meta(monkeypatch):
    """Where models compute; there are no random numbers on "meta", so its generator is that of the host."""
    # What computes on "meta" loads it, and it cannot be loaded while torch's Generator is a function.
    importlib.import_module("torch._dynamo")
    monkeypatch.setattr(model, "choose_device", lambda requested: torch.device("meta"))
    generator = torch.Generator

    def new_generator(device="cpu"):
        return generator("cpu" if torch.device(device).type == "meta" else device)

    monkeypatch.setattr(torch, "Generator", new_generator)


FRAMEWORKS = ["JL", "URL", "PT&FT"]
POSITIVES = [(1, "mean"), ("all", "mean"), (3, "max")]


# All 34 nodes at once, or a full batch and a smaller one.
@pytest.mark.parametrize("batch_size", [0, 20])
@pytest.mark.parametrize("place", range(3 * len(CASES)))
def test_a_step_never_waits_for_the_device(dataset, place, batch_size):
    # Every estimator with every framework, and every two of the three choices somewhere together.
    estimator, similarity = CASES[place // 3]
    framework, (k, aggregator) = FRAMEWORKS[place % 3], POSITIVES[(place // 3 + place) % 3]
    settings = n2n.Settings(framework, k=k, estimator=estimator, similarity=similarity, aggregator=aggregator)
    settings = settings.replace(width=8, samples=4, batch_size=batch_size, loss_on_logits=framework == "URL")
    made = (batch_model.BatchModel if batch_size else model.N2NModel)(dataset("karate"), settings)
    made.generator = None
    made._loss["generator"] = None
    for stage in settings.stages:
        losses = made.step(stage)
        assert losses.total.device.type == "meta"
        assert all(weight.grad is not None for weight in made.encoder.parameters())
