"""Trained weights on nodes that nobody saw in training, or on the same nodes with other edges."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp
import torch

from n2n.compute.csr import Matrix
from n2n.graph import Graph
from n2n.graph.splits import Split
from n2n.methods.base import MethodSettings
from n2n.methods.model import Model
from n2n.methods.probes import Probe
from n2n.methods.registry import build
from n2n.training.state import assign

# Rows that are encoded at once where a node needs nothing but its own.
BLOCK = 1 << 14


def embed(run: Any, nodes: Graph | Matrix) -> np.ndarray:
    """(M, width) embeddings of nodes from their features, and from edges where the method reads them."""
    return _apply(run, nodes, lambda model: model.embed())


def predict(run: Any, nodes: Graph | Matrix) -> np.ndarray:
    """(M,) predicted classes, by the trained classifier or, after the pretext task, by the linear probe."""
    if not run.graph_facts["classes"]:
        raise ValueError(f"{run.name} was trained without labels: it embeds nodes, but has no classes.")
    stage, linear = run.stage, run.probe

    def classify(model: Model) -> torch.Tensor:
        h = model.embed()
        if stage != "pretext":
            return model.predict(h, stage)
        assert linear is not None
        weight, bias = (torch.from_numpy(np.array(part)).to(h.device) for part in linear)
        return Probe(weight, bias, run.settings.probe == "logistic")(h).argmax(1)

    return _apply(run, nodes, classify)


def _apply(run: Any, nodes: Graph | Matrix, function: Callable[[Model], torch.Tensor]) -> np.ndarray:
    """What a function returns for the trained model on these nodes, block by block."""
    if run.settings.reach is None:
        raise ValueError(
            f"{run.settings.name} has a vector for each node of its graph, and none for other nodes."
        )
    weights, classes = run.weights, run.graph_facts["classes"]
    blocks = _blocks(nodes) if run.settings.reach == 0 else [nodes]
    models = (trained_model(block, run.settings, weights, classes) for block in blocks)
    return np.concatenate([function(model).detach().cpu().numpy() for model in models])


def _blocks(nodes: Graph | Matrix) -> Iterator[Matrix]:
    x = nodes.x if isinstance(nodes, Graph) else nodes
    x = x.tocsr() if sp.issparse(x) else np.asarray(x)
    for start in range(0, max(x.shape[0], 1), BLOCK):
        yield x[start : start + BLOCK]


def trained_model(
    nodes: Graph | Matrix,
    settings: MethodSettings,
    weights: Sequence[np.ndarray | torch.Tensor] | None,
    classes: int,
) -> Model:
    """The model of a method with given weights, on a graph or on nodes without edges.

    Args:
        nodes: a graph, whose labels and splits do not matter, or (M, features) features alone.
        weights: those of a run; None leaves the random ones.
        classes: how many the weights were trained for; 0 without labels.

    Raises:
        ValueError: the number of features is another one than in training.
    """
    graph = nodes if isinstance(nodes, Graph) else _without_edges(nodes)
    every = np.arange(graph.num_nodes)
    split = Split(every, every[:0], every[:0])
    y = np.zeros(len(every), np.int64) if classes else np.full(len(every), -1)
    names = tuple(map(str, range(classes)))
    graph = graph.replace(y=y, class_names=names, public=split, further_splits=())
    own = {"split": "public", "split_seed": 0, "batch_size": 0}
    known = {name: value for name, value in own.items() if name in settings.specs()}
    model = build(graph, settings.replace(**known))
    if weights is not None:
        if [tuple(p.shape) for p in model.parameters()] != [tuple(weight.shape) for weight in weights]:
            raise ValueError(
                f"{settings.name} was not trained on nodes with {graph.num_features:,} features: give as "
                "many as in training."
            )
        assign(model.parameters(), [torch.as_tensor(np.array(weight)) for weight in weights])
    return model


def _without_edges(features: Matrix) -> Graph:
    x = features.tocsr() if sp.issparse(features) else np.ascontiguousarray(features, np.float32)
    if x.ndim != 2:
        raise ValueError(f"features has {x.ndim} dimensions: give one row per node.")
    return Graph.from_edges(np.zeros((2, 0), np.int64), x=x, num_nodes=x.shape[0])
