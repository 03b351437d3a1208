"""FastGCN estimates the convolution without bias."""

import pytest
import torch

from tests.baselines import small_model


def test_fastgcn_estimates_the_convolution_without_bias():
    model = small_model("FastGCN", samples=40, dropout=0.0)
    batch = model.nodes.train
    exact = model.classify(model.encode())[batch]
    seen = []
    from n2n.methods.baselines import fastgcn

    with pytest.MonkeyPatch.context() as patch, torch.no_grad():
        patch.setattr(fastgcn, "entropy_of", lambda logits, labels: seen.append(logits))
        for _ in range(100):
            model._batch(batch)
    mean = torch.stack(seen).mean(0)
    assert bool((mean - exact).abs().max() < 0.2 * exact.abs().max())
