"""SplineCNN interpolates between its two matrices."""

import torch

from tests.baselines import GRAPH, close, small_model


def test_the_spline_runs_from_one_matrix_to_the_other():
    model, x = small_model("SplineCNN"), torch.from_numpy(GRAPH.x.toarray())
    node = int(GRAPH.degree.argmax())
    near = x[torch.from_numpy(GRAPH.neighbours(node)).long()].mean(0)
    expected = near @ model.control[1] + x[node] @ model.own[0]  # the largest degree: u = 1
    close(model.encode()[node], torch.nn.functional.elu(expected))
