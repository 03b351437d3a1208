"""Learnt weights on nodes that nobody saw in training, or on the same nodes with other edges."""

from collections.abc import Sequence

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix
from n2n.graph import Graph
from n2n.graph.splits import Split
from n2n.methods.base import MethodSettings
from n2n.methods.model import Model
from n2n.methods.registry import build

# Rows that are encoded at once where a node needs nothing but its own.
BLOCK = 1 << 14


def learnt_model(
    nodes: Graph | Matrix, settings: MethodSettings, weights: Sequence[np.ndarray], classes: int
) -> Model:
    """The model of a method with learnt weights, on a graph or on nodes without edges.

    Args:
        nodes: a graph, whose labels and splits do not matter, or (M, features) features alone.
        classes: how many the weights were learnt for; 0 without labels.

    Raises:
        ValueError: the number of features is another one than in training.
    """
    import torch  # torch takes seconds to load

    from n2n.training.state import assign

    graph = nodes if isinstance(nodes, Graph) else graph_without_edges(nodes)
    every = np.arange(graph.num_nodes)
    labels = {"y": np.zeros(len(every), np.int64), "class_names": tuple(map(str, range(classes)))}
    unlabelled = {"y": np.full(len(every), -1), "class_names": ()}
    split = Split(every, every[:0], every[:0])
    graph = graph.replace(**(labels if classes else unlabelled), public=split, further_splits=())
    own = {"split": "public", "split_seed": 0, "batch_size": 0}
    known = {name: value for name, value in own.items() if name in settings.specs()}
    model = build(graph, settings.replace(**known))
    parameters = model.parameters()
    if [tuple(p.shape) for p in parameters] != [weight.shape for weight in weights]:
        raise ValueError(
            f"{settings.name} was not trained on nodes with {graph.num_features:,} features: give as many as "
            "in training."
        )
    assign(parameters, [torch.from_numpy(np.array(weight)) for weight in weights])
    return model


def graph_without_edges(features: Matrix) -> Graph:
    """Nodes with features and nothing else."""
    x = features.tocsr() if sp.issparse(features) else np.ascontiguousarray(features, np.float32)
    if x.ndim != 2:
        raise ValueError(f"features has {x.ndim} dimensions: give one row per node.")
    return Graph.from_edges(np.zeros((2, 0), np.int64), x=x, num_nodes=x.shape[0])


def embed_nodes(
    nodes: Graph | Matrix, settings: MethodSettings, weights: Sequence[np.ndarray], classes: int
) -> np.ndarray:
    """(M, width) embeddings of nodes from their features, and from edges where the method reads them."""
    features = nodes.x if isinstance(nodes, Graph) else nodes
    if settings.reach != 0 or features.shape[0] <= BLOCK:
        return learnt_model(nodes, settings, weights, classes).embed().cpu().numpy()
    starts = range(0, features.shape[0], BLOCK)
    blocks = (features[start : start + BLOCK] for start in starts)
    return np.concatenate([embed_nodes(block, settings, weights, classes) for block in blocks])


def predict_nodes(
    nodes: Graph | Matrix,
    settings: MethodSettings,
    weights: Sequence[np.ndarray],
    classes: int,
    stage: str,
    linear: tuple[np.ndarray, np.ndarray] | None = None,
) -> np.ndarray:
    """(M,) predicted classes, as in `embed_nodes`.

    Args:
        stage: of the training in which the weights were learnt.
        linear: weights and bias of the linear probe, after the pretext task.
    """
    import torch

    from n2n.methods.probes import Probe

    if linear is not None:
        h = torch.from_numpy(embed_nodes(nodes, settings, weights, classes))
        weight, bias = (torch.from_numpy(np.array(part)) for part in linear)
        return Probe(weight, bias, settings.probe == "logistic")(h).argmax(1).numpy()
    features = nodes.x if isinstance(nodes, Graph) else nodes
    if settings.reach != 0 or features.shape[0] <= BLOCK:
        model = learnt_model(nodes, settings, weights, classes)
        return model.predict(model.embed(), stage).cpu().numpy()
    starts = range(0, features.shape[0], BLOCK)
    blocks = (features[start : start + BLOCK] for start in starts)
    return np.concatenate([predict_nodes(block, settings, weights, classes, stage) for block in blocks])
