"""DeepWalk and node2vec learn from the edges alone."""

import numpy as np
import torch

from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.baselines.walks import TABLE_PER_NODE
from n2n.methods.registry import build
from tests.baselines import GRAPH

SETTINGS = BaselineSettings("DeepWalk", width=8, epochs=4, walk_length=8, split="random")


def test_negatives_are_drawn_by_degree():
    table = build(GRAPH, SETTINGS).table
    counts = np.bincount(table, minlength=GRAPH.num_nodes)
    assert abs(len(table) - TABLE_PER_NODE * GRAPH.num_nodes) <= 1
    assert np.corrcoef(counts, np.maximum(GRAPH.degree, 1) ** 0.75)[0, 1] > 0.99


def test_p_and_q_change_node2vec_and_not_deepwalk():
    def embedded(method, **changes):
        model = build(GRAPH, SETTINGS.replace(method=method, **changes))
        model.step("pretext")
        return model.embed()

    assert torch.equal(embedded("DeepWalk"), embedded("DeepWalk", p=0.1, q=9.0))
    assert torch.equal(embedded("DeepWalk"), embedded("node2vec", p=1.0, q=1.0))
    assert not torch.equal(embedded("node2vec", p=1.0, q=1.0), embedded("node2vec", p=0.1, q=9.0))


def test_the_step_size_falls_with_the_passes_that_a_checkpoint_keeps():
    model, other = build(GRAPH, SETTINGS), build(GRAPH, SETTINGS)
    assert model.optimiser is None
    model.step("pretext")
    other.load_extra_state(model.extra_state())
    assert other.passes == model.passes == 1
