"""An animation has a picture for each epoch, turned to fit the one before."""

import numpy as np
import pytest

import n2n
from n2n.embedding.picture import aligned, fitted, groups
from n2n.embedding.projection import project
from n2n.plots.embedding import details
from n2n.plots.embedding_animation import animation


@pytest.mark.parametrize("dimensions", [2, 3])
def test_there_is_a_frame_and_a_step_for_each_epoch(dimensions):
    graph, rng, nodes = n2n.load("karate"), np.random.default_rng(1), np.arange(34)
    projections = {at: project(rng.normal(size=(34, 5)), "pca", dimensions) for at in (1, 10, 50)}
    figure = animation(projections, groups(graph, nodes), details(graph, nodes))
    assert [frame.name for frame in figure.frames] == ["1", "10", "50"]
    assert [step.label for step in figure.layout.sliders[0].steps] == ["1", "10", "50"]
    assert [button.label for button in figure.layout.updatemenus[0].buttons] == ["Play", "Stop"]
    turned = fitted(aligned(projections)[10].positions)
    for trace, moved in zip(figure.data, figure.frames[1].data, strict=True):
        np.testing.assert_allclose(moved.x, turned[[entry[0] for entry in trace.customdata], 0])
    np.testing.assert_allclose(figure.frames[0].data[0].x, figure.data[0].x)
