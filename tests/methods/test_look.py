"""A model seen from outside: scores of all nodes from those of its parts."""

import math

import numpy as np
import torch

from n2n.methods.evaluation import Nodes
from n2n.methods.look import score_parts, shares_of

CPU = torch.device("cpu")


def test_the_parts_together_are_scored_like_the_whole():
    train, val, test = (torch.tensor(part) for part in ([0, 5, 6], [2, 9], [1, 3, 4, 7]))
    nodes = Nodes(train, val, test, torch.arange(10) % 3)
    predicted = np.array([0, 1, 0, 0, 2, 2, 0, 1, 0, 1])
    members = np.array([0, 1, 2, 3, 4, 5, 6, 7, 9])
    parts = [(ids, predicted[ids]) for ids in np.split(members, [2, 5])]
    right = score_parts(nodes, parts, CPU)
    assert right.tolist() == [3, 0, 3]
    assert shares_of(right, nodes) == nodes.scores(torch.from_numpy(predicted))


def test_a_part_of_a_split_without_nodes_has_no_score():
    none = torch.zeros(0, dtype=torch.int64)
    nodes = Nodes(torch.tensor([0, 1]), none, none, torch.zeros(2, dtype=torch.int64))
    train, val, test = shares_of(torch.tensor([1, 0, 0]), nodes)
    assert train == 0.5
    assert math.isnan(val)
    assert math.isnan(test)
